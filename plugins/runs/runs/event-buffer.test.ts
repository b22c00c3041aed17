import { describe, expect, it } from 'vitest';
import type { RunEvent } from '#engine';
import { chunk } from '#engine/testing/run-events.ts';
import { EventBuffer } from './event-buffer.ts';
import { all } from './testing/every-event.ts';

function readAll(kept: EventBuffer, from = 0): RunEvent[] {
  const events: RunEvent[] = [];
  for (let next = kept.after(from); next !== undefined; next = kept.after(next.count)) events.push(...next.batch);
  return events;
}

const tokens = Array.from({ length: 200 }, (_, index) =>
  chunk([`"${index}"\n`], [`node ${Math.floor(index / 50)}`, 'text']),
);
const reasoning: RunEvent[] = Array.from({ length: 60 }, (_, index) => {
  return { kind: 'reasoning', nodeId: 'llm', deltas: [`${index}`], isFinal: index === 59 };
});

describe('kept events', () => {
  it.each([
    ['text that came token by token', tokens.map((event) => [event])],
    ['reasoning', reasoning.map((event) => [event])],
    ['batches of several', tokens.flatMap((event, index) => (index % 2 === 0 ? [[event, ...reasoning]] : [[event]]))],
    ['every kind of event between tokens', [...tokens, ...all, ...tokens].map((event) => [event])],
    ['an empty piece of text', tokens.map((event) => [{ ...event, deltas: [] } as RunEvent])],
  ])('are read as they came: %s', (_case, batches) => {
    const kept = new EventBuffer();
    const live: RunEvent[] = [];
    let read = 0;
    for (const batch of batches) {
      kept.add(batch);
      const next = kept.after(read);
      live.push(...(next?.batch ?? []));
      read = next?.count ?? read;
    }
    expect(live).toEqual(batches.flat());
    expect(readAll(kept)).toEqual(batches.flat());
  });

  it('go on from any place', () => {
    const kept = new EventBuffer();
    for (const event of tokens) kept.add([event]);
    for (let from = 0; from <= tokens.length; from++) expect(readAll(kept, from)).toEqual(tokens.slice(from));
  });

  it('of streamed text are let go of as objects', () => {
    const kept = new EventBuffer();
    for (const event of tokens) kept.add([event]);
    const isSame = tokens.filter((event) => readAll(kept).includes(event));
    expect(isSame.length).toBeLessThan(32);
  });
});
