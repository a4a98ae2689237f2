// Which piece stands for which player, learnt from the scenes themselves: for icons in the panel, and for the stone
// that a placement would put on the board.

import { api } from "../api.js";

/** @import { GameInfo, Piece, View } from "../types.js" */

/** @type {Map<string, Piece>} */
const seen = new Map();

/** @param {GameInfo} info @param {Piece} piece @returns {string} the owner's name */
export function ownerOf(info, piece) {
  return typeof piece.owner === "number" ? info.players[piece.owner] : piece.owner;
}

/** A piece of this player, if one was seen. @param {GameInfo} info @param {string} player */
export function pieceOf(info, player) {
  return seen.get(`${info.id} ${player}`) ?? null;
}

/**
 * Looks at a scene; where the board is still empty, at the first two positions that follow it.
 * @param {GameInfo} info @param {string} game @param {View} view @param {number} [ahead]
 */
export async function learnPieces(info, game, view, ahead = 2) {
  if (view.scene.kind !== "board") return;
  for (const piece of view.scene.cells) {
    if (!piece) continue;
    const key = `${info.id} ${ownerOf(info, piece)}`;
    if (!seen.has(key)) seen.set(key, piece);
  }
  const known = info.players.every((player) => pieceOf(info, player));
  if (known || ahead === 0 || view.moves.length === 0) return;
  await learnPieces(info, game, await api.scene(game, view.moves[0].position), ahead - 1);
}
