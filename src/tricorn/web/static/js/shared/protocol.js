/** The objects of docs/protocol.md, as types. */

/**
 * A lawful move and what it scores at once; `move` is sent back as it is.
 * @typedef {object} Option
 * @property {string} move
 * @property {number} points
 * @property {string} [tile]
 * @property {string} [cell]
 * @property {import("./bonus.js").Bonus | null} [bonus]
 * @property {string | null} [shows]
 */

/**
 * @typedef {object} Seat
 * @property {number} seat
 * @property {"human" | "bot" | "open"} kind
 * @property {string | null} name
 * @property {string | null} level
 * @property {boolean} here
 * @property {boolean} ready
 * @property {boolean} person   somebody's key holds the seat, whoever plays for them now
 */

/**
 * The deal to come.
 * @typedef {{game: number, round: number, commit: string, receipts: Record<string, string>}} NextDeal
 */

/**
 * @typedef {object} Table
 * @property {string} code
 * @property {string} edition
 * @property {number} host
 * @property {boolean} hosting
 * @property {number[]} you
 * @property {boolean} listed
 * @property {boolean} pass_and_play
 * @property {boolean} started
 * @property {number} game
 * @property {NextDeal | null} next
 * @property {Seat[]} seats
 */

/**
 * @typedef {object} RoundOver
 * @property {"out" | "blocked"} reason
 * @property {number | null} winner
 * @property {number} points
 * @property {Record<string, string[]>} left
 * @property {Record<string, number>} sums
 * @property {number} bonus
 * @property {boolean} own  whether the winner's own hand is taken off
 */

/**
 * @typedef {object} Rules
 * @property {number} draw_penalty
 * @property {number} pass_penalty
 * @property {number} target
 * @property {number | null} clock
 * @property {number | null} draw_limit
 * @property {boolean} draw_optional
 */

/**
 * @typedef {object} Now
 * @property {number} game
 * @property {number} n
 * @property {number} round
 * @property {number | null} turn
 * @property {number[]} scores
 * @property {number[]} held
 * @property {number} well
 * @property {boolean} starting
 * @property {number} drawn
 * @property {Rules} rules
 * @property {Record<string, string[]>} hands
 * @property {Record<string, string[]>} drawn_tiles
 * @property {Option[]} options
 * @property {number | null} deadline
 * @property {null | {round: RoundOver, game?: {winner: number, reason: string}}} over
 * @property {number} [received]  when it came, for the clock
 */

export {};
