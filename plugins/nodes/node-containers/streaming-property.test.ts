/** Streamed text over random graphs with containers: complete, unmixed, rounds in order. */
import { beforeAll, describe, expect, it } from 'vitest';
import { Random } from '#engine/testing/random.ts';
import { type ContainerGraph, randomContainers } from '#engine/testing/random-containers.ts';
import { retimed } from '#engine/testing/random-graph.ts';
import { type RunReport, runInPlace } from '#engine/testing/run-in-place.ts';
import { type PropertyKinds, propertyKinds } from './testing/property-kinds.ts';
import { withAnswers } from './testing/with-answers.ts';

let kinds: PropertyKinds;
beforeAll(async () => {
  kinds = await propertyKinds();
});

const limits = { maxSteps: 20_000 };
const run = (graph: ContainerGraph): Promise<RunReport> => runInPlace({ ...graph, kinds, limits });

/** The text of each answer of each frame, in the order in which it was shown; throws when two are mixed. */
function pieces({ events }: RunReport): { path: string; text: string }[] {
  const shown = new Map<string, { path: string; text: string }>();
  let last = '';
  for (const event of events) {
    if (event.kind !== 'chunk') continue;
    const key = `${event.position?.path ?? ''}${event.nodeId}`;
    const piece = shown.get(key) ?? { path: event.position?.path ?? '', text: '' };
    if (piece.text !== '' && key !== last) throw new Error(`${key} is shown in pieces`);
    piece.text += event.deltas.join('');
    shown.set(key, piece);
    last = key;
  }
  return [...shown.values()];
}

/** Containers whose rounds are shown with something else between them, or not in order. */
function mixed(shown: readonly { path: string }[]): string[] {
  const wrong: string[] = [];
  const left = new Set<string>();
  let open: string[] = [];
  for (const { path } of shown) {
    // `a:0/b:2/` lies in the container a, its round a:0, the container a:0/b and its round a:0/b:2.
    const ends = [...path.matchAll(/[:/]/g)].map((match) => path.slice(0, match.index));
    for (const end of open) if (!ends.includes(end)) left.add(end);
    wrong.push(...ends.filter((end) => left.has(end)));
    for (const end of ends) {
      const round = /^(.*):(\d+)$/.exec(end);
      if (round === null || open.includes(end)) continue;
      const later = [...left].filter(
        (other) => other.startsWith(`${round[1]}:`) && !other.slice(end.length).includes('/'),
      );
      wrong.push(...later.filter((other) => Number(/:(\d+)$/.exec(other)?.[1] ?? -1) > Number(round[2])));
    }
    open = ends;
  }
  return wrong;
}

describe('trap 9: streamed text equals the final answer, over random graphs with containers', () => {
  it('equals the answer of the run, piece by piece, with the rounds of each container together and in order', async () => {
    let inside = 0;
    for (let seed = 1; seed <= 1200; seed += 1) {
      const random = new Random(seed);
      const options = { size: 5, depth: 3, isLoose: seed % 2 === 0 };
      const plain = withAnswers(randomContainers(random, options), random);
      const graph = { ...plain, mode: random.pick(['workflow', 'advanced-chat'] as const) };
      const report = await run(graph);
      const shown = pieces(report);
      inside += shown.filter(({ path }) => path !== '').length;
      expect(mixed(shown), `seed ${seed}`).toEqual([]);
      // A workflow's answer is what its answer nodes put out, and a failed node may have left a text unfinished.
      const hasFailed = report.events.some((event) => event.kind === 'node-finished' && event.status === 'failed');
      if (hasFailed && graph.mode === 'workflow') continue;
      expect(report.outputs.answer ?? '', `seed ${seed}`).toBe(report.text);
    }
    expect(inside).toBeGreaterThan(1000);
  }, 60_000);

  it('does not depend on timing, nor on how many rounds run at a time', async () => {
    let inside = 0;
    for (let seed = 1; seed <= 400; seed += 1) {
      const random = new Random(seed);
      const options = { size: 4, depth: 3, isLoose: false, isChain: true };
      const graph = withAnswers(randomContainers(random, options), random);
      const first = await run(graph);
      const second = await run(retimed(graph, random));
      expect(second.text, `seed ${seed}`).toBe(first.text);
      const nodes = Object.entries(graph.nodes).map(([id, node]) => [id, { ...node, is_parallel: false }]);
      const third = await run({ ...graph, nodes: Object.fromEntries(nodes) });
      expect(third.text, `seed ${seed}`).toBe(first.text);
      inside += pieces(first).filter(({ path }) => path !== '').length;
    }
    expect(inside).toBeGreaterThan(1000);
  }, 60_000);
});
