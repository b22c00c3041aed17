import { describe, expect, it } from 'vitest';
import { Float } from '#engine/run/values/value.ts';
import { readFrames } from './read-frames.ts';

describe('reading a stream', () => {
  it('gives its events in order, without pings, number kinds included', () => {
    const { events, problems } = readFrames('event: ping\n\ndata: {"event":"a","n":1.0}\n\ndata: {"event":"b"}\n\n');
    expect(problems).toEqual([]);
    expect(events).toEqual([{ event: 'a', n: new Float(1) }, { event: 'b' }]);
  });

  it.each([
    ['an event without a name', 'data: {"n":1}\n\n'],
    ['broken JSON', 'data: {"event":}\n\n'],
    ['two lines', 'data: {"event":"a"}\ndata: {"event":"b"}\n\n'],
    ['an event line', 'event: message\ndata: {"event":"a"}\n\n'],
    ['the end marker of others', 'data: [DONE]\n\n'],
    ['an end inside a frame', 'data: {"event":"a"}\n\ndata: {"ev'],
  ])('complains of %s', (_case, text) => {
    expect(readFrames(text).problems).toHaveLength(1);
  });
});
