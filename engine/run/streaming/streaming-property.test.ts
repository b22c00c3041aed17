import { describe, expect, it } from 'vitest';
import type { RunEvent } from '#engine';
import { Random } from '#engine/testing/random.ts';
import { type RandomGraph, randomGraph, retimed } from '#engine/testing/random-graph.ts';
import { runInPlace } from '#engine/testing/run-in-place.ts';

/** Ids of the nodes from which a node can be reached, itself not included. */
function upstream({ edges }: RandomGraph, id: string): Set<string> {
  const found = new Set([id]);
  for (const node of found) for (const [source, target] of edges) if (target === node) found.add(source);
  found.delete(id);
  return found;
}

/** Turns some nodes into models that stream and some into answers that name nodes `reach` lets them name. */
function withAnswers(graph: RandomGraph, random: Random, reach: (id: string) => readonly string[]): RandomGraph {
  const nodes = { ...graph.nodes };
  for (const [id, node] of Object.entries(nodes)) {
    if (node.type !== 'work') continue;
    if (random.chance(0.4))
      nodes[id] = { type: 'answer', answer: template(random, id, reach(id)), delay: random.below(4) };
    else {
      const tokens = Array.from({ length: random.below(4) }, (_, index) => `${id}.${index} `);
      // What was shown of a failed attempt can't be taken back, so only attempts that are repeated stream anything.
      const failsAfter = node.fails === true ? 0 : random.below(3);
      nodes[id] = { ...node, tokens, every: random.below(3), failsAfter };
    }
  }
  return { ...graph, nodes };
}

function template(random: Random, id: string, names: readonly string[]): string {
  let text = `<${id}`;
  for (let part = random.below(4); part > 0; part -= 1) {
    const name = names[random.below(names.length)] ?? 'ghost';
    text += random.pick([
      ` {{#${name}.text#}}`,
      `{{#${name}.text#}}`,
      ' {{#ghost.x#}} ',
      ` {{#${name}.error_message#}}`,
      '-',
    ]);
  }
  return `${text}>`;
}

function textsByNode(events: readonly RunEvent[]): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const event of events) {
    if (event.kind === 'chunk') texts[event.nodeId] = (texts[event.nodeId] ?? '') + event.deltas.join('');
  }
  return texts;
}

describe('trap 9: streamed text equals the final answer, over random graphs', () => {
  it('equals what each answer node puts out, and all of it the answer of the run', async () => {
    let chunks = 0;
    for (let seed = 1; seed <= 2000; seed += 1) {
      const random = new Random(seed);
      const plain = randomGraph(random, 10, false);
      const graph = withAnswers(plain, random, (id) => [...upstream(plain, id)]);
      const { events, finished, text, outputs, nodeOutputs, statuses } = await runInPlace(graph);
      expect(finished.answer, `seed ${seed}`).toBe(text);
      expect(outputs.answer ?? '', `seed ${seed}`).toBe(text);
      const texts = textsByNode(events);
      for (const id of Object.keys(statuses).filter((node) => graph.nodes[node]?.type === 'answer')) {
        expect(texts[id] ?? '', `seed ${seed}, ${id}`).toBe((nodeOutputs[id] as { answer: string }).answer);
        chunks += 1;
      }
    }
    expect(chunks).toBeGreaterThan(2000);
  }, 120_000);

  it('equals the answer of the run even when templates name nodes beside them, in both modes', async () => {
    for (let seed = 1; seed <= 1000; seed += 1) {
      const random = new Random(seed);
      const plain = randomGraph(random, 10, seed % 2 === 0);
      const mode = random.pick(['workflow', 'advanced-chat'] as const);
      const graph = { ...withAnswers(plain, random, () => Object.keys(plain.nodes)), mode };
      const { finished, text, outputs } = await runInPlace(graph);
      if (finished.status === 'failed' && mode === 'workflow') continue;
      expect(outputs.answer ?? '', `seed ${seed}`).toBe(text);
      expect(finished.answer, `seed ${seed}`).toBe(text);
    }
  }, 120_000);

  it('does not depend on timing where nothing blocks: the order is that of the templates', async () => {
    for (let seed = 1; seed <= 300; seed += 1) {
      const random = new Random(seed);
      const ids = ['m1', 'm2', 'm3', 'm4'];
      const nodes: RandomGraph['nodes'] = { start: { type: 'start' } };
      for (const id of ids) nodes[id] = { type: 'work', tokens: [`${id}a`, `${id}b`], every: random.below(3) };
      for (const id of ['x', 'y']) nodes[id] = { type: 'answer', answer: template(random, id, ids) };
      const edges: RandomGraph['edges'] = [];
      for (const id of ids) {
        edges.push(['start', id, 'source']);
        for (const end of ['x', 'y']) edges.push([id, end, 'source']);
      }
      const graph = { nodes, edges };
      const first = await runInPlace(graph);
      const second = await runInPlace(retimed(graph, random));
      expect(second.text, `seed ${seed}`).toBe(first.text);
    }
  }, 120_000);
});
