import { describe, expect, it } from 'vitest';
import type { RunEvent } from '#engine';
import type { SpeechStream } from '#plugins/delivery-api/generation/single-providers.ts';
import type { SpokenMapper } from './frame-mapper.ts';
import { SpokenFrames } from './frame-stream.ts';

/** Values somebody else sends; null ends them. */
function channel<T>() {
  const sent: (T | null)[] = [];
  let wake = () => {};
  return {
    send: (...values: (T | null)[]) => {
      sent.push(...values);
      wake();
    },
    async next(): Promise<T | null> {
      while (sent.length === 0) await new Promise<void>((resolve) => (wake = resolve));
      return sent.shift() ?? null;
    },
  };
}

const chunk = (text: string) => ({ kind: 'chunk', deltas: [text], selector: [] }) as unknown as RunEvent;
const finished = (status: string) => ({ kind: 'run-finished', status }) as unknown as RunEvent;
const paused = { kind: 'run-paused' } as unknown as RunEvent;

const mapper: SpokenMapper = {
  map: (events) =>
    events.flatMap((event) => {
      if (event.kind === 'chunk') return [...event.deltas];
      if (event.kind !== 'run-finished') return [event.kind];
      const end = '{"event":"workflow_finished"}';
      return event.status === 'failed' ? [end, 'error'] : ['message_end', end];
    }),
  sound: (audio) => (audio === '' ? 'sound end' : `sound ${Buffer.from(audio, 'base64')}`),
};

function begin(longestHold?: number) {
  const events = channel<readonly RunEvent[]>();
  const sound = channel<Uint8Array>();
  const told: string[] = [];
  const speech: SpeechStream = {
    add: (text) => void told.push(`add ${text}`),
    replace: (text) => void told.push(`replace ${text}`),
    end: () => void told.push('end'),
    stop: () => {
      told.push('stop');
      sound.send(null);
    },
    next: () => sound.next(),
  };
  async function* read() {
    for (let batch = await events.next(); batch !== null; batch = await events.next()) yield batch;
  }
  return { events, sound, told, frames: new SpokenFrames(read(), mapper, speech, longestHold) };
}

async function rest(frames: AsyncIterable<readonly string[]>): Promise<string[]> {
  return (await Array.fromAsync(frames)).flat();
}

const piece = (text: string) => Buffer.from(text);

describe('an answer with a voice', () => {
  it('is told at once; workflow_finished waits for the sound, whose end is the last', async () => {
    const { events, sound, told, frames } = begin();
    events.send([chunk('a')], [chunk('b')], [finished('succeeded')], null);
    expect((await frames.next()).value).toEqual(['a']);
    expect((await frames.next()).value).toEqual(['b']);
    expect((await frames.next()).value).toEqual(['message_end']);
    sound.send(piece('1'), piece('2'), null);
    expect(await rest(frames)).toEqual(['sound 1', 'sound 2', '{"event":"workflow_finished"}', 'sound end']);
    expect(told.slice(0, 3)).toEqual(['add a', 'add b', 'end']);
  });

  it('tells the sound between the text', async () => {
    const { events, sound, frames } = begin();
    sound.send(piece('1'));
    expect((await frames.next()).value).toEqual(['sound 1']);
    events.send([chunk('a')]);
    expect((await frames.next()).value).toEqual(['a']);
    sound.send(null);
    events.send([finished('succeeded')], null);
    expect(await rest(frames)).toEqual(['message_end', '{"event":"workflow_finished"}', 'sound end']);
  });

  it('is finished before its sound when that takes too long', async () => {
    const { events, sound, frames } = begin(1);
    events.send([finished('succeeded')], null);
    expect((await frames.next()).value).toEqual(['message_end']);
    expect((await frames.next()).value).toEqual(['{"event":"workflow_finished"}']);
    sound.send(piece('1'), null);
    expect(await rest(frames)).toEqual(['sound 1', 'sound end']);
  });

  it('that fails says nothing after its error', async () => {
    const { events, told, frames } = begin();
    events.send([finished('failed')], null);
    expect(await rest(frames)).toEqual(['{"event":"workflow_finished"}', 'error']);
    expect(told).toContain('stop');
  });

  it('that is stopped is not said to its end', async () => {
    const { events, frames } = begin();
    events.send([finished('stopped')], null);
    expect(await rest(frames)).toEqual(['message_end', '{"event":"workflow_finished"}', 'sound end']);
  });

  it('that waits for people is said as far as it goes', async () => {
    const { events, sound, frames } = begin();
    events.send([chunk('a'), paused], null);
    expect((await frames.next()).value).toEqual(['a', 'run-paused']);
    sound.send(piece('1'), null);
    expect(await rest(frames)).toEqual(['sound 1', 'sound end']);
  });

  it('is not said any more to a reader who left, although the run goes on', async () => {
    const { told, frames } = begin();
    const waiting = frames.next();
    void frames.return();
    expect(told).toEqual(['stop']);
    void waiting;
  });
});
