// A recorded tree as a film: one step for every time the search enters a node, cuts the rest of its moves, or leaves it
// with a value. `stateAt` says what is known after so many steps, so that one can walk forwards and backwards.

/** @typedef {{parent: number | null, move: string | null, position: string, turn?: string, max: boolean, alpha: number | null,
 *   beta: number | null, value: number | null, bound?: string, kind: string, pruned: {move: string, reason: string}[],
 *   hit?: number | null, text?: string}} TreeNode */
/** @typedef {{kind: "enter" | "cut" | "leave", node: number}} Step */
/** What is known at a step.
 * @typedef {{entered: Set<number>, left: Set<number>, cut: Set<number>, alpha: Map<number, number | null>,
 *   beta: Map<number, number | null>, here: number, visited: number, pruned: number, hits: number}} Known */

/** The nodes below each node, in the order of the search. @param {TreeNode[]} nodes */
export function childrenOf(nodes) {
  /** @type {number[][]} */
  const children = nodes.map(() => []);
  nodes.forEach((node, index) => {
    if (node.parent !== null) children[node.parent].push(index);
  });
  return children;
}

/** @param {TreeNode[]} nodes @returns {Step[]} */
export function stepsOf(nodes) {
  const children = childrenOf(nodes);
  /** @type {Step[]} */
  const steps = [];
  const walk = (/** @type {number} */ node) => {
    steps.push({ kind: "enter", node });
    for (const child of children[node]) walk(child);
    if (nodes[node].pruned.length > 0) steps.push({ kind: "cut", node });
    steps.push({ kind: "leave", node });
  };
  if (nodes.length > 0) walk(0);
  return steps;
}

/** @param {TreeNode[]} nodes @param {Step[]} steps @param {number} count @returns {Known} */
export function stateAt(nodes, steps, count) {
  /** @type {Known} */
  const known = { entered: new Set(), left: new Set(), cut: new Set(), alpha: new Map(), beta: new Map(), here: 0, visited: 0, pruned: 0, hits: 0 };
  for (const { kind, node } of steps.slice(0, count)) {
    const { parent, value, alpha, beta, pruned } = nodes[node];
    known.here = node;
    if (kind === "enter") {
      known.entered.add(node);
      known.visited++;
      if (nodes[node].kind === "known") known.hits++;
      known.alpha.set(node, alpha);
      known.beta.set(node, beta);
    } else if (kind === "cut") {
      known.cut.add(node);
      known.pruned += pruned.length;
    } else {
      known.left.add(node);
      if (parent === null || value === null) continue;
      // The child's value narrows the window of the node above.
      const [side, better] = nodes[parent].max ? [known.alpha, Math.max] : [known.beta, Math.min];
      const old = side.get(parent);
      side.set(parent, old === null || old === undefined ? value : better(old, value));
    }
  }
  return known;
}

/** @type {Record<string, string>} */
const REASONS = {
  cutoff: "an earlier move is already too good for the opponent to allow",
  "win-stop": "an earlier move already wins",
  blunder: "it would allow a win in one",
  beam: "beyond the beam",
};

/** A step in words. @param {TreeNode[]} nodes @param {Step | undefined} step */
export function stepWords(nodes, step) {
  if (!step) return "Press Next, or →, to walk the search.";
  const node = nodes[step.node];
  const name = node.move === null ? `the root, ${node.position}` : `${node.move} → ${node.position}`;
  if (step.kind === "enter") return `Look at ${name}.`;
  if (step.kind === "cut") {
    const moves = node.pruned.map((cut) => cut.move).join(", ");
    return `Cut ${moves} below ${node.position}: ${REASONS[node.pruned[0].reason] ?? node.pruned[0].reason}.`;
  }
  /** @type {Record<string, string>} */
  const why = { finished: " (the game is over)", horizon: " (an estimate)", known: " (the table knows it)", forced: " (a win in one)" };
  return `${node.position} is worth ${node.text ?? node.value}${why[node.kind] ?? ""}.`;
}
