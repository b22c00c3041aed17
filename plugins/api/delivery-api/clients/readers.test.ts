import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fetchEventSource } from '@microsoft/fetch-event-source';
import { createParser, type EventSourceMessage, type ParseError } from 'eventsource-parser';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { modelChat, promptApp } from '#engine/testing/app-document.ts';
import { parseFrames } from '#http/testing/client.ts';
import { findProgram } from '#plugins/delivery-api/testing/find-program.ts';
import { type ImportedApp, startPlatform, type TestPlatform } from '#plugins/delivery-api/testing/platform.ts';

/** One stream, read by what is used to read such streams. */
let platform: TestPlatform;
let app: ImportedApp;

const query = 'Grüße 🌿 你好 — "quoted", back\\slash, line\nbreak and data: event: ping';
const body = { inputs: {}, query, user: 'u1', response_mode: 'streaming' };
const spoken = `This is the demo model: it understands nothing and repeats what it is given. You said: ${query}`;

beforeAll(async () => {
  platform = await startPlatform({ config: { http: { pingInterval: 20 } } });
  app = await platform.importApp(modelChat({ completion_params: { pace_ms: 30 } }));
});
afterAll(() => platform.dispose());

const address = () => `${platform.url}/v1/chat-messages`;
const headers = () => ({ authorization: `Bearer ${app.key}`, 'content-type': 'application/json' });

function open(): Promise<Response> {
  return fetch(address(), { method: 'POST', headers: headers(), body: JSON.stringify(body) });
}

type Event = Readonly<Record<string, unknown>>;

function check(events: readonly Event[]): void {
  expect(events.map((event) => (event.event === 'message' ? event.answer : '')).join('')).toBe(spoken);
  expect(events.at(-1)?.event).toBe('workflow_finished');
  expect(events.at(-2)?.event).toBe('message_end');
}

describe('a stream is read by', () => {
  it('a parser of event streams, whatever pieces it comes in', async () => {
    const bytes = new Uint8Array(await (await open()).arrayBuffer());
    for (const size of [1, 2, 3, 7, 1000, bytes.length]) {
      const messages: EventSourceMessage[] = [];
      const others: unknown[] = [];
      const parser = createParser({
        onEvent: (message) => messages.push(message),
        onError: (error: ParseError) => others.push(error),
        onComment: (comment) => others.push(comment),
        onRetry: (interval) => others.push(interval),
      });
      const decoder = new TextDecoder();
      for (let at = 0; at < bytes.length; at += size) {
        parser.feed(decoder.decode(bytes.subarray(at, at + size), { stream: true }));
      }
      expect(others).toEqual([]);
      // A ping has no data, so it is no event to those who keep to the standard.
      expect(new Set(messages.map(({ event, id }) => [event, id].join()))).toEqual(new Set([',']));
      check(messages.map(({ data }) => JSON.parse(data)));
    }
  });

  it('the same parser as a stream', async () => {
    const events: Event[] = [];
    const pieces = (await open()).body?.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
    for await (const { data } of pieces ?? []) events.push(JSON.parse(data));
    check(events);
  });

  it('a library that asks by POST, which is not asked to come again', async () => {
    const events: Event[] = [];
    let opened = 0;
    let closed = 0;
    // The library is made for pages; what it asks of one is whether it is seen.
    const page = { hidden: false, addEventListener: () => {}, removeEventListener: () => {} };
    Object.assign(globalThis, { document: page, window: globalThis });
    try {
      await fetchEventSource(address(), {
        method: 'POST',
        headers: headers(),
        body: JSON.stringify(body),
        openWhenHidden: true,
        async onopen(answer) {
          opened += 1;
          expect(answer.headers.get('content-type')).toContain('text/event-stream');
        },
        onmessage({ event, data }) {
          if (event !== 'ping') events.push(JSON.parse(data));
        },
        onclose() {
          closed += 1;
        },
      });
    } finally {
      Reflect.deleteProperty(globalThis, 'document');
      Reflect.deleteProperty(globalThis, 'window');
    }
    check(events);
    expect([opened, closed]).toEqual([1, 1]);
  });

  it('who takes the bytes of a signed character one by one', async () => {
    const bytes: number[] = [];
    const reader = (await open()).body?.getReader();
    for (;;) {
      const step = await reader?.read();
      if (step === undefined || step.done) break;
      bytes.push(...step.value);
    }
    const decoder = new TextDecoder('utf-8', { fatal: true });
    let text = '';
    for (const byte of bytes) text += decoder.decode(Uint8Array.of(byte), { stream: true });
    expect(text).not.toContain('\uFFFD');
    check(parseFrames(Buffer.from(text)).events);
  });

  it.each<[string, (text: string) => string[]]>([
    [
      'lines that begin with "data: "',
      (text) => text.split('\n').flatMap((line) => (line.startsWith('data: ') ? [line.slice(6)] : [])),
    ],
    [
      'lines that begin with "data:"',
      (text) => text.split(/\r?\n/).flatMap((line) => (line.startsWith('data:') ? [line.slice(5)] : [])),
    ],
    [
      'blocks between empty lines',
      (text) => text.split('\n\n').flatMap((block) => (block.trim().startsWith('data:') ? [block.slice(5)] : [])),
    ],
    [
      'blocks of lines with fields',
      (text) =>
        text.split('\n\n').flatMap((block) => {
          const fields = block.split('\n').map((line) => /^(\w+): ?(.*)$/.exec(line));
          return fields.flatMap((field) => (field?.[1] === 'data' ? [field[2] ?? ''] : []));
        }),
    ],
  ])('who looks for %s', async (_what, read) => {
    check(read(await (await open()).text()).map((data) => JSON.parse(data)));
  });

  it('who reads it only when all of it is there', async () => {
    const answer = await open();
    await new Promise((resolve) => setTimeout(resolve, 300));
    check(parseFrames(Buffer.from(await answer.arrayBuffer())).events);
  });
});

const program = findProgram(['curl'], 'reading streams with curl');

describe.skipIf(program === null)('curl', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'weft-test-curl-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  /** What it wrote, piece by piece. */
  async function curl(...args: readonly string[]): Promise<{ code: unknown; pieces: string[]; text: string }> {
    const child = spawn(program ?? '', ['-sS', '-H', `Authorization: Bearer ${app.key}`, ...args]);
    const pieces: Buffer[] = [];
    const errors: Buffer[] = [];
    child.stdout.on('data', (piece: Buffer) => pieces.push(piece));
    child.stderr.on('data', (piece: Buffer) => errors.push(piece));
    const [code] = await once(child, 'close');
    expect(Buffer.concat(errors).toString()).toBe('');
    return { code, pieces: pieces.map(String), text: Buffer.concat(pieces).toString() };
  }

  const json = ['-H', 'Content-Type: application/json', '-d', JSON.stringify(body)];

  it('shows a stream as it comes, and ends with it', async () => {
    const { code, pieces, text } = await curl('-N', ...json, address());
    expect(code).toBe(0);
    expect(pieces.length).toBeGreaterThan(5);
    check(parseFrames(Buffer.from(text)).events);
  });

  it.each(['--http1.0', '--http1.1', '--http2', '--compressed', '--tcp-nodelay'])('does so with %s', async (option) => {
    const { code, text } = await curl('-N', option, ...json, address());
    expect(code).toBe(0);
    check(parseFrames(Buffer.from(text)).events);
  });

  it('names no content type and is told which', async () => {
    const { text } = await curl('-d', JSON.stringify(body), '-w', '%{http_code}', address());
    expect(text).toMatch(/"code":"unsupported_media_type".*\n415$/);
  });

  it('uploads a large file after asking whether it may, and a small one', async () => {
    for (const size of [10, 3 * 1024 * 1024]) {
      const path = join(folder, `${size}.txt`);
      await writeFile(path, 'x'.repeat(size));
      const { code, text } = await curl(
        '-F',
        'user=u1',
        '-F',
        `file=@${path};type=text/plain`,
        `${platform.url}/v1/files/upload`,
      );
      expect([code, JSON.parse(text)]).toMatchObject([0, { size, name: `${size}.txt` }]);
    }
  });

  it('leaves in the middle, and the answer is kept', async () => {
    const slow = await platform.importApp(promptApp('chat', { completion_params: { pace_ms: 20 } }));
    const child = spawn(program ?? '', ['-sSN', '-H', `Authorization: Bearer ${slow.key}`, ...json, address()]);
    let text = '';
    for await (const piece of child.stdout) {
      text += piece;
      if (text.includes('"event":"message"')) child.kill();
    }
    const id = /"conversation_id":"([^"]+)"/.exec(text)?.[1];
    const history = async () =>
      (await platform.get(slow.key, `/v1/messages?user=u1&conversation_id=${id}`)).body as {
        data: { answer: string }[];
      };
    await expect.poll(async () => (await history()).data[0]?.answer).toBe(spoken);
  });
});
