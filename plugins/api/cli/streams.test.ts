import { describe, expect, it } from 'vitest';
import { runWeft } from './testing/run-weft.ts';
import { streamingServer } from './testing/streaming-server.ts';

const app = '3a6c1d1e-90f4-4a1c-8a08-7b2a3d9e4c55';
const run = '11111111-90f4-4a1c-8a08-7b2a3d9e4c55';
const started = { event: 'workflow_started', workflow_run_id: run, data: {} };
const said = { event: 'message', conversation_id: 'c1', answer: 'Well' };
const failure = { event: 'error', code: 'boom', message: 'boom at noon' };
const end = { event: 'message_end', conversation_id: 'c1' };
const finished = (status: string) => ({ event: 'workflow_finished', data: { status, outputs: { a: 1 } } });

describe('weft run --stream', () => {
  it.each([
    ['nothing', [], `weft runs list --app ${app}`],
    ['its start', [started], `weft runs events ${run} --follow`],
    ['a piece of text', [started, said], `weft runs events ${run} --follow`],
    ['a failure without its reason', [started, finished('failed')], `weft runs events ${run} --follow`],
  ])('exits 1 and says how to follow the run when the stream ends after %s', async (_case, events, remedy) => {
    for (const breaks of [false, true]) {
      const { platform } = await streamingServer([events], { breaks });
      const result = await runWeft(platform, ['run', app, '--stream', '--json']);
      expect(result.code).toBe(1);
      expect(JSON.parse(result.err).error).toEqual({ code: 'stream_lost', message: expect.stringContaining(remedy) });
      expect(result.out).toBe(events.map((event) => `${JSON.stringify(event)}\n`).join(''));
    }
  });

  it.each([
    ['workflow_finished', finished('succeeded'), 0],
    ['a stop', finished('stopped'), 0],
    ['workflow_paused', { event: 'workflow_paused', workflow_run_id: run }, 0],
    ['message_end', end, 0],
    ['error', failure, 1],
  ])('takes %s for an end', async (_case, event, code) => {
    const { platform } = await streamingServer([[started, event]]);
    const result = await runWeft(platform, ['run', app, '--stream']);
    expect(result).toMatchObject({ code, err: code === 0 ? '' : 'weft: boom at noon\n' });
  });

  it('keeps the text that came apart from what it says about the rest', async () => {
    const { platform } = await streamingServer([[started, said]]);
    expect(await runWeft(platform, ['run', app, '--stream'])).toMatchObject({ code: 1, out: 'Well\n' });
  });
});

describe('weft chat', () => {
  const lines = ['One', 'Two', 'Three'];
  const streams = [[said, failure], [said], [said, end]];

  it('tells a person what went wrong and goes on in the same conversation', async () => {
    const { platform, bodies } = await streamingServer(streams);
    const result = await runWeft(platform, ['chat', app], { lines, secrets: {} });
    expect(result).toMatchObject({ code: 0, out: 'Well\nWell\nWell\n' });
    expect(result.err).toMatch(/^weft: boom at noon\nweft: The stream ended before the run.*\n$/);
    expect(bodies.map((body) => [body.query, body.conversation_id])).toEqual([
      ['One', ''],
      ['Two', 'c1'],
      ['Three', 'c1'],
    ]);
  });

  it('ends at the first error where nobody types', async () => {
    const { platform, bodies } = await streamingServer(streams);
    const result = await runWeft(platform, ['chat', app], { lines });
    expect(result).toEqual({ code: 1, out: 'Well\n', err: 'weft: boom at noon\n' });
    expect(bodies).toHaveLength(1);
  });

  it('ends for a person too where the app can not be talked to', async () => {
    const result = await runWeft({ url: 'http://127.0.0.1:1', token: 'x', home: '/' }, ['chat', app], {
      lines,
      secrets: {},
    });
    expect(result).toMatchObject({ code: 1, err: expect.stringContaining('No server answers') });
  });
});
