import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { greetingWorkflow, promptApp } from '#engine/testing/app-document.ts';
import { startPlatform, type TestPlatform } from '#plugins/delivery-api/testing/platform.ts';
import { AnnotationClient, annotationOf, type Fields } from './testing/annotated-app.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform({ threads: 0, config: { annotations: { perApp: 1_001 } } });
});
afterAll(() => platform.dispose());

async function newApp() {
  const app = await platform.importApp(promptApp('chat'));
  return { ...app, client: new AnnotationClient(platform.url, app.key) };
}

const unknown = '0190a000-0000-7000-8000-000000000000';

describe('annotations of an app', () => {
  it('are written, changed, listed and deleted', async () => {
    const { client } = await newApp();
    const made = await client.send('POST', 'annotations', { question: 'Opening hours?', answer: '9 to 17.' });
    expect(made.status).toBe(201);
    expect(made.body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      question: 'Opening hours?',
      answer: '9 to 17.',
      hit_count: 0,
      created_at: expect.any(Number),
    });
    const { id, created_at } = made.body as { id: string; created_at: number };
    expect(Math.abs(created_at - Date.now() / 1000)).toBeLessThan(600);
    const changed = await client.send('PUT', `annotations/${id}`, { question: 'When open?', answer: '8 to 16.' });
    expect(changed).toMatchObject({
      status: 200,
      body: { id, question: 'When open?', answer: '8 to 16.', created_at },
    });
    expect((await client.send('GET', 'annotations')).body).toEqual({
      data: [changed.body],
      has_more: false,
      limit: 20,
      total: 1,
      page: 1,
    });
    const gone = await client.send('DELETE', `annotations/${id}`);
    expect([gone.status, gone.text, gone.headers.get('content-type')]).toEqual([204, '', 'application/json']);
    expect((await client.send('DELETE', `annotations/${id}`)).status).toBe(404);
    expect((await client.send('GET', 'annotations')).body).toMatchObject({ data: [], total: 0 });
  });

  it.each(['PUT', 'DELETE'])('that do not exist are answered 404 (%s)', async (method) => {
    const { client } = await newApp();
    const body = method === 'PUT' ? { question: 'q', answer: 'a' } : undefined;
    for (const id of [unknown, 'not-an-id', '1']) {
      expect(await client.send(method, `annotations/${id}`, body)).toMatchObject({
        status: 404,
        body: { code: 'not_found', status: 404 },
      });
    }
  });

  it.each([
    [{}],
    [{ question: 'q' }],
    [{ question: 'q', answer: null }],
    [{ question: 1, answer: 'a' }],
    [{ question: '', answer: 'a' }],
    [{ question: 'q', answer: ' \n\u0000 ' }],
    [{ question: 'q'.repeat(8_001), answer: 'a' }],
    [{ question: 'q', answer: 'a'.repeat(50_001) }],
  ])('with a body that is wrong are refused, and nothing is stored (%#)', async (body) => {
    const { client } = await newApp();
    expect(await client.send('POST', 'annotations', body)).toMatchObject({
      status: 400,
      body: { code: 'invalid_param' },
    });
    const { id } = await client.add('q', 'a');
    expect((await client.send('PUT', `annotations/${id}`, body)).status).toBe(400);
    expect((await client.send('GET', 'annotations')).body).toMatchObject({ data: [{ question: 'q' }], total: 1 });
  });

  it('may be as long as the limits, and of any script', async () => {
    const { client } = await newApp();
    const question = `Öffnungszeiten? 営業時間は？ 🌿${'q'.repeat(7_900)}`;
    const answer = `\u202e‏من 9 إلى 17\n<b>&amp;</b>${'é'.repeat(49_900)}`;
    const { id } = await client.add(question, answer);
    expect((await client.send('GET', 'annotations')).body).toMatchObject({ data: [{ id, question, answer }] });
    const odd = await client.add('a\u0000b\ud800c', 'x\udc00');
    expect(odd).toMatchObject({ question: 'ab\ufffdc', answer: 'x\ufffd' });
    expect(await client.add(' spaced ', '    code\n')).toMatchObject({ question: ' spaced ', answer: '    code\n' });
  });

  it('are refused to a workflow app', async () => {
    const { key } = await platform.importApp(greetingWorkflow());
    const client = new AnnotationClient(platform.url, key);
    expect((await client.send('GET', 'annotations')).body).toMatchObject({ code: 'not_chat_app', status: 400 });
    expect((await client.send('POST', 'annotations', {})).body).toMatchObject({ code: 'not_chat_app' });
    expect((await client.send('POST', 'annotation-reply/enable', {})).body).toMatchObject({ code: 'not_chat_app' });
  });

  it('are those of a completion app too, and answer the query of a request', async () => {
    const { key, appId } = await platform.importApp(promptApp('completion'));
    const client = new AnnotationClient(platform.url, key);
    const { id } = await client.add('Opening hours?', '9 to 17');
    expect(
      (await client.send('PUT', `annotations/${id}`, { question: 'Opening hours?', answer: '9 to 18' })).status,
    ).toBe(200);
    await client.enable();
    const ask = (body: object) =>
      platform.post(key, '/v1/completion-messages', { inputs: { topic: 'ferns' }, user: 'u', ...body });
    const known = (await ask({ query: 'Opening hours?' })).body;
    expect(known).toMatchObject({ mode: 'completion', answer: '9 to 18', metadata: { annotation_reply: { id } } });
    const asked = (await ask({})).body as Fields;
    expect(asked).toMatchObject({ mode: 'completion', metadata: { usage: { total_tokens: expect.any(Number) } } });
    expect(annotationOf(asked)).toBeNull();
    const listed = await platform.management.request(`/console/api/apps/${appId}/annotations`);
    expect(listed.body).toMatchObject({ data: [{ id, hit_count: 1 }] });
    expect((await client.send('DELETE', `annotations/${id}`)).status).toBe(204);
  });

  it('need a key', async () => {
    const client = new AnnotationClient(platform.url, 'app-nobody');
    expect((await client.send('GET', 'annotations')).status).toBe(401);
    expect((await client.send('POST', 'annotation-reply/enable', {})).status).toBe(401);
  });
});

describe('the list of annotations', () => {
  let client: AnnotationClient;
  const list = async (query: string) =>
    (await client.send('GET', `annotations?${query}`)).body as { data: Fields[]; total: number } & Fields;

  beforeAll(async () => {
    const app = await newApp();
    client = app.client;
    const rows = Array.from({ length: 1_000 }, (_, index) => `question ${index},answer ${index}`);
    const path = `/console/api/apps/${app.appId}/annotations/import`;
    const { status } = await platform.management.request(path, { body: { csv: rows.join('\n') } });
    expect(status).toBe(200);
  });

  it('has pages of 20, and of 100 at most, newest first, each annotation once', async () => {
    const first = await list('');
    expect(first).toMatchObject({ has_more: true, limit: 20, total: 1_000, page: 1 });
    expect(first.data).toHaveLength(20);
    expect(first.data[0]).toMatchObject({ question: 'question 999' });
    const seen: unknown[] = [];
    for (let page = 1; page <= 10; page += 1) {
      const answer = await list(`page=${page}&limit=500`);
      expect(answer).toMatchObject({ limit: 100, page, has_more: page < 10 });
      seen.push(...answer.data.map(({ question }) => question));
    }
    expect(seen).toEqual(Array.from({ length: 1_000 }, (_, index) => `question ${999 - index}`));
    expect(await list('page=11&limit=100')).toMatchObject({ data: [], has_more: false, total: 1_000 });
    expect(await list('page=2147483647&limit=100')).toMatchObject({ data: [], has_more: false });
  });

  it.each(['limit=0', 'limit=-1', 'limit=abc', 'limit=1.5', 'page=0', 'page=x'])('refuses %s', async (query) => {
    expect(await client.send('GET', `annotations?${query}`)).toMatchObject({
      status: 400,
      body: { code: 'invalid_param' },
    });
  });

  it('finds a keyword in questions and answers, whatever its case', async () => {
    expect(await list('keyword=QUESTION%20123')).toMatchObject({ total: 1, data: [{ question: 'question 123' }] });
    expect(await list('keyword=answer%2099')).toMatchObject({ total: 11 });
    expect(await list('keyword=nothing')).toMatchObject({ total: 0, data: [] });
    expect(await list('keyword=')).toMatchObject({ total: 1_000 });
  });

  it('takes no more than an app may have', async () => {
    const last = await client.add('one more', 'fits');
    expect(await client.send('POST', 'annotations', { question: 'two more', answer: 'do not' })).toMatchObject({
      status: 400,
      body: { code: 'invalid_param', message: expect.stringContaining('1001') },
    });
    expect((await client.send('DELETE', `annotations/${last.id}`)).status).toBe(204);
  });
});

describe('a keyword', () => {
  it('is no pattern', async () => {
    const { client } = await newApp();
    for (const question of ['100% sure', 'snake_case', 'back\\slash', "it's", 'plain']) await client.add(question, 'a');
    const found = async (keyword: string) => {
      const answer = await client.send('GET', `annotations?keyword=${encodeURIComponent(keyword)}`);
      expect(answer.status).toBe(200);
      return (answer.body as { data: Fields[] }).data.map(({ question }) => question);
    };
    expect(await found('%')).toEqual(['100% sure']);
    expect(await found('_')).toEqual(['snake_case']);
    expect(await found('\\')).toEqual(['back\\slash']);
    expect(await found('0%')).toEqual(['100% sure']);
    expect(await found("'")).toEqual(["it's"]);
    expect(await found('k\u0000_c')).toEqual([]);
    expect(await found('e\u0000_c')).toEqual(['snake_case']);
  });
});
