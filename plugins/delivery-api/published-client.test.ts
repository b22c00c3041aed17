import { ChatClient, CompletionClient } from 'dify-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { greetingWorkflow, modelChat, promptApp } from '../../engine/testing/app-document.ts';
import { parseFrames } from '../../http/testing/client.ts';
import { type ImportedApp, startPlatform, type TestPlatform } from './testing/platform.ts';

/** The published npm client of this API, as it is (runtime API, client expectations). */
type WorkflowClient = CompletionClient & {
  runWorkflow(inputs: object, user: string, stream?: boolean): Promise<Answer>;
};

/** Its declarations forget the last argument. */
type NamingClient = ChatClient & {
  renameConversation(id: string, name: string | undefined, user: string, isAutomatic: boolean): Promise<Answer>;
};

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly data: never;
}

let platform: TestPlatform;

beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.dispose());

const base = () => `${platform.url}/v1`;
const chatClient = (app: ImportedApp) => new ChatClient(app.key, base());
const workflowClient = (app: ImportedApp) => new CompletionClient(app.key, base()) as WorkflowClient;

async function eventsOf(answer: Answer) {
  expect(answer).toMatchObject({ status: 200 });
  expect(answer.headers['content-type']).toContain('text/event-stream');
  const pieces: Buffer[] = [];
  for await (const piece of answer.data as AsyncIterable<Buffer>) pieces.push(piece);
  return parseFrames(Buffer.concat(pieces)).events;
}

/** What the client makes of an error answer. */
async function refusal(call: Promise<unknown>): Promise<unknown> {
  const error = await call.then(
    () => {
      throw new Error('the call was not refused');
    },
    (reason: { response: { status: number; data: unknown } }) => reason,
  );
  return { status: error.response.status, data: error.response.data };
}

describe('the published client', () => {
  it('reads the parameters of an app', async () => {
    const app = await platform.importApp(promptApp('chat'));
    const answer = await chatClient(app).getApplicationParameters('u1' as never);
    expect(answer.data).toMatchObject({ opening_statement: 'Hello!', user_input_form: [{ 'text-input': {} }] });
  });

  it('chats, in one answer and as a stream, and reads what was said', async () => {
    const client = chatClient(await platform.importApp(modelChat()));
    const first = await client.createChatMessage({}, 'Hello there', 'u1');
    expect(first).toMatchObject({ status: 200, data: { mode: 'advanced-chat', event: 'message' } });
    const id = first.data.conversation_id;
    const events = await eventsOf(await client.createChatMessage({}, 'And now?', 'u1', true, id));
    expect(events.at(-1)).toMatchObject({ event: 'workflow_finished', conversation_id: id });
    const conversations = await client.getConversations('u1', null, 5);
    expect(conversations.data).toMatchObject({ limit: 5, data: [{ id, name: 'Hello there' }] });
    const messages = await client.getConversationMessages('u1', id);
    const texts = events.map((event) => (event.event === 'message' ? event.answer : '')).join('');
    expect(messages.data).toMatchObject({ data: [{ query: 'Hello there' }, { query: 'And now?', answer: texts }] });
    const newest = messages.data.data[1].id;
    expect((await client.getConversationMessages('u1', id, newest, 1)).data.data).toHaveLength(1);
  });

  it('likes, names and deletes', async () => {
    const client = chatClient(await platform.importApp(promptApp('chat'))) as NamingClient;
    const { message_id, conversation_id: id } = (await client.createChatMessage({}, 'Hello there', 'u1')).data;
    const rate = (rating: string | null) => client.messageFeedback(message_id, rating as never, 'u1' as never);
    for (const rating of ['like', 'dislike', null]) {
      expect(await rate(rating)).toMatchObject({ status: 200, data: { result: 'success' } });
    }
    expect(await refusal(rate(null))).toMatchObject({ status: 400, data: { code: 'invalid_param' } });
    const named = await client.renameConversation(id, 'Greetings', 'u1', false);
    expect(named.data).toMatchObject({ id, name: 'Greetings' });
    const titled = await client.renameConversation(id, undefined, 'u1', true);
    expect(titled.data).toMatchObject({ id, name: 'Hello there' });
    expect(await client.deleteConversation(id, 'u1')).toMatchObject({ status: 204, data: '' });
    expect(await refusal(client.deleteConversation(id, 'u1'))).toMatchObject({
      status: 404,
      data: { code: 'not_found' },
    });
  });

  it('generates texts', async () => {
    const client = new CompletionClient((await platform.importApp(promptApp('completion'))).key, base());
    const answer = await client.createCompletionMessage({ topic: 'ferns' }, 'u1');
    expect(answer.data).toMatchObject({ mode: 'completion', answer: expect.stringContaining('ferns') });
    const events = await eventsOf(await client.createCompletionMessage({ topic: 'ferns' }, 'u1', true));
    expect(events.at(-1)).toMatchObject({ event: 'message_end' });
  });

  it('runs workflows', async () => {
    const client = workflowClient(await platform.importApp(greetingWorkflow()));
    expect((await client.runWorkflow({ name: 'Ada' }, 'u1')).data).toMatchObject({
      data: { status: 'succeeded', outputs: { greeting: 'Hello Ada' } },
    });
    const events = await eventsOf(await client.runWorkflow({ name: 'Ada' }, 'u1', true));
    expect(events.at(-1)).toMatchObject({ event: 'workflow_finished', data: { outputs: { greeting: 'Hello Ada' } } });
  });

  it('is told what is wrong in the way it reads', async () => {
    const app = await platform.importApp(modelChat());
    expect(await refusal(new ChatClient('app-unknown', base()).getApplicationParameters('u1' as never))).toMatchObject({
      status: 401,
      data: { code: 'unauthorized', message: expect.any(String), status: 401 },
    });
    expect(await refusal(chatClient(app).createChatMessage({}, '', 'u1'))).toMatchObject({
      status: 400,
      data: { code: 'invalid_param' },
    });
    expect(await refusal(chatClient(app).getConversationMessages('u1'))).toMatchObject({
      status: 400,
      data: { code: 'invalid_param' },
    });
    expect(await refusal(workflowClient(app).runWorkflow({}, 'u1'))).toMatchObject({
      status: 400,
      data: { code: 'not_workflow_app' },
    });
  });
});
