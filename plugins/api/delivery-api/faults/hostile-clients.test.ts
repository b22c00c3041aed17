import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { appDocument, chain, greetingWorkflow, node } from '#engine/testing/app-document.ts';
import { testClient } from '#http/testing/client.ts';
import { asleep, type RawConnection, rawConnection } from '#http/testing/raw-connection.ts';
import { type TestDatabaseEnvironment, testDatabaseEnvironment } from '#plugins/database/testing/test-database.ts';
import { readIdentified } from '#plugins/delivery-api/testing/identified-stream.ts';
import { importDocument } from '#plugins/runs/testing/fault-apps.ts';
import { isEstablished, socketsOf } from '#plugins/runs/testing/open-sockets.ts';
import { killLeftovers, type ServerProcess, startServer } from '#plugins/runs/testing/server-process.ts';

/** Characters of three bytes that one answer node says, and how many do. All together may say four million. */
const SAID = 30_000;
const ANSWERS = 130;

/** A chatflow that says 12 MB. */
const talkative = appDocument({
  mode: 'advanced-chat',
  name: 'Talkative',
  nodes: [
    node('1', 'start', { variables: [] }),
    node('2', 'template-transform', { template: `{{ '漢' * ${SAID} }}`, variables: [] }),
    ...Array.from({ length: ANSWERS }, (_, index) => node(`a${index}`, 'answer', { answer: '{{#2.output#}}' })),
  ],
  edges: chain('1', '2', ...Array.from({ length: ANSWERS }, (_, index) => `a${index}`)),
});

/** Short, so that tests need not wait; long enough for honest clients on a busy machine. */
const deadlines = { headersTimeout: 2_000, requestTimeout: 3_000, deadlineCheckInterval: 100 };
/** Looks at the memory, one after the other, that tell what the server holds at rest. */
const LOOKS = 12;
/** Milliseconds a reader may take nothing: in a test that waits for it, and where nobody is to be dropped. */
const [SOON, NEVER] = [8_000, 300_000];

let environment: TestDatabaseEnvironment;
let server: ServerProcess;
let keys: { readonly quick: string; readonly chat: string } | undefined;
let idleSockets: number;

beforeAll(async () => {
  environment = await testDatabaseEnvironment();
});
afterAll(() => environment.dispose());

/** In a group of tests: a server of the group's own, which its first test starts. */
function serve(stallTimeout: number): void {
  let opened: Promise<void> | undefined;
  beforeEach(() => (opened ??= open(stallTimeout)));
  afterAll(killLeftovers);
}

async function open(stallTimeout: number): Promise<void> {
  await writeFile(join(environment.home, 'weft.json'), JSON.stringify({ http: { ...deadlines, stallTimeout } }));
  const plugins = fileURLToPath(new URL('../testing/held-memory', import.meta.url));
  server = await startServer({ ...environment.env, WEFT_PLUGINS: plugins });
  keys ??= {
    quick: await importDocument(server.address, environment.home, JSON.parse(greetingWorkflow())),
    chat: await importDocument(server.address, environment.home, JSON.parse(talkative)),
  };
  await expect.poll(async () => (await fetch(`${server.address}/readyz`)).status).toBe(200);
  await expectHealth();
  idleSockets = await socketsOf(server.pid);
}

/** What the server holds when all garbage is collected, in MB. */
async function memory(): Promise<number> {
  const told = () => [...server.output().matchAll(/"heldMb":(\d+)/g)].map(([, held]) => Number(held));
  const before = told().length;
  process.kill(server.pid, 'SIGUSR2');
  await expect.poll(() => told().length, { interval: 20 }).toBeGreaterThan(before);
  return told().at(-1) ?? 0;
}

/** The most of several looks, some hundred milliseconds each: while readers are served it rises and falls. */
async function mostOf(looks: number): Promise<number> {
  let most = 0;
  for (let look = 0; look < looks; look += 1) most = Math.max(most, await memory());
  return most;
}

async function expectHealth(): Promise<void> {
  expect((await fetch(`${server.address}/readyz`)).status).toBe(200);
  const body = { inputs: { name: 'Ada' }, user: 'u1' };
  const answer = await testClient(server.address, keys?.quick).request('/v1/workflows/run', { body });
  expect(answer).toMatchObject({ status: 200, body: { data: { status: 'succeeded' } } });
}

/** What idle connections of this process' own client keep open for a while is allowed for. */
async function expectNothingLeft(): Promise<void> {
  await expectHealth();
  await expect.poll(() => socketsOf(server.pid), { timeout: 40_000, interval: 200 }).toBeLessThan(idleSockets + 20);
}

async function inWaves(total: number, size: number, act: (index: number) => Promise<void>): Promise<void> {
  for (let first = 0; first < total; first += size) {
    await Promise.all(Array.from({ length: Math.min(size, total - first) }, (_, index) => act(first + index)));
  }
}

const auth = () => `Host: t\r\nAuthorization: Bearer ${keys?.quick}\r\nContent-Type: application/json\r\n`;

describe('thousands of connections that are opened and dropped', () => {
  serve(NEVER);

  it('leave a healthy server and nothing open', { timeout: 120_000 }, async () => {
    const ways: readonly ((connection: RawConnection) => void)[] = [
      ({ socket }) => socket.destroy(),
      ({ socket }) => socket.resetAndDestroy(),
      (connection) => connection.half(),
      (connection) => {
        connection.send('GET /v1/info HTT');
        connection.half();
      },
      (connection) => {
        connection.send(`GET /v1/info HTTP/1.1\r\n${auth()}\r\n`);
        connection.socket.resetAndDestroy();
      },
      (connection) => {
        connection.send(`POST /v1/workflows/run HTTP/1.1\r\n${auth()}Content-Length: 999\r\n\r\n{"inputs"`);
        setImmediate(() => connection.socket.destroy());
      },
    ];
    await inWaves(3_000, 250, async (index) => {
      const connection = await rawConnection(server.address);
      connection.socket.on('error', () => {});
      ways[index % ways.length]?.(connection);
      await connection.closed();
    });
    await expectNothingLeft();
  });
});

/** Connections that send the beginning and then drip, until they are closed; gives what they were told. */
async function drip(count: number, start: string, drop: string): Promise<{ told: Promise<string[]> }> {
  const connections = await Promise.all(Array.from({ length: count }, () => rawConnection(server.address)));
  for (const connection of connections) connection.send(start);
  const timer = setInterval(() => {
    for (const { socket } of connections) if (socket.writable) socket.write(drop);
  }, 250);
  const told = Promise.all(connections.map((connection) => connection.closed()));
  return { told: told.finally(() => clearInterval(timer)) };
}

describe('clients that never finish what they say', () => {
  serve(NEVER);

  it.each([
    ['headers', 'GET /v1/info HTTP/1.1\r\nHost: t\r\nX-Slow: ', 'x'],
    ['a body', `POST /v1/workflows/run HTTP/1.1\r\nAUTHContent-Length: 100000\r\n\r\n{"inputs":"`, 'x'],
    ['a chunked body', `POST /v1/workflows/run HTTP/1.1\r\nAUTHTransfer-Encoding: chunked\r\n\r\n`, '1\r\n{\r\n'],
  ])(
    'are cut off in %s, hundreds at once, while others are served',
    { timeout: 60_000 },
    async (_what, start, drop) => {
      const { told } = await drip(400, start.replace('AUTH', auth()), drop);
      for (let index = 0; index < 20; index++) await expectHealth();
      const answers = await told;
      expect(answers.filter((answer) => !/^HTTP\/1\.1 400 [\s\S]*did not arrive in time/.test(answer))).toEqual([]);
      await expectNothingLeft();
    },
  );

  it('hold no memory when they are gone', { timeout: 120_000 }, async () => {
    const piece = 'x'.repeat(900_000);
    const start = `POST /v1/workflows/run HTTP/1.1\r\n${auth()}Content-Length: 1000000\r\n\r\n{"inputs":"${piece}`;
    const wave = async () => {
      const { told } = await drip(100, start, '');
      await told;
      await expectHealth();
      return memory();
    };
    const settled = await wave();
    for (let index = 0; index < 3; index++) await wave();
    // Without letting go it would be 360 MB more.
    expect(await wave()).toBeLessThan(settled + 60);
  });
});

async function sayAll(chat: string): Promise<{ task: string; length: number }> {
  const body = { inputs: {}, query: 'go', user: 'u1', response_mode: 'async' };
  const started = await testClient(server.address, chat).request('/v1/chat-messages', { body });
  const { task_id: task } = started.body as { task_id: string };
  const whole = await readIdentified(await testClient(server.address, chat).open(`/v1/runs/${task}/events?user=u1`));
  return { task, length: whole.length };
}

describe('readers that stop reading', () => {
  serve(NEVER);

  it('cost bounded memory', { timeout: 180_000 }, async () => {
    const chat = keys?.chat ?? '';
    const { task } = await sayAll(chat);
    const request = `GET /v1/runs/${task}/events?user=u1 HTTP/1.1\r\nHost: t\r\nAuthorization: Bearer ${chat}\r\n\r\n`;
    const before = await memory();
    const sleepers: RawConnection[] = [];
    for (let index = 0; index < 90; index++) sleepers.push(await asleep(server.address, request));
    // Twelve megabytes each would be more than a thousand. The server fills what the connections take, and then waits.
    await expect.poll(() => mostOf(LOOKS), { timeout: 90_000, interval: 10 }).toBeLessThan(before + 250);
    const port = Number(new URL(server.address).port);
    const held = await Promise.all(sleepers.map(({ socket }) => isEstablished(port, socket.localPort ?? 0)));
    expect(held.filter(Boolean)).toHaveLength(90);
    for (const { socket } of sleepers) socket.destroy();
    await expectNothingLeft();
  });
});

describe('a reader that stops reading for long', () => {
  serve(SOON);

  it('is dropped, and stops no run: it is stored, and told to the end where it left off', {
    timeout: 90_000,
  }, async () => {
    const chat = keys?.chat ?? '';
    const body = JSON.stringify({ inputs: {}, query: 'go', user: 'u1', response_mode: 'streaming' });
    const head = `POST /v1/chat-messages HTTP/1.1\r\nHost: t\r\nAuthorization: Bearer ${chat}\r\n`;
    const sleeper = await asleep(
      server.address,
      `${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    const port = Number(new URL(server.address).port);
    const isHeld = () => isEstablished(port, sleeper.socket.localPort ?? 0);
    await expect.poll(isHeld, { timeout: 60_000, interval: 200 }).toBe(false);
    sleeper.socket.resume();
    const received = await sleeper.closed();
    const [, task] = /"task_id":"([0-9a-f-]{36})"/.exec(received) ?? [];
    const detail = await testClient(server.address, chat).request(`/v1/runs/${task}?user=u1`);
    expect(detail.body).toMatchObject({ status: 'succeeded', error: null });
    const answer = await testClient(server.address, chat).open(`/v1/runs/${task}/events?user=u1`);
    const all = await readIdentified(answer);
    expect(JSON.parse(all.at(-1)?.text ?? '{}')).toMatchObject({ event: 'workflow_finished' });
    expect(received).not.toContain('workflow_finished');
    const middle = all[Math.floor(all.length / 2)]?.id ?? '';
    const rest = await testClient(server.address, chat).open(`/v1/runs/${task}/events?user=u1`, {
      headers: { 'last-event-id': middle },
    });
    expect(await readIdentified(rest)).toEqual(all.slice(Math.floor(all.length / 2) + 1));
    await expectNothingLeft();
  });
});
