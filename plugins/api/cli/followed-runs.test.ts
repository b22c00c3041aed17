import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { runWeft } from './testing/run-weft.ts';

const sleeps: number[] = [];
vi.mock('node:timers/promises', () => ({ setTimeout: async (milliseconds: number) => void sleeps.push(milliseconds) }));
beforeEach(() => {
  sleeps.length = 0;
});

const run = '3a6c1d1e-90f4-4a1c-8a08-7b2a3d9e4c55';
const events = `/console/api/runs/${run}/events?follow=true&after=`;
const item = (number: number, kind: string) =>
  `data: ${JSON.stringify({ number, generation: 3, event: { kind } })}\n\n`;

type Say = (answer: ServerResponse) => void;
const ends =
  (text = ''): Say =>
  (answer) =>
    answer.end(text);
const breaks =
  (text: string): Say =>
  (answer) =>
    answer.write(text, () => answer.destroy());

/** A server that answers each request for a stream with the next of these, the rest with the last. */
async function server(streams: readonly Say[], status: () => string = () => 'running') {
  const asked: string[] = [];
  const listening = createServer((request, answer) => {
    const url = request.url ?? '';
    if (!url.startsWith(events)) {
      answer.writeHead(200, { 'content-type': 'application/json' });
      answer.end(JSON.stringify({ id: run, status: status() }));
      return;
    }
    answer.writeHead(200, { 'content-type': 'text/event-stream' });
    answer.flushHeaders();
    (streams[asked.length] ?? streams.at(-1))?.(answer);
    asked.push(url.slice(events.length));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void listening.close());
  await once(listening, 'listening');
  const { port } = listening.address() as AddressInfo;
  return { platform: { url: `http://127.0.0.1:${port}`, token: 'x', home: '/' }, asked };
}

const follow = (platform: Parameters<typeof runWeft>[0], ...more: string[]) =>
  runWeft(platform, ['runs', 'events', run, '--follow', ...more]);

describe('weft runs events --follow', () => {
  it.each([
    ['breaks', breaks],
    ['ends before the run', ends],
  ])('goes on where it was when the stream %s', async (_case, loses) => {
    const { platform, asked } = await server([loses(item(7, 'chunk')), ends(item(8, 'run-finished'))]);
    const result = await follow(platform, '--after', '6');
    expect(result).toEqual({ code: 0, out: '    7  chunk\n    8  run-finished\n', err: '' });
    expect(asked).toEqual(['6', '7&generation=3']);
    expect(sleeps).toEqual([1000]);
  });

  it('shows what came between the end of its stream and that of the run', async () => {
    const { platform, asked } = await server(
      [ends(item(7, 'chunk')), ends(item(8, 'run-finished'))],
      () => 'succeeded',
    );
    expect(await follow(platform)).toMatchObject({ code: 0, out: '    7  chunk\n    8  run-finished\n' });
    expect(asked).toEqual(['0', '7&generation=3']);
  });

  it('is over where a run has ended and nothing is left to show', async () => {
    const { platform, asked } = await server([ends()], () => 'failed');
    expect(await follow(platform, '--after', '99')).toEqual({ code: 0, out: '', err: '' });
    expect(asked).toEqual(['99', '99']);
    expect(sleeps).toEqual([]);
  });

  it('gives up, and exits 1, when the stream ends again and again while the run goes on', async () => {
    const { platform, asked } = await server([ends(item(7, 'chunk')), ends()]);
    const result = await follow(platform, '--json');
    expect(result.code).toBe(1);
    expect(JSON.parse(result.err).error).toEqual({
      code: 'stream_lost',
      message: expect.stringContaining(`weft runs show ${run}`),
    });
    expect(asked).toHaveLength(61);
  });
});
