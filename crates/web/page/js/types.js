// The shapes of the server's answers, as docs/API.md describes them. Types only: nothing here runs.

/** @typedef {{letter: string, name: string, owner: string | number, shade: "dark" | "light"}} Piece */
/** @typedef {{kind: "board", rows: number, columns: number, blocks: [number, number] | null, goal_row: number | null,
 *   cells: (Piece | null)[]}} BoardScene */
/** @typedef {{kind: "heaps", heaps: number[]}} HeapsScene */
/** @typedef {BoardScene | HeapsScene} Scene */
/** @typedef {{kind: "win" | "loss" | "draw" | "unknown", plies: number | null}} Value */
/** @typedef {{move: string, position: string, value?: Value, best?: boolean, after?: Value, score?: number}} Move */
/** @typedef {{winner?: string, draw?: boolean}} Outcome */
/** @typedef {{reason: string, cells: string[]}} Ending */
/** A position that can be drawn and played.
 * @typedef {{position: string, turn: string, outcome: Outcome | null, ending?: Ending | null, scene: Scene, moves: Move[]}} View */
/** A position and what it is worth.
 * @typedef {View & {value: Value, winner: string | null, proven: boolean, method: string, score?: number, hint?: string}} Answer */
/** @typedef {{name: string, default: string, choices?: string[] | null, range?: [number, number] | null, values: string,
 *   help: string}} RuleOption */
/** @typedef {{id: string, name: string, about: string, player: string}} Level */
/** @typedef {{table: boolean, proof: boolean, solvable: boolean, seconds?: number | null, bytes?: number | null,
 *   hint?: string}} Knowledge */
/** @typedef {{id: string, title: string, players: [string, string], options: RuleOption[], start: string,
 *   rules_page?: string, rules?: Record<string, string> | string, levels?: Level[], knowledge?: Knowledge}} GameInfo */
/** What the address says.
 * @typedef {{tab: string, game: string, start: string | null, moves: string[], at: number, players: [string, string],
 *   resigned: string | null}} Session */
/** What a search says while it runs.
 * @typedef {{depth?: number, nodes?: number, nps?: number, score?: number, value?: Value, line?: string[],
 *   time_ms?: number, proof?: {p: number, d: number}}} Info */
/** @typedef {{id: string, kind: string, game: string, state: string, progress?: any, result?: any, error?: string,
 *   request?: any}} Job */

export {};
