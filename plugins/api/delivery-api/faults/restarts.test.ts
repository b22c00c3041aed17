import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { appDocument, chain, node, promptApp } from '#engine/testing/app-document.ts';
import { testClient } from '#http/testing/client.ts';
import { type TestDatabaseEnvironment, testDatabaseEnvironment } from '#plugins/database/testing/test-database.ts';
import { modelNode, speakingWorkflow } from '#plugins/delivery-api/testing/documents.ts';
import { type IdentifiedEvent, readIdentified } from '#plugins/delivery-api/testing/identified-stream.ts';
import { importDocument } from '#plugins/runs/testing/fault-apps.ts';
import { killLeftovers, type ServerProcess, startServer } from '#plugins/runs/testing/server-process.ts';

/** Milliseconds between two words of a model, and how many it says. */
const PACE = 60;
const WORDS = 40;
const model = { completion_params: { pace_ms: PACE, max_tokens: WORDS } };
const query = Array.from({ length: WORDS }, (_, index) => `word${index}`).join(' ');

function agent(): string {
  const tree = JSON.parse(promptApp('chat', model));
  const agent_mode = { enabled: true, strategy: 'function_call', max_iteration: 3, tools: [] };
  return JSON.stringify({
    ...tree,
    app: { ...tree.app, mode: 'agent-chat' },
    model_config: { ...tree.model_config, agent_mode },
  });
}

const chatflow = appDocument({
  mode: 'advanced-chat',
  name: 'Speaking chat',
  nodes: [
    node('1', 'start', { variables: [] }),
    modelNode('2', '{{#sys.query#}}', model),
    node('3', 'answer', { answer: '{{#2.text#}}' }),
  ],
  edges: chain('1', '2', '3'),
});

const modes = [
  { mode: 'workflow', path: '/v1/workflows/run', yaml: speakingWorkflow(PACE, WORDS), end: 'workflow_finished' },
  { mode: 'chat', path: '/v1/chat-messages', yaml: promptApp('chat', model), end: 'message_end' },
  { mode: 'completion', path: '/v1/completion-messages', yaml: promptApp('completion', model), end: 'message_end' },
  { mode: 'agent-chat', path: '/v1/chat-messages', yaml: agent(), end: 'message_end' },
  { mode: 'advanced-chat', path: '/v1/chat-messages', yaml: chatflow, end: 'workflow_finished' },
];

let environment: TestDatabaseEnvironment;
beforeAll(async () => {
  environment = await testDatabaseEnvironment();
});
afterEach(killLeftovers);
afterAll(() => environment.dispose());

interface StartedRun {
  readonly mode: string;
  readonly end: string;
  readonly key: string;
  readonly task: string;
}

/** Runs of all modes, under way. */
async function startRuns(server: ServerProcess): Promise<StartedRun[]> {
  return Promise.all(
    modes.map(async ({ mode, path, yaml, end }) => {
      const key = await importDocument(server.address, environment.home, JSON.parse(yaml));
      const body = { inputs: { topic: query }, query, user: 'u1', response_mode: 'async' };
      const answer = await testClient(server.address, key).request(path, { body });
      expect(answer.status, answer.text).toBe(202);
      return { mode, end, key, task: (answer.body as { task_id: string }).task_id };
    }),
  );
}

async function read(address: string, { key, task }: StartedRun, last?: string, most?: number) {
  const headers = last === undefined ? {} : { 'last-event-id': last };
  return readIdentified(await testClient(address, key).open(`/v1/runs/${task}/events?user=u1`, { headers }), most);
}

/** Reads a few events per connection until the server is gone. */
async function readUntilGone(server: ServerProcess, run: StartedRun): Promise<IdentifiedEvent[]> {
  const events: IdentifiedEvent[] = [];
  for (;;) {
    try {
      const more = await read(server.address, run, events.at(-1)?.id, 4);
      if (more.length === 0) return events;
      events.push(...more);
    } catch {
      return events;
    }
  }
}

function nameOf({ text }: IdentifiedEvent): string {
  return (JSON.parse(text) as { event: string }).event;
}

/** Ends the server in the middle of runs that are read, and reads on with the next one. */
async function interrupted(end: (server: ServerProcess) => Promise<unknown>, stopSeconds: string) {
  const server = await startServer({ ...environment.env, WEFT_STOP_SECONDS: stopSeconds });
  const runs = await startRuns(server);
  const readers = runs.map((run) => readUntilGone(server, run));
  await pause((PACE * WORDS) / 3);
  await end(server);
  const before = await Promise.all(readers);
  const next = await startServer(environment.env);
  return Promise.all(
    runs.map(async (run, index) => {
      const seen = before[index] ?? [];
      const rest = await read(next.address, run, seen.at(-1)?.id);
      const whole = await read(next.address, run);
      const { body } = await testClient(next.address, run.key).request(`/v1/runs/${run.task}?user=u1`);
      return { run, seen, rest, whole, kept: Object.values((body as { outputs: object }).outputs) };
    }),
  );
}

/** What a client shows that does as it is told. */
function shown(events: readonly IdentifiedEvent[]): string {
  let text = '';
  for (const { text: frame } of events) {
    const { event, answer, data } = JSON.parse(frame) as {
      readonly event: string;
      readonly answer?: string;
      readonly data?: { readonly text: string };
    };
    if (event === 'message' || event === 'agent_message') text += answer;
    else if (event === 'text_chunk') text += data?.text;
    else if (event === 'message_replace') text = answer ?? '';
    else if (event === 'text_replace') text = data?.text ?? '';
  }
  return text;
}

describe('readers of runs whose server', () => {
  it('was killed see each event of them once, by the id they had', { timeout: 120_000 }, async () => {
    for (const { run, seen, rest, whole, kept } of await interrupted((server) => server.kill(), '10')) {
      const place = whole.length - rest.length;
      expect(seen.length, run.mode).toBeGreaterThan(3);
      expect(rest, run.mode).toEqual(whole.slice(place));
      // What they saw last may not have been written down: then the run goes on from before it.
      expect(seen.slice(0, place), run.mode).toEqual(whole.slice(0, place));
      // Nor is its text told again: what was told beyond what is written down is replaced.
      for (const told of [whole, [...seen, ...rest]]) expect(kept, run.mode).toContain(shown(told));
      expect(new Set([...seen, ...rest].map(({ id }) => id)).size, run.mode).toBe(seen.length + rest.length);
      expect(
        rest.map(nameOf).filter((name) => name === run.end),
        run.mode,
      ).toHaveLength(1);
    }
  });

  it('was stopped see each event of them once', { timeout: 120_000 }, async () => {
    for (const { run, seen, rest, whole } of await interrupted((server) => server.stop(), '1')) {
      expect(seen.length, run.mode).toBeGreaterThan(3);
      expect([...seen, ...rest], run.mode).toEqual(whole);
      expect(
        whole.map(nameOf).filter((name) => name === run.end),
        run.mode,
      ).toHaveLength(1);
    }
  });
});
