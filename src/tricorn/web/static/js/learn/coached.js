/** The name under which the storage has the advice that the coach has given; without a coach, nothing is stored. */
export const COACHED = "coached";
