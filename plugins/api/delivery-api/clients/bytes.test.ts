import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { greetingWorkflow, modelChat, promptApp } from '#engine/testing/app-document.ts';
import { type RawConnection, rawConnection } from '#http/testing/raw-connection.ts';
import { failingChat, failingWorkflow } from '#plugins/delivery-api/testing/documents.ts';
import type { ImportedApp, TestPlatform } from '#plugins/delivery-api/testing/platform.ts';
import { modelApp } from '#plugins/history-api/testing/documents.ts';
import { type ScriptedPlatform, startScripted } from '#plugins/history-api/testing/scripted-platform.ts';
import { approvalWorkflow } from '#plugins/human-input/testing/documents.ts';
import { beginStream, framesOf } from '#plugins/provider-openai/testing/fake-openai.ts';

/** Streams as a bare socket sees them (runtime API, framing). */
let scripted: ScriptedPlatform;
let platform: TestPlatform;
let speak = () => {};

beforeAll(async () => {
  const silence = new Promise<void>((resolve) => {
    speak = resolve;
  });
  scripted = await startScripted(
    {
      silent: async (_call, response) => {
        beginStream(response);
        await silence;
        response.end(framesOf('At last.').join(''));
      },
    },
    { config: { http: { pingInterval: 100 } } },
  );
  platform = scripted.platform;
});
afterAll(() => scripted.dispose());

interface Message {
  readonly line: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Sizes of the chunks the body came in; null when it was not chunked. */
  readonly chunks: readonly number[] | null;
}

/** Takes an answer apart; throws where its chunks do not add up. */
function parsed(bytes: string): Message {
  const end = bytes.indexOf('\r\n\r\n');
  const [line = '', ...rows] = bytes.slice(0, end).split('\r\n');
  const headers = Object.fromEntries(
    rows.map((row) => [row.slice(0, row.indexOf(':')).toLowerCase(), row.slice(row.indexOf(':') + 1).trim()]),
  );
  let rest = bytes.slice(end + 4);
  if (headers['transfer-encoding'] !== 'chunked') return { line, headers, body: rest, chunks: null };
  const chunks: number[] = [];
  let body = '';
  for (;;) {
    const size = /^([0-9a-f]+)\r\n/i.exec(rest);
    if (size === null) throw new Error(`no chunk begins at ${JSON.stringify(rest.slice(0, 40))}`);
    const length = Number.parseInt(size[1] ?? '', 16);
    const start = size[0].length;
    if (rest.slice(start + length, start + length + 2) !== '\r\n') throw new Error('a chunk is not as long as it says');
    if (length === 0) {
      expect(rest).toBe('0\r\n\r\n');
      return { line, headers, body: Buffer.from(body, 'latin1').toString('utf8'), chunks };
    }
    chunks.push(length);
    body += rest.slice(start, start + length);
    rest = rest.slice(start + length + 2);
  }
}

interface Asked {
  readonly path: string;
  readonly body?: object;
  readonly version?: string;
  readonly headers?: string;
}

async function ask(app: ImportedApp, { path, body, version = '1.1', headers = '' }: Asked): Promise<RawConnection> {
  const connection = await rawConnection(platform.url);
  const text = body === undefined ? '' : JSON.stringify(body);
  const content = `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n`;
  connection.send(
    `${body === undefined ? 'GET' : 'POST'} /v1${path} HTTP/${version}\r\nHost: x\r\nAuthorization: Bearer ${app.key}\r\n` +
      `${body === undefined ? '' : content}${headers}\r\n${text}`,
  );
  return connection;
}

const streaming = (more: object = {}) => ({
  inputs: {},
  query: 'Hi 🌿 你好',
  user: 'u1',
  response_mode: 'streaming',
  ...more,
});

const streams = [
  { name: 'a chat', yaml: promptApp('chat'), path: '/chat-messages', inputs: {} },
  { name: 'a chatflow', yaml: modelChat(), path: '/chat-messages', inputs: {} },
  { name: 'a failing chatflow', yaml: failingChat(), path: '/chat-messages', inputs: {} },
  { name: 'a completion', yaml: promptApp('completion'), path: '/completion-messages', inputs: { topic: 'ferns' } },
  { name: 'a workflow', yaml: greetingWorkflow(), path: '/workflows/run', inputs: { name: 'Ada 🌿' } },
  { name: 'a failing workflow', yaml: failingWorkflow(), path: '/workflows/run', inputs: {} },
  { name: 'a waiting workflow', yaml: approvalWorkflow(), path: '/workflows/run', inputs: { order: 'Ferns' } },
];

/** Nothing but the two frames there are: no ids, names, comments, carriage returns, or marks of an end. */
const frames = /^(data: \{[^\r\n]*\}\n\n|event: ping\n\n)+$/;

describe.each(streams)('the stream of $name', ({ yaml, path, inputs }) => {
  it('is data and pings, under the headers of a stream, and ends with the connection', async () => {
    const app = await platform.importApp(yaml);
    const connection = await ask(app, { path, body: streaming({ inputs }) });
    const answer = parsed(await connection.closed());
    expect(answer.line).toBe('HTTP/1.1 200 OK');
    expect(answer.body).toMatch(frames);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache',
      'x-accel-buffering': 'no',
      connection: 'close',
      'transfer-encoding': 'chunked',
      'access-control-allow-origin': '*',
    });
    expect(answer.headers).not.toHaveProperty('content-length');
    expect(answer.headers).not.toHaveProperty('content-encoding');
    for (const frame of answer.body.split('\n\n').slice(0, -1)) {
      if (frame !== 'event: ping') expect(JSON.parse(frame.slice(6))).toHaveProperty('event');
    }
  });

  it('is the same to a client of HTTP/1.0, without chunks', async () => {
    const app = await platform.importApp(yaml);
    const connection = await ask(app, { path, body: streaming({ inputs }), version: '1.0' });
    const answer = parsed(await connection.closed());
    expect(answer.line).toMatch(/^HTTP\/1\.[01] 200 OK$/);
    expect(answer.chunks).toBeNull();
    expect(answer.headers).not.toHaveProperty('content-length');
    expect(answer.body).toMatch(frames);
  });
});

describe('a stream', () => {
  it.each([
    'Connection: close\r\n',
    'Connection: keep-alive\r\n',
    'Accept-Encoding: gzip, deflate, br\r\n',
    'TE: trailers\r\n',
  ])('is asked for with %j and is no other', async (headers) => {
    const app = await platform.importApp(modelChat());
    const answer = parsed(await (await ask(app, { path: '/chat-messages', body: streaming(), headers })).closed());
    expect(answer.body).toMatch(frames);
    expect(answer.headers).toMatchObject({ connection: 'close' });
    expect(answer.headers).not.toHaveProperty('content-encoding');
  });

  it('sends its head, and each event when it happens, not when it is over', async () => {
    const app = await platform.importApp(modelApp('chat', 'silent'));
    const connection = await ask(app, { path: '/chat-messages', body: streaming() });
    await connection.until(/\r\n\r\n/);
    await connection.until(/event: ping\n\n[\s\S]*event: ping\n\n/);
    expect(connection.received()).not.toContain('"answer"');
    speak();
    await connection.until(/"answer":"At"/);
    expect(parsed(await connection.closed()).body).toMatch(/^(event: ping\n\n)+data: /);
  });

  it('begins at once with a ping where a workflow runs', async () => {
    for (const [yaml, path] of [
      [modelChat(), '/chat-messages'],
      [greetingWorkflow(), '/workflows/run'],
    ] as const) {
      const app = await platform.importApp(yaml);
      const connection = await ask(app, { path, body: streaming({ inputs: { name: 'Ada' } }) });
      expect(parsed(await connection.closed()).body).toMatch(/^event: ping\n\ndata: \{"event":"workflow_started"/);
    }
  });

  it('that is joined again has the same frames', async () => {
    const app = await platform.importApp(greetingWorkflow());
    const run = await platform.post(app.key, '/v1/workflows/run', { inputs: { name: 'Ada' }, user: 'u1' });
    const id = (run.body as { workflow_run_id: string }).workflow_run_id;
    const connection = await ask(app, { path: `/workflow/${id}/events?user=u1` });
    const answer = parsed(await connection.closed());
    expect(answer.body).toMatch(frames);
    expect(answer.headers['content-type']).toBe('text/event-stream; charset=utf-8');
  });

  it.each(['1.0', '1.1'])('that is refused is plain JSON of a told length, over HTTP/%s', async (version) => {
    const app = await platform.importApp(modelChat());
    const headers = version === '1.1' ? 'Connection: close\r\n' : '';
    const connection = await ask(app, { path: '/chat-messages', body: streaming({ query: '' }), version, headers });
    const answer = parsed(await connection.closed());
    expect(answer.line).toContain(' 400 ');
    expect(answer.headers['content-type']).toContain('application/json');
    expect(Number(answer.headers['content-length'])).toBe(Buffer.byteLength(answer.body));
    expect(JSON.parse(answer.body)).toMatchObject({ code: 'invalid_param', status: 400 });
  });

  it('is not there for who only asks how it would be', async () => {
    const connection = await rawConnection(platform.url);
    connection.send(
      'OPTIONS /v1/chat-messages HTTP/1.1\r\nHost: x\r\nOrigin: https://page.example\r\nAccess-Control-Request-Method: POST\r\n' +
        'Access-Control-Request-Headers: authorization,content-type\r\nConnection: close\r\n\r\n',
    );
    const { line, headers, body } = parsed(await connection.closed());
    expect([line, body]).toEqual(['HTTP/1.1 204 No Content', '']);
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(headers['access-control-allow-methods']?.split(/, ?/).sort()).toEqual(
      ['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'PATCH'].sort(),
    );
    expect(headers['access-control-allow-headers']?.toLowerCase()).toContain('authorization');
    expect(headers).not.toHaveProperty('access-control-allow-credentials');
  });
});

describe('a whole answer', () => {
  it.each(['1.0', '1.1'])('has a told length, over HTTP/%s', async (version) => {
    const app = await platform.importApp(modelChat());
    const headers = version === '1.1' ? 'Connection: close\r\n' : '';
    const body = { inputs: {}, query: 'Grüße 🌿', user: 'u1' };
    const answer = parsed(await (await ask(app, { path: '/chat-messages', body, version, headers })).closed());
    const bytes = Buffer.from(answer.body, 'latin1');
    expect(Number(answer.headers['content-length'])).toBe(bytes.length);
    expect(JSON.parse(bytes.toString('utf8'))).toMatchObject({ answer: expect.stringContaining('Grüße 🌿') });
  });

  it('keeps the connection of who wants it kept', async () => {
    const app = await platform.importApp(modelChat());
    const connection = await ask(app, { path: '/info' });
    await connection.until(/"author_name"/);
    connection.send(
      `GET /v1/meta HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${app.key}\r\nConnection: close\r\n\r\n`,
    );
    expect(await connection.closed()).toContain('tool_icons');
  });
});
