import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { promptApp } from '#engine/testing/app-document.ts';
import { readIdentified } from '#plugins/delivery-api/testing/identified-stream.ts';
import { startPlatform, type TestPlatform } from '#plugins/delivery-api/testing/platform.ts';
import { AnnotationClient, annotationOf, chatDocuments, demoModel, type Fields } from './testing/annotated-app.ts';

let platform: TestPlatform;
/** Speaks the OpenAI protocol as far as embeddings go, until it is told to fail. */
let provider: Server;
const embedded: string[][] = [];
let failure: number | null = null;

beforeAll(async () => {
  provider = createServer(async (request, response) => {
    let text = '';
    for await (const piece of request) text += piece;
    if (failure !== null) {
      response.writeHead(failure, { 'content-type': 'application/json' }).end('{"error":{"message":"out of order"}}');
      return;
    }
    const { input } = JSON.parse(text) as { input: string[] };
    embedded.push(input);
    const data = input.map((each, index) => ({ index, embedding: [each.length, 1, 0] }));
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data, usage: {} }));
  });
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  platform = await startPlatform({ env: { WEFT_EGRESS_ALLOW: '127.0.0.1', WEFT_ANNOTATION_TIMEOUT: '2000' } });
  const { port } = provider.address() as AddressInfo;
  const credentials = { endpoint_url: `http://127.0.0.1:${port}/v1`, api_key: 'k' };
  const path = '/console/api/providers/openai_api_compatible';
  const answer = await platform.management.request(path, { method: 'PUT', body: { credentials } });
  if (answer.status >= 300) throw new Error(answer.text);
});
afterAll(async () => {
  await platform.dispose();
  provider.closeAllConnections();
  provider.close();
});

const ownModel = { embedding_provider_name: 'openai_api_compatible', embedding_model_name: 'own' };

async function newApp(yaml: string = promptApp('chat')) {
  const app = await platform.importApp(yaml);
  const client = new AnnotationClient(platform.url, app.key);
  return { ...app, client };
}

function say(key: string, query: string, more: object = {}) {
  return platform.post(key, '/v1/chat-messages', { inputs: {}, query, user: 'u', ...more });
}

const hours = { question: 'What are your opening hours?', answer: '9 to 17. {{#sys.query#}} "quoted"\n🌿' };

describe.each(['chat', 'agent-chat', 'advanced-chat'] as const)('a %s app with its annotation reply on', (mode) => {
  let app: Awaited<ReturnType<typeof newApp>>;
  let id: string;
  beforeAll(async () => {
    app = await newApp(chatDocuments[mode]());
    ({ id } = await app.client.add(hours.question, hours.answer));
    await app.client.enable();
  });
  const annotation = () => ({ id, account: { id: expect.any(String), name: expect.any(String) } });

  it('answers a near question with the stored answer, blocking', async () => {
    const { status, body } = await say(app.key, 'what are your opening hours');
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({
        event: 'message',
        mode,
        answer: hours.answer,
        metadata: {
          annotation_reply: annotation(),
          retriever_resources: [],
          usage: expect.objectContaining({ total_tokens: 0, total_price: '0' }),
        },
      }),
    ]);
  });

  it('answers it streaming: messages, then their end, no other event', async () => {
    const body = { inputs: {}, query: hours.question, user: 'u', response_mode: 'streaming' };
    const { events } = await platform.stream(app.key, '/v1/chat-messages', body);
    const names = events.map(({ event }) => event);
    expect([...new Set(names)]).toEqual(['message', 'message_end']);
    expect(names.at(-1)).toBe('message_end');
    const text = events.map((event) => (event.event === 'message' ? event.answer : '')).join('');
    expect(text).toBe(hours.answer);
    expect(events.at(-1)).toMatchObject({
      id: events[0]?.message_id,
      metadata: { annotation_reply: annotation(), usage: { total_tokens: 0 } },
      files: null,
    });
  });

  it('leaves another question to the app', async () => {
    const { body } = await say(app.key, 'How much is a fern?');
    expect(annotationOf(body)).toBeNull();
    expect((body as Fields).answer).not.toBe(hours.answer);
    expect((body as { metadata: { usage: Fields } }).metadata.usage.total_tokens).not.toBe(0);
  });

  it('keeps what it answered as any other message, in the same conversation', async () => {
    const first = (await say(app.key, 'How much is a fern?')).body as { conversation_id: string };
    const next = await say(app.key, hours.question, { conversation_id: first.conversation_id });
    expect(next.body).toMatchObject({ conversation_id: first.conversation_id, answer: hours.answer });
    const { conversation_id } = first;
    const history = await platform.get(app.key, `/v1/messages?user=u&conversation_id=${conversation_id}`);
    expect(history.body).toMatchObject({
      data: [{ query: 'How much is a fern?' }, { query: hours.question, answer: hours.answer, status: 'normal' }],
    });
  });

  it('answers an asynchronous request, whose stream tells the same', async () => {
    const { status, body } = await say(app.key, hours.question, { response_mode: 'async' });
    expect(status).toBe(202);
    const { task_id: task } = body as { task_id: string };
    const told = await readIdentified(await platform.open(app.key, `/v1/runs/${task}/events?user=u`, {}));
    const events = told.map(({ text }) => JSON.parse(text) as Fields);
    expect([...new Set(events.map(({ event }) => event))]).toEqual(['message', 'message_end']);
    expect(events.at(-1)).toMatchObject({ metadata: { annotation_reply: annotation() } });
  });

  it('answers a repeated Idempotency-Key with the same message, and counts one hit', async () => {
    const hits = async () =>
      ((await app.client.send('GET', 'annotations')).body as { data: { hit_count: number }[] }).data[0]?.hit_count;
    const before = (await hits()) ?? 0;
    const headers = { 'idempotency-key': `twice-${mode}` };
    const send = async (response_mode: string) => {
      const body = { inputs: {}, query: hours.question, user: 'u', response_mode };
      const answer = await platform.open(app.key, '/v1/chat-messages', { method: 'POST', body, headers });
      return [answer.status, await answer.text()] as const;
    };
    const first = await send('blocking');
    const second = await send('blocking');
    expect(first[0], first[1]).toBe(200);
    expect(second).toEqual(first);
    expect(JSON.parse(first[1])).toMatchObject({ metadata: { annotation_reply: annotation() } });
    expect(await hits()).toBe(before + 1);
    const path = `/console/api/apps/${app.appId}/annotations/${id}/hits`;
    const { body } = await platform.management.request(path);
    expect(body).toMatchObject({ total: before + 1 });
    expect((body as { data: Fields[] }).data).toHaveLength(before + 1);
    expect((body as { data: Fields[] }).data[0]).toEqual({
      message_id: JSON.parse(first[1]).message_id,
      query: hours.question,
      score: expect.closeTo(1, 5),
      source: 'service-api',
      created_at: expect.any(Number),
    });
  });
});

describe('switching the annotation reply on and off', () => {
  it('is a job, told by its id', async () => {
    const { client, key } = await newApp();
    await client.add('Question?', 'Answer.');
    expect((await platform.get(key, '/v1/parameters')).body).toMatchObject({ annotation_reply: { enabled: false } });
    const request = { score_threshold: 0.8, ...demoModel };
    const begun = await client.send('POST', 'annotation-reply/enable', request);
    expect([begun.status, begun.body]).toEqual([200, { job_id: expect.any(String), job_status: 'waiting' }]);
    const { job_id } = begun.body as { job_id: string };
    expect(await client.ended(job_id)).toEqual({ job_id, job_status: 'completed', error_msg: '' });
    expect((await platform.get(key, '/v1/parameters')).body).toMatchObject({
      annotation_reply: { enabled: true, id: expect.any(String), score_threshold: 0.8, embedding_model: demoModel },
    });
    expect(annotationOf((await say(key, 'question')).body)).not.toBeNull();
    const off = await client.send('POST', 'annotation-reply/disable', request);
    expect([off.status, off.body]).toEqual([200, { job_id: expect.any(String), job_status: 'waiting' }]);
    const { job_id: offJob } = off.body as { job_id: string };
    const state = { job_id: offJob, job_status: 'completed', error_msg: '' };
    expect((await client.send('GET', `annotation-reply/disable/status/${offJob}`)).body).toEqual(state);
    expect(annotationOf((await say(key, 'question')).body)).toBeNull();
    expect((await platform.get(key, '/v1/parameters')).body).toMatchObject({ annotation_reply: { enabled: false } });
  });

  it('knows no other action, and no job of another app, action or kind', async () => {
    const { client } = await newApp();
    const request = { score_threshold: 0.8, ...demoModel };
    const job = await client.begin();
    await client.ended(job);
    const other = (await newApp()).client;
    const invalid = { status: 400, body: { code: 'invalid_param' } };
    expect(await client.send('POST', 'annotation-reply/toggle', request)).toMatchObject(invalid);
    expect(await client.send('GET', `annotation-reply/toggle/status/${job}`)).toMatchObject(invalid);
    expect(await client.send('GET', `annotation-reply/disable/status/${job}`)).toMatchObject(invalid);
    expect(await other.send('GET', `annotation-reply/enable/status/${job}`)).toMatchObject(invalid);
    const unknown = '0190a000-0000-7000-8000-000000000000';
    expect(await client.send('GET', `annotation-reply/enable/status/${unknown}`)).toMatchObject(invalid);
    expect(await client.send('GET', 'annotation-reply/enable/status/no-id')).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    });
  });

  it.each([
    [{}],
    [{ score_threshold: '0.9', ...demoModel }],
    [{ score_threshold: 1.1, ...demoModel }],
    [{ score_threshold: 0.9, embedding_provider_name: 'demo' }],
    [{ score_threshold: 0.9, ...demoModel, embedding_model_name: '' }],
    [{ score_threshold: 0.9, ...demoModel, embedding_provider_name: 7 }],
  ])('needs a threshold and a model (%#)', async (body) => {
    const { client } = await newApp();
    expect(await client.send('POST', 'annotation-reply/enable', body)).toMatchObject({
      status: 400,
      body: { code: 'invalid_param' },
    });
  });

  it.each([
    ['nobody', 'x', /nobody/],
    ['demo', 'no-such-model', /no-such-model/],
    ['openai', 'text-embedding-3-small', /openai/i],
  ])('fails with a reason for the model %s %s, and stays off', async (provider_, model, reason) => {
    const { client, key } = await newApp();
    const names = { embedding_provider_name: provider_, embedding_model_name: model };
    expect(await client.ended(await client.begin(names))).toMatchObject({
      job_status: 'error',
      error_msg: expect.stringMatching(reason),
    });
    expect((await platform.get(key, '/v1/parameters')).body).toMatchObject({ annotation_reply: { enabled: false } });
  });

  it('is one job, however many ask for it', async () => {
    const { client } = await newApp();
    for (let index = 0; index < 5; index += 1) await client.add(`q${index}`, 'a');
    const request = { score_threshold: 0.9, ...demoModel };
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => client.send('POST', 'annotation-reply/enable', request)),
    );
    const jobs = answers.map(({ body }) => body as { job_id: string; job_status: string });
    expect(jobs.filter(({ job_status }) => job_status === 'waiting').length).toBeGreaterThan(0);
    const waiting = new Set(jobs.filter(({ job_status }) => job_status === 'waiting').map(({ job_id }) => job_id));
    for (const { job_id, job_status } of jobs) if (job_status === 'processing') expect(waiting).toContain(job_id);
    for (const id of waiting) expect((await client.ended(id)).job_status).toBe('completed');
  });

  it('has what is written, changed and deleted meanwhile answer as it is', async () => {
    const { client, key } = await newApp();
    await client.enable();
    const { id } = await client.add('How do I water a fern?', 'Rarely.');
    expect(await client.answered('how do i water a fern')).toMatchObject({ answer: 'Rarely.' });
    await client.send('PUT', `annotations/${id}`, { question: 'How do I water a fern?', answer: 'Often.' });
    expect(await client.answered('how do i water a fern')).toMatchObject({ answer: 'Often.' });
    await client.send('PUT', `annotations/${id}`, { question: 'Which pot for a cactus?', answer: 'A small one.' });
    expect(annotationOf((await say(key, 'how do i water a fern')).body)).toBeNull();
    expect(await client.answered('which pot for a cactus')).toMatchObject({ answer: 'A small one.' });
    await client.send('DELETE', `annotations/${id}`);
    expect(annotationOf((await say(key, 'which pot for a cactus')).body)).toBeNull();
  });

  it('takes the model and the threshold it is switched on with last', async () => {
    const { client, key } = await newApp();
    await client.add('red green blue cyan', 'Colours.');
    await client.enable({ score_threshold: 0.99 });
    expect(annotationOf((await say(key, 'red green blue')).body)).toBeNull();
    await client.enable({ score_threshold: 0.5 });
    expect((await say(key, 'red green blue')).body).toMatchObject({ answer: 'Colours.' });
    await client.enable({ score_threshold: 1, ...ownModel });
    expect(embedded.flat()).toContain('red green blue cyan');
    // This model knows only how long a text is.
    expect((await say(key, 'RED GREEN BLUE CYAN')).body).toMatchObject({ answer: 'Colours.' });
  });
});

describe('trouble with the embedding model', () => {
  it('does not keep the app from answering, and is logged', async () => {
    const { client, key } = await newApp();
    await client.add('ab', 'Two letters.');
    await client.enable(ownModel);
    expect(annotationOf((await say(key, 'cd')).body)).not.toBeNull();
    failure = 500;
    const before = platform.log.length;
    const { status, body } = await say(key, 'cd');
    failure = null;
    expect(status).toBe(200);
    expect(annotationOf(body)).toBeNull();
    expect(platform.log.slice(before)).toContainEqual(expect.objectContaining({ level: 'warn' }));
    expect(annotationOf((await say(key, 'cd')).body)).not.toBeNull();
  });

  it('ends a job with its reason, and what is done is kept', async () => {
    const { client } = await newApp();
    await client.add('abc', 'Three letters.');
    failure = 401;
    const job = await client.ended(await client.begin(ownModel));
    failure = null;
    expect(job).toMatchObject({ job_status: 'error', error_msg: expect.stringMatching(/\S/) });
    expect(job.error_msg).not.toContain('Bearer');
    await client.enable(ownModel);
  });
});

describe('an app with its annotation reply off', () => {
  it('asks no embedding model', async () => {
    const { client, key } = await newApp();
    await client.add('abcd', 'Four letters.');
    await client.enable(ownModel);
    await client.send('POST', 'annotation-reply/disable', { score_threshold: 0, ...ownModel });
    const before = embedded.length;
    expect(annotationOf((await say(key, 'efgh')).body)).toBeNull();
    expect(embedded.length).toBe(before);
  });
});

describe('a document that has the annotation reply on', () => {
  it('is kept, with the warning that annotations do not come with it', async () => {
    const tree = JSON.parse(promptApp('chat'));
    const feature = { enabled: true, id: 'x', score_threshold: 0.9, embedding_model: demoModel };
    tree.model_config.annotation_reply = feature;
    const { body } = await platform.management.request('/console/api/apps/import', {
      body: { yaml: JSON.stringify(tree), publish: true, key_name: 'test' },
    });
    const { app, api_key: key, warnings } = body as { app: { id: string }; api_key: string; warnings: string[] };
    expect(warnings).toContainEqual(expect.stringContaining('weft annotations import'));
    expect((await platform.get(key, '/v1/parameters')).body).toMatchObject({ annotation_reply: { enabled: false } });
    const { text } = await platform.management.request(`/console/api/apps/${app.id}/export`);
    expect(text).toMatch(/annotation_reply:\s+enabled: true\s+id: x/);
  });
});
