import { ChatClient, CompletionClient, DifyClient } from 'dify-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { greetingWorkflow, modelChat, promptApp } from '#engine/testing/app-document.ts';
import { parseFrames } from '#http/testing/client.ts';
import { filesChat } from '#plugins/delivery-api/testing/documents.ts';
import { type ImportedApp, sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';

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
  platform = await sharedPlatform();
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

/** All it can do: what a newer one can do as well has to be tried too. */
const methods = [
  'createChatMessage',
  'createCompletionMessage',
  'deleteConversation',
  'fileUpload',
  'getApplicationParameters',
  'getConversationMessages',
  'getConversations',
  'messageFeedback',
  'renameConversation',
  'runWorkflow',
  'sendRequest',
  'updateApiKey',
];

describe('acceptance, 2. the published client, unmodified', () => {
  it('has the methods that are tried here', () => {
    const own = [DifyClient, ChatClient, CompletionClient].flatMap((kind) =>
      Object.getOwnPropertyNames(kind.prototype),
    );
    expect([...new Set(own)].filter((name) => name !== 'constructor').sort()).toEqual(methods);
  });

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

  it('uploads a file and speaks of it', async () => {
    const upload = { enabled: true, number_limits: 3, allowed_file_types: ['document'] };
    const app = await platform.importApp(filesChat({ ...upload, allowed_file_upload_methods: ['local_file'] }));
    const client = chatClient(app);
    const form = new FormData();
    form.append('file', new File(['Green'], 'leaf.txt', { type: 'text/plain' }));
    form.append('user', 'u1');
    const uploaded = await client.fileUpload(form);
    expect(uploaded).toMatchObject({ status: 201, data: { name: 'leaf.txt', size: 5, mime_type: 'text/plain' } });
    const file = { type: 'document', transfer_method: 'local_file', upload_file_id: uploaded.data.id };
    const said = await client.createChatMessage({}, 'What is it?', 'u1', false, null, [file] as never);
    expect(said.data.answer).toBe('Got leaf.txt|document;');
    const preview = await client.sendRequest('GET', `/files/${uploaded.data.id}/preview`, null, { user: 'u1' }, true);
    const pieces: Buffer[] = [];
    for await (const piece of preview.data as AsyncIterable<Buffer>) pieces.push(piece);
    expect(Buffer.concat(pieces).toString()).toBe('Green');
    expect(await refusal(client.fileUpload(new FormData()))).toMatchObject({
      status: 400,
      data: { code: 'no_file_uploaded' },
    });
  });

  it('hears, speaks and asks on, where it is told the address', async () => {
    const document = JSON.parse(promptApp('chat'));
    const on = { enabled: true };
    const features = { speech_to_text: on, text_to_speech: on, suggested_questions_after_answer: on };
    Object.assign(document.model_config, features);
    const client = chatClient(await platform.importApp(JSON.stringify(document)));
    const form = new FormData();
    form.append('file', new File([new Uint8Array(10)], 'a.mp3', { type: 'audio/mpeg' }));
    form.append('user', 'u1');
    const multipart = { 'Content-Type': 'multipart/form-data' };
    const heard = await client.sendRequest('POST', '/audio-to-text', form, undefined, false, multipart);
    expect(heard).toMatchObject({ status: 200, data: { text: expect.stringContaining('a.mp3') } });
    const speech = { text: 'Hello', user: 'u1', streaming: false };
    const spoken = await client.sendRequest('POST', '/text-to-audio', speech, undefined, true);
    expect(spoken).toMatchObject({ status: 200, headers: { 'content-type': expect.stringMatching(/^audio\//) } });
    spoken.data.destroy();
    const { message_id: id } = (await client.createChatMessage({}, 'Hello there', 'u1')).data;
    const suggested = await client.sendRequest('GET', `/messages/${id}/suggested`, undefined, { user: 'u1' });
    expect(suggested).toMatchObject({ status: 200, data: { result: 'success', data: expect.any(Array) } });
  });

  it('stops what it streams', async () => {
    const slow = { completion_params: { pace_ms: 50 } };
    const client = chatClient(await platform.importApp(modelChat(slow)));
    const words = Array.from({ length: 200 }, (_, index) => `word${index}`).join(' ');
    const answer = await client.createChatMessage({}, words, 'u1', true);
    const stop = (task: string) => client.sendRequest('POST', `/chat-messages/${task}/stop`, { user: 'u1' });
    const pieces: Buffer[] = [];
    let isStopped = false;
    for await (const piece of answer.data as AsyncIterable<Buffer>) {
      pieces.push(piece);
      const task = /"event":"message".*?"task_id":"([^"]+)"/.exec(piece.toString())?.[1];
      if (isStopped || task === undefined) continue;
      isStopped = true;
      expect((await stop(task)).data).toEqual({ result: 'success' });
    }
    const { events } = parseFrames(Buffer.concat(pieces));
    expect(events.at(-1)).toMatchObject({ event: 'workflow_finished', data: { status: 'stopped' } });
    const said = events.map((event) => (event.event === 'message' ? event.answer : '')).join('');
    expect(said).not.toContain('word199');
  });

  it('reads an error as a stream where it asked for one, and goes on with another key', async () => {
    const app = await platform.importApp(modelChat());
    const client = new ChatClient('app-unknown', base());
    const error = await client.createChatMessage({}, 'Hi', 'u1', true).then(
      () => null,
      (reason) => reason,
    );
    expect([error.response.status, error.message]).toEqual([401, 'Request failed with status code 401']);
    const pieces: Buffer[] = [];
    for await (const piece of error.response.data as AsyncIterable<Buffer>) pieces.push(piece);
    expect(JSON.parse(Buffer.concat(pieces).toString())).toMatchObject({ code: 'unauthorized', status: 401 });
    client.updateApiKey(app.key);
    expect((await client.createChatMessage({}, 'Hi', 'u1')).status).toBe(200);
  });
});
