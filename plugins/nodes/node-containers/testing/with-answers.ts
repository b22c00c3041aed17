import type { Random } from '#engine/testing/random.ts';
import type { ContainerGraph } from '#engine/testing/random-containers.ts';

/** Turns some nodes into models that stream and some into answers that name nodes, their own container or nothing. */
export function withAnswers(graph: ContainerGraph, random: Random): ContainerGraph {
  const nodes = { ...graph.nodes };
  for (const [id, node] of Object.entries(nodes)) {
    if (node.type !== 'work') continue;
    const { parent } = node;
    const near = Object.keys(nodes).filter((other) => nodes[other]?.parent === parent);
    if (random.chance(0.5)) {
      const names = [...near.map((name) => `${name}.text`), `${parent ?? 'ghost'}.item`, 'ghost.x', 'start.list2'];
      const parts = Array.from({ length: random.below(4) }, () => `{{#${names[random.below(names.length)]}#}} `);
      nodes[id] = { type: 'answer', answer: `<${id} ${parts.join('')}>\n`, delay: random.below(5), parent };
    } else {
      const tokens = Array.from({ length: random.below(4) }, (_, index) => `${id}.${index} `);
      // What was shown of a failed attempt can't be taken back, so only attempts that are repeated stream anything.
      const failsAfter = node.fails === true ? 0 : random.below(3);
      nodes[id] = { ...node, tokens, every: random.below(3), failsAfter };
    }
  }
  return { ...graph, nodes };
}
