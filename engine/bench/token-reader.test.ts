import { describe, expect, it } from 'vitest';
import { nowMicros, TokenReader } from './token-reader.ts';

describe('counting tokens in a stream', () => {
  it('counts in the named events only, wherever pieces are cut', () => {
    const stream =
      'data: {"event":"message","answer":"~a ~b "}\n\ndata: {"event":"message","answer":"~c"}\n\ndata: {"event":"message_end","answer":"~a ~b ~c"}\n\n';
    for (const size of [1, 5, 50, 500]) {
      const reader = new TokenReader(['data: {"event":"message",']);
      for (let at = 0; at < stream.length; at += size) reader.read(Buffer.from(stream.slice(at, at + size)));
      expect(reader.tokens).toBe(3);
    }
  });

  it('knows how late a stamped token is', () => {
    const reader = new TokenReader(['data: ']);
    reader.read(Buffer.from(`data: ~${nowMicros() - 5000} \n\n`));
    expect(reader.lateness).toHaveLength(1);
    expect(reader.lateness[0]).toBeGreaterThanOrEqual(5);
  });
});
