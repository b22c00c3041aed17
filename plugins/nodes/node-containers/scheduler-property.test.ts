/** The scheduler against its model over random graphs with containers: nested, parallel, failing, with branches inside. */
import { beforeAll, describe, expect, it } from 'vitest';
import { modelContainers } from '#engine/testing/container-model.ts';
import { Random } from '#engine/testing/random.ts';
import { type ContainerGraph, randomContainers } from '#engine/testing/random-containers.ts';
import { retimed } from '#engine/testing/random-graph.ts';
import { type RunReport, runInPlace } from '#engine/testing/run-in-place.ts';
import { type PropertyKinds, propertyKinds } from './testing/property-kinds.ts';

const graphs = 1200;

let kinds: PropertyKinds;
beforeAll(async () => {
  kinds = await propertyKinds();
});

const limits = { maxSteps: 20_000 };
const run = (graph: ContainerGraph): Promise<RunReport> => runInPlace({ ...graph, kinds, limits });

/** What happened to each node of each frame: places of its start and its end among the events, and its status. */
interface Happened {
  readonly start: number;
  end: number;
  status: string;
}

function happened({ events }: RunReport): Map<string, Happened> {
  const all = new Map<string, Happened>();
  for (const [place, event] of events.entries()) {
    if (event.kind !== 'node-started' && event.kind !== 'node-finished') continue;
    const key = `${event.position?.path ?? ''}${event.nodeId}`;
    if (event.kind === 'node-started') {
      if (all.has(key)) throw new Error(`${key} was started twice`);
      all.set(key, { start: place, end: Number.POSITIVE_INFINITY, status: 'running' });
    } else {
      const one = all.get(key);
      if (one === undefined || one.status !== 'running') throw new Error(`${key} ended without running`);
      one.end = place;
      one.status = event.status;
    }
  }
  return all;
}

/** Nodes that started before a predecessor of their frame was done, and nodes outside the time of their container. */
function early({ edges }: ContainerGraph, all: ReadonlyMap<string, Happened>): string[] {
  const wrong: string[] = [];
  for (const [key, { start, end }] of all) {
    const cut = key.lastIndexOf('/') + 1;
    const path = key.slice(0, cut);
    for (const [source, target] of edges) {
      const before = target === key.slice(cut) ? all.get(`${path}${source}`) : undefined;
      if (before !== undefined && before.end > start) wrong.push(`${source} → ${key}`);
    }
    const container = all.get(path.replace(/:\d+\/$/, ''));
    if (path !== '' && !(container !== undefined && container.start < start && end < container.end)) wrong.push(key);
  }
  return wrong;
}

describe('the scheduler against its model, with containers', () => {
  it(`runs the nodes of ${graphs} random graphs once per round, after what they wait for, whatever the timing`, async () => {
    let rounds = 0;
    for (let seed = 1; seed <= graphs; seed += 1) {
      const random = new Random(seed);
      const graph = randomContainers(random, { size: 5, depth: 3, isLoose: false });
      const model = modelContainers(graph);
      for (const sketch of seed % 4 === 0 ? [graph, retimed(graph, random)] : [graph]) {
        const report = await run(sketch);
        expect(report.finished.status, `seed ${seed}`).toBe(model.status);
        // A failure of the main graph ends the run in the middle of things; the other test looks at that.
        if (model.status === 'failed') continue;
        const all = happened(report);
        const statuses = new Map([...all].map(([key, { status }]) => [key, status]));
        expect(Object.fromEntries(statuses), `seed ${seed}`).toEqual(Object.fromEntries(model.statuses));
        expect(report.finished.exceptionsCount, `seed ${seed}`).toBe(model.exceptions);
        expect(early(graph, all), `seed ${seed}`).toEqual([]);
        rounds += [...all.keys()].filter((key) => key.includes('/')).length;
      }
    }
    expect(rounds).toBeGreaterThan(10_000);
  }, 60_000);

  it('never runs what it may not, and never hangs, when rounds end iterations and nodes end runs', async () => {
    let failures = 0;
    for (let seed = 1; seed <= graphs / 2; seed += 1) {
      const graph = randomContainers(new Random(seed), { size: 5, depth: 2, isLoose: true, failing: seed % 3 === 0 });
      const possible = modelContainers(graph, true).statuses;
      const report = await run(graph);
      const all = happened(report);
      const isFailed = report.finished.status === 'failed';
      failures += Number(isFailed);
      for (const [key, { status }] of all) {
        expect(possible.has(key), `seed ${seed}, ${key}`).toBe(true);
        expect(status, `seed ${seed}, ${key}`).not.toBe('running');
        const { type } = graph.nodes[key.slice(key.lastIndexOf('/') + 1)] ?? { type: '' };
        if (isFailed || type === 'iteration' || type === 'loop') continue;
        expect(status, `seed ${seed}, ${key}`).toBe(possible.get(key));
      }
    }
    expect(failures).toBeGreaterThan(50);
  }, 60_000);
});
