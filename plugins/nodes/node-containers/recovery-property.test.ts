/** Interrupted runs with containers go on from their journal: containers run again, their rounds are replayed. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { RunEvent } from '#engine';
import { Random } from '#engine/testing/random.ts';
import { type ContainerGraph, randomContainers } from '#engine/testing/random-containers.ts';
import { type RunReport, type RunSketch, reportOf, startInPlace } from '#engine/testing/run-in-place.ts';
import { type PropertyKinds, propertyKinds } from './testing/property-kinds.ts';
import { withAnswers } from './testing/with-answers.ts';

let kinds: PropertyKinds;
beforeAll(async () => {
  kinds = await propertyKinds();
});

const limits = { maxSteps: 20_000 };

interface Interrupted {
  readonly whole: RunReport;
  /** What was told before the interruption, and after it. */
  readonly before: readonly RunEvent[];
  readonly after: readonly RunEvent[];
}

/** Runs a graph, then goes on from the first part of its events. */
async function interrupted(graph: ContainerGraph, random: Random): Promise<Interrupted> {
  const sketch: RunSketch = { ...graph, kinds, limits };
  // One clock for both: it remembers how often nodes failed.
  const first = startInPlace(sketch);
  await first.clock.until(first.done);
  const before = first.events.slice(0, 1 + random.below(first.events.length - 1));
  const second = startInPlace({ ...sketch, past: { events: before } }, undefined, first.clock);
  await first.clock.until(second.done);
  return { whole: reportOf(first.events), before, after: second.events };
}

/** How each execution ended, by its path; throws when one started or ended twice. */
function endings(events: readonly RunEvent[]): Record<string, string> {
  const ends: Record<string, string> = {};
  const starts = new Set<string>();
  for (const event of events) {
    if (event.kind !== 'node-started' && event.kind !== 'node-finished') continue;
    const key = `${event.position?.path ?? ''}${event.nodeId}`;
    if (event.kind === 'node-started') {
      if (starts.has(key)) throw new Error(`${key} was started twice`);
      starts.add(key);
    } else {
      if (ends[key] !== undefined) throw new Error(`${key} ended twice`);
      ends[key] = `${event.status} ${event.outputs}`;
    }
  }
  return ends;
}

function told(events: readonly RunEvent[]): string[] {
  return events
    .filter((event) => event.kind === 'container')
    .map((event) => `${event.executionId} ${event.phase} ${event.data}`)
    .toSorted();
}

function shownText(events: readonly RunEvent[]): string {
  let text = '';
  for (const event of events) {
    if (event.kind === 'chunk') text += event.deltas.join('');
    if (event.kind === 'text-replaced') text = event.text;
  }
  return text;
}

describe('an interrupted run with containers', () => {
  it('ends as it would have ended, wherever it was cut, and tells nothing twice', async () => {
    let rounds = 0;
    for (let seed = 1; seed <= 400; seed += 1) {
      const random = new Random(seed);
      const graph = randomContainers(random, { size: 4, depth: 3, isLoose: false });
      const { whole, before, after } = await interrupted(graph, random);
      if (whole.finished.status === 'failed') continue;
      const all = [...before, ...after];
      expect(endings(all), `seed ${seed}`).toEqual(endings(whole.events));
      expect(reportOf(all).finished.outputs, `seed ${seed}`).toBe(whole.finished.outputs);
      expect(told(all).length, `seed ${seed}`).toBe(told(whole.events).length);
      rounds += Object.keys(endings(before)).filter((key) => key.includes('/')).length;
    }
    expect(rounds).toBeGreaterThan(1000);
  }, 60_000);

  it('shows the text it would have shown', async () => {
    let shown = 0;
    for (let seed = 1; seed <= 250; seed += 1) {
      const random = new Random(seed);
      const options = { size: 4, depth: 3, isLoose: false, isChain: true };
      const graph = withAnswers(randomContainers(random, options), random);
      const { whole, before, after } = await interrupted(graph, random);
      const all = [...before, ...after];
      expect(shownText(all), `seed ${seed}`).toBe(whole.text);
      expect(reportOf(all).outputs.answer ?? '', `seed ${seed}`).toBe(whole.text);
      shown += whole.text.length;
    }
    expect(shown).toBeGreaterThan(5000);
  }, 60_000);
});
