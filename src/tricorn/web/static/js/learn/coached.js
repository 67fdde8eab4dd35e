/** The name under which the storage has what the coach has said; nothing is stored where there is no coach. */
export const COACHED = "coached";
