import { describe, expect, it } from 'vitest';
import { Random } from '#engine/testing/random.ts';
import { type RandomGraph, randomGraph, retimed } from '#engine/testing/random-graph.ts';
import { type RunReport, runInPlace } from '#engine/testing/run-in-place.ts';
import { modelRun } from '#engine/testing/scheduler-model.ts';

const graphs = 1500;

/** Places of events by node: when it started, when it was settled. */
function places(report: RunReport): { starts: Map<string, number>; ends: Map<string, number> } {
  const starts = new Map<string, number>();
  const ends = new Map<string, number>();
  for (const [place, event] of report.events.entries()) {
    if (event.kind === 'node-started') starts.set(event.nodeId, place);
    if (event.kind === 'node-finished') ends.set(event.nodeId, place);
  }
  return { starts, ends };
}

/** Nodes that started before one of their predecessors was done, though that one runs. */
function early(graph: RandomGraph, report: RunReport): string[] {
  const { starts, ends } = places(report);
  return graph.edges
    .filter(([source, target]) => starts.has(source) && starts.has(target))
    .filter(([source, target]) => (starts.get(target) ?? 0) < (ends.get(source) ?? Number.POSITIVE_INFINITY))
    .map(([source, target]) => `${source}→${target}`);
}

describe('the scheduler against its model', () => {
  it(`runs the nodes of ${graphs} random graphs once each, after what they wait for, whatever the timing`, async () => {
    for (let seed = 1; seed <= graphs; seed += 1) {
      const random = new Random(seed);
      const graph = randomGraph(random, 11, false);
      const model = modelRun(graph);
      for (const sketch of [graph, retimed(graph, random)]) {
        const report = await runInPlace(sketch);
        expect(report.started.toSorted(), `seed ${seed}`).toEqual([...model.runs].toSorted());
        expect(report.statuses, `seed ${seed}`).toEqual(model.statuses);
        expect(report.finished, `seed ${seed}`).toMatchObject({
          status: model.status,
          exceptionsCount: model.exceptions,
        });
        expect(early(graph, report), `seed ${seed}`).toEqual([]);
      }
    }
  }, 120_000);

  it('fails when a node does that the model reaches, and starts nothing afterwards', async () => {
    let failures = 0;
    for (let seed = 1; seed <= 600; seed += 1) {
      const graph = randomGraph(new Random(seed), 11, true);
      const model = modelRun(graph);
      const report = await runInPlace(graph);
      expect(report.finished.status, `seed ${seed}`).toBe(model.status);
      expect(new Set(report.started).size, `seed ${seed}`).toBe(report.started.length);
      expect(
        report.started.filter((id) => !model.runs.has(id)),
        `seed ${seed}`,
      ).toEqual([]);
      expect(Object.keys(report.statuses).toSorted(), `seed ${seed}`).toEqual(report.started.toSorted());
      if (model.status !== 'failed') continue;
      failures += 1;
      const failed = report.events.findIndex((event) => event.kind === 'node-finished' && event.status === 'failed');
      const later = report.events.slice(failed).filter((event) => event.kind === 'node-started');
      expect(later, `seed ${seed}`).toEqual([]);
    }
    expect(failures).toBeGreaterThan(100);
  }, 120_000);
});
