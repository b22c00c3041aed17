import { describe, expect, it } from 'vitest';
import { buildGraph } from '#engine/graph/build-graph.ts';
import type { Flow, Graph } from '#engine/graph/graph.ts';
import { fakeKind, fakeKinds } from '#engine/testing/fake-nodes.ts';
import { type RunSketch, runInPlace, sketchDocument, startInPlace } from '#engine/testing/run-in-place.ts';

const pass = fakeKind<string>({
  compile: (data) => String(data.from),
  run: (from, { variables }) => ({ outputs: { text: String(variables.get([from, 'text']) ?? 'hello') } }),
});
const kinds = { ...fakeKinds, pass };

/** start, then nodes that pass a text on; every tenth shows it. */
function chain(length: number): RunSketch {
  const nodes: Record<string, { type: string } & Record<string, unknown>> = { n0: { type: 'start' } };
  const edges: [string, string][] = [];
  let last = 'n0';
  for (let index = 1; index < length; index += 1) {
    const isAnswer = index % 10 === 0;
    nodes[`n${index}`] = isAnswer ? { type: 'answer', answer: `{{#${last}.text#}} ` } : { type: 'pass', from: last };
    edges.push([`n${index - 1}`, `n${index}`]);
    if (!isAnswer) last = `n${index}`;
  }
  return { nodes, edges, kinds, limits: { maxSteps: 1_000_000 } };
}

/** Counts what is read of objects and arrays, however deep they lie. Maps and typed arrays stay as they are. */
class Reads {
  count = 0;
  readonly #seen = new WeakMap<object, object>();

  of<T>(value: T): T {
    if (typeof value !== 'object' || value === null) return value;
    if (!Array.isArray(value) && Object.getPrototypeOf(value) !== Object.prototype) return value;
    const known = this.#seen.get(value);
    if (known !== undefined) return known as T;
    const counted = new Proxy<object>(value, {
      get: (target, key, receiver) => {
        this.count += 1;
        return this.of(Reflect.get(target, key, receiver));
      },
    });
    this.#seen.set(value, counted);
    return counted as T;
  }

  ofGraph(graph: Graph): Graph {
    const { entries, ...rest } = graph.main;
    const counted = new Map(entries);
    const flow: Flow = this.of({ ...rest, entries: counted });
    for (const [root, entry] of entries) counted.set(root, { ...entry, flow });
    return { ...graph, main: flow };
  }
}

interface Work {
  readonly building: number;
  readonly running: number;
  readonly goingOn: number;
  readonly events: number;
}

async function workOf(length: number): Promise<Work> {
  const sketch = chain(length);
  const building = new Reads();
  const graph = buildGraph(building.of(sketchDocument(sketch)), (type) => Reflect.get(kinds, type));
  const running = new Reads();
  const { finished, events } = await runInPlace(sketch, running.ofGraph(graph));
  expect(finished).toMatchObject({ status: 'succeeded', totalSteps: length });
  const past = new Reads();
  const resumed = startInPlace({ ...sketch, past: { events: past.of(events.slice(0, -1)) } }, past.ofGraph(graph));
  await resumed.done;
  expect(resumed.events.at(-1)).toMatchObject({ status: 'succeeded', answer: finished.answer });
  return { building: building.count, running: running.count, goingOn: past.count, events: events.length };
}

describe('a long chain', () => {
  it('is built, run and gone on with by work that grows as it does', async () => {
    const short = await workOf(1000);
    const long = await workOf(10_000);
    for (const part of ['building', 'running', 'goingOn', 'events'] as const) {
      expect(short[part]).toBeGreaterThan(1000);
      expect(long[part] / short[part], part).toBeLessThan(10.1);
    }
  });
});
