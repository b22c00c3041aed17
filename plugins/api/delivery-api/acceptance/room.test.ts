import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { greetingWorkflow, modelChat } from '#engine/testing/app-document.ts';
import { watchStatements } from '#plugins/database/testing/statements.ts';
import { speakingWorkflow } from '#plugins/delivery-api/testing/documents.ts';
import { EventReader, type StreamedEvent } from '#plugins/delivery-api/testing/event-reader.ts';
import { type ImportedApp, startPlatform, type TestPlatform } from '#plugins/delivery-api/testing/platform.ts';

let platform: TestPlatform;
let slow: ImportedApp;

beforeAll(async () => {
  platform = await startPlatform({ config: { runs: { maxRuns: 2 } } });
  slow = await platform.importApp(speakingWorkflow(30, 60));
});
afterAll(() => platform.dispose());

const isText = (event: StreamedEvent) => event.event === 'text_chunk' || event.event === 'message';

async function begin(): Promise<EventReader> {
  const body = { inputs: {}, user: 'u1', response_mode: 'streaming' };
  const reader = new EventReader(await platform.open(slow.key, '/v1/workflows/run', { body }));
  await reader.until(isText);
  return reader;
}

async function end(reader: EventReader): Promise<void> {
  const [first] = reader.events;
  await platform.post(slow.key, `/v1/workflows/tasks/${first?.task_id}/stop`, { user: 'u1' });
  await reader.rest();
}

describe('a server without room for another run', () => {
  it('says so in JSON before any stream, with a time to wait, and has room again later', async () => {
    const app = await platform.importApp(greetingWorkflow());
    const chat = await platform.importApp(modelChat());
    const readers = [await begin(), await begin()];
    for (const response_mode of ['blocking', 'streaming']) {
      const run = { inputs: { name: 'Ada' }, user: 'u1', response_mode };
      const answers = [
        await platform.post(app.key, '/v1/workflows/run', run),
        await platform.post(chat.key, '/v1/chat-messages', { ...run, query: 'Hi' }),
      ];
      for (const answer of answers) {
        expect(answer).toMatchObject({ status: 429, body: { code: 'too_many_requests', status: 429 } });
        expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
        expect(answer.headers.get('content-type')).toContain('application/json');
      }
    }
    // Before anything is looked up: this version is not there.
    const watch = watchStatements();
    const sought = await platform.post(app.key, `/v1/workflows/${randomUUID()}/run`, { inputs: {}, user: 'u1' });
    watch.end();
    expect(sought).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
    expect(watch.statements.filter((sql) => sql.includes('app_versions'))).toEqual([]);
    const refused = await platform.get(chat.key, '/v1/conversations?user=u1');
    expect(refused.body).toMatchObject({ data: [] });
    await Promise.all(readers.map(end));
    const run = { inputs: { name: 'Ada' }, user: 'u1' };
    await expect.poll(async () => (await platform.post(app.key, '/v1/workflows/run', run)).status).toBe(200);
  });
});

describe('a chat whose reader left', () => {
  it.each(['streaming', 'blocking'])('is answered all the same, %s', async (response_mode) => {
    const chat = await platform.importApp(modelChat({ completion_params: { pace_ms: 10 } }));
    const leave = new AbortController();
    const body = { inputs: {}, query: 'The last word is here: omega', user: 'u1', response_mode };
    const answer = platform.open(chat.key, '/v1/chat-messages', { body, signal: leave.signal });
    const conversations = async () => {
      const page = await platform.get(chat.key, '/v1/conversations?user=u1');
      return (page.body as { data: { id: string }[] }).data;
    };
    await expect.poll(async () => (await conversations()).length).toBe(1);
    leave.abort();
    await answer.catch(() => {});
    const [conversation] = await conversations();
    const path = `/v1/messages?user=u1&conversation_id=${conversation?.id}`;
    await expect
      .poll(async () => (await platform.get(chat.key, path)).body)
      .toMatchObject({ data: [{ status: 'normal', error: null, answer: expect.stringMatching(/omega$/) }] });
  });
});
