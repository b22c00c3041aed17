import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { appDocument, chain, node } from '#engine/testing/app-document.ts';
import { testClient } from '#http/testing/client.ts';
import { asleep, type RawConnection } from '#http/testing/raw-connection.ts';
import { type TestDatabaseEnvironment, testDatabaseEnvironment } from '#plugins/database/testing/test-database.ts';
import { readIdentified } from '#plugins/delivery-api/testing/identified-stream.ts';
import { importDocument } from '#plugins/runs/testing/fault-apps.ts';
import { killLeftovers, type ServerProcess, startServer } from '#plugins/runs/testing/server-process.ts';

const RUNS = 8;
const FOLLOWERS = 1_000;
/** Words of a run: with names and ids around each, some megabytes of frames. */
const WORDS = 8_192;
const ROOM_MB = 300;

const talkative = appDocument({
  mode: 'advanced-chat',
  name: 'Talkative',
  nodes: [
    node('1', 'start', { variables: [] }),
    node('2', 'llm', {
      model: {
        provider: 'demo',
        name: 'demo-chat',
        mode: 'chat',
        completion_params: { pace_ms: 1, max_tokens: WORDS },
      },
      prompt_template: [{ role: 'user', text: '{{#sys.query#}}' }],
      context: { enabled: false, variable_selector: [] },
      vision: { enabled: false },
    }),
    node('3', 'answer', { answer: '{{#2.text#}}', variables: [] }),
  ],
  edges: chain('1', '2', '3'),
});

/** What the command that starts servers gives them; a test's servers begin without it. */
const settings = {
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_ARENA_MAX: '2',
  NODE_OPTIONS: '--max-semi-space-size=16',
  WEFT_PLUGINS: fileURLToPath(new URL('../testing/held-memory', import.meta.url)),
  WEFT_STREAMS_PER_USER: '0',
  WEFT_STREAMS_PER_APP: '0',
};

let environment: TestDatabaseEnvironment;
let server: ServerProcess;
let key: string;

beforeAll(async () => {
  environment = await testDatabaseEnvironment();
});
afterAll(killLeftovers);
afterAll(() => environment.dispose());

/** Megabytes that the system has given the server. */
async function resident(): Promise<number> {
  const status = await readFile(`/proc/${server.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

/** Megabytes that the server's main thread, which answers followers, holds once all garbage is collected. */
async function held(): Promise<number> {
  const told = () => [...server.output().matchAll(/"heldMb":(\d+)/g)].map(([, megabytes]) => Number(megabytes));
  const before = told().length;
  process.kill(server.pid, 'SIGUSR2');
  await expect.poll(() => told().length).toBeGreaterThan(before);
  return told().at(-1) ?? Number.NaN;
}

async function start(user: string): Promise<string> {
  const query = Array.from({ length: WORDS }, (_, index) => `word${index}`).join(' ');
  const body = { inputs: {}, query, user, response_mode: 'async' };
  const answer = await testClient(server.address, key).request('/v1/chat-messages', { body });
  return (answer.body as { task_id: string }).task_id;
}

async function status(task: string, user: string): Promise<unknown> {
  return (await testClient(server.address, key).request(`/v1/runs/${task}?user=${user}`)).body;
}

const follow = (task: string, user: string) =>
  asleep(
    server.address,
    `GET /v1/runs/${task}/events?user=${user} HTTP/1.1\r\nHost: t\r\nAuthorization: Bearer ${key}\r\n\r\n`,
  );

// Megabytes of a process are read where Linux tells them.
it.skipIf(process.platform !== 'linux')(
  'a thousand who follow runs and read nothing cost little, and it comes back',
  {
    timeout: 180_000,
  },
  async () => {
    server = await startServer({ ...settings, ...environment.env });
    key = await importDocument(server.address, environment.home, JSON.parse(talkative));
    const first = await start('u0');
    const told = await readIdentified(await testClient(server.address, key).open(`/v1/runs/${first}/events?user=u0`));
    expect(told.length).toBeGreaterThan(WORDS);

    const heldBefore = await held();
    const idle = await resident();
    const runs = await Promise.all(
      Array.from({ length: RUNS }, async (_, index) => ({ user: `u${index}`, task: await start(`u${index}`) })),
    );
    let most = 0;
    const followers: RawConnection[] = [];
    for (let index = 0; index < FOLLOWERS; index += 1) {
      const run = runs[index % RUNS];
      if (run !== undefined) followers.push(await follow(run.task, run.user));
      most = Math.max(most, await resident());
    }
    for (const { task, user } of runs) {
      await expect
        .poll(
          async () => {
            most = Math.max(most, await resident());
            return status(task, user);
          },
          { timeout: 90_000, interval: 200 },
        )
        .toMatchObject({ status: 'succeeded' });
    }
    expect(most - idle).toBeLessThan(ROOM_MB);

    for (const { socket } of followers) socket.destroy();
    // What the system has given stays with threads that have nothing to do until they collect: it tells of runs, not of followers.
    const kept = async () => (await held()) - heldBefore;
    await expect.poll(kept, { timeout: 90_000, interval: 1_000 }).toBeLessThan(20);
  },
);
