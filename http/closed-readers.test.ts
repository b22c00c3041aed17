import { get, type IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { Public, route, sse } from './contract.ts';
import { startTestServer } from './testing/server.ts';

describe('a reader that is closed because it does not read', () => {
  /** What it finds when it reads after all. */
  async function readLate(characters: number): Promise<string[]> {
    let isReturned = false;
    async function* events() {
      try {
        for (let n = 1; ; n += 1)
          yield [{ id: String(n), text: JSON.stringify({ n, filler: 'x'.repeat(characters) }) }];
      } finally {
        isReturned = true;
      }
    }
    const resume = (last: string | undefined) => ({ resume: '/stream', after: last });
    const stream = route({
      id: 'stream',
      method: 'GET',
      path: '/stream',
      access: Public,
      summary: '',
      handle: () => sse(events(), { identity: { message_id: 'm1' }, resume }),
    });
    const server = await startTestServer({ routes: [stream], config: { stallTimeout: 150 } });
    const answer = await new Promise<IncomingMessage>((resolve) => get(`${server.address}/stream`, resolve));
    await expect.poll(() => isReturned).toBe(true);
    let text = '';
    try {
      for await (const piece of answer) text += piece;
    } catch {
      // The connection was ended in the middle of a frame.
    }
    await server.close();
    const frames = text.split('\n\n');
    frames.pop();
    return frames;
  }

  it('is told how it goes on, after the last event it was sent', async () => {
    const frames = await readLate(1_000);
    const [last, before] = [frames.at(-1) ?? '', frames.at(-2) ?? ''];
    expect(JSON.parse(last.replace('data: ', ''))).toMatchObject({
      event: 'stream_closed',
      reason: 'not_read',
      message_id: 'm1',
      resume: '/stream',
      after: /^id: (\d+)/.exec(before)?.[1],
    });
  });

  it('has whole events only, and goes on from the last of them', async () => {
    const frames = await readLate(500_000);
    expect(frames.length).toBeGreaterThan(0);
    for (const [index, frame] of frames.entries()) {
      expect(frame.startsWith(`id: ${index + 1}\n`)).toBe(true);
      expect(JSON.parse(frame.slice(frame.indexOf('data: ') + 6))).toMatchObject({ n: index + 1 });
    }
  });
});
