import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { modelChat } from '#engine/testing/app-document.ts';
import { type Browser, findBrowser, launchBrowser, type Page } from '#plugins/delivery-api/testing/browser.ts';
import { filesChat } from '#plugins/delivery-api/testing/documents.ts';
import { type ImportedApp, sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';

const program = findBrowser('calls of a page in a real browser');

/** A page of another origin, and the server it calls (runtime API, headers: CORS). */
describe.skipIf(program === null)('a page of another origin', () => {
  let platform: TestPlatform;
  let app: ImportedApp;
  let pages: Server;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    platform = await sharedPlatform();
    app = await platform.importApp(modelChat({ completion_params: { pace_ms: 40 } }));
    pages = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<!doctype html><title>Page</title>');
    });
    await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve));
    browser = await launchBrowser(program);
    page = await browser.newPage();
    await page.goto(`http://localhost:${(pages.address() as AddressInfo).port}/`);
  });
  afterAll(async () => {
    await browser.close();
    pages.close();
    await platform.dispose();
  });

  /** For scripts inside the page, which see nothing of this file. */
  const given = (path: string, more: object = {}) => ({ url: `${platform.url}/v1${path}`, key: app.key, ...more });
  const query = 'Grüße 🌿 你好';

  it('reads a stream while it comes, and to its end', async () => {
    const body = { inputs: {}, query, user: 'u1', response_mode: 'streaming' };
    const read = await page.evaluate(
      async ({ url, key, body }) => {
        const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
        const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
        const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
        const pieces: string[] = [];
        for (;;) {
          const step = await reader?.read();
          if (step === undefined || step.done) break;
          pieces.push(step.value);
        }
        return { status: answer.status, type: answer.headers.get('content-type'), pieces };
      },
      given('/chat-messages', { body }) as ReturnType<typeof given> & { body: object },
    );
    expect([read.status, read.type]).toEqual([200, 'text/event-stream; charset=utf-8']);
    expect(read.pieces.length).toBeGreaterThan(5);
    const frames = read.pieces
      .join('')
      .split('\n\n')
      .filter((frame) => frame.startsWith('data: '));
    const events = frames.map((frame) => JSON.parse(frame.slice(6)) as { event: string; answer: string });
    expect(events.at(-1)?.event).toBe('workflow_finished');
    expect(events.map(({ event, answer }) => (event === 'message' ? answer : '')).join('')).toContain(query);
  });

  it('leaves a stream, and finds the whole answer later', async () => {
    const body = { inputs: {}, query: 'Said to the end', user: 'u2', response_mode: 'streaming' };
    const id = await page.evaluate(
      async ({ url, key, body }) => {
        const leaving = new AbortController();
        const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
        const answer = await fetch(url, {
          method: 'POST',
          headers,
          body: JSON.stringify(body),
          signal: leaving.signal,
        });
        const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
        let text = '';
        while (!text.includes('"event":"message"')) text += (await reader?.read())?.value ?? '';
        leaving.abort();
        return /"conversation_id":"([^"]+)"/.exec(text)?.[1] ?? '';
      },
      given('/chat-messages', { body }) as ReturnType<typeof given> & { body: object },
    );
    const history = async () =>
      (await platform.get(app.key, `/v1/messages?user=u2&conversation_id=${id}`)).body as {
        data: { answer: string }[];
      };
    await expect.poll(async () => (await history()).data[0]?.answer).toMatch(/Said to the end$/);
  });

  it('asks before it may with each method, and reads what is said of failures', async () => {
    const facts = await page.evaluate(async ({ url, key }) => {
      const ask = async (path: string, method: string, token: string, body?: string) => {
        const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
        const answer = await fetch(url + path, { method, headers, ...(body !== undefined && { body }) });
        return [answer.status, (await answer.text()).slice(0, 60)];
      };
      return [
        await ask('/info', 'GET', key),
        await ask('/info', 'GET', 'app-unknown'),
        await ask('/chat-messages', 'POST', key, '{"inputs":{},"query":"","user":"u1"}'),
        await ask('/conversations/3a6c1d1e-90f4-4a1c-8a08-7b2a3d9e4c55', 'DELETE', key, '{"user":"u1"}'),
        await ask('/conversations/3a6c1d1e-90f4-4a1c-8a08-7b2a3d9e4c55/variables/x', 'PUT', key, '{"value":1}'),
        await ask('/nowhere', 'GET', key),
        await ask('/info', 'PUT', key, '{}'),
        await ask('//chat-messages', 'POST', key, '{"inputs":{},"query":"Slashes","user":"u1"}'),
      ];
    }, given(''));
    expect(facts.map(([status]) => status)).toEqual([200, 401, 400, 404, 404, 404, 405, 200]);
    expect(facts[1]?.[1]).toContain('"code":"unauthorized"');
  });

  it('uploads a file of a form, and shows it', async () => {
    const upload = { enabled: true, number_limits: 3, allowed_file_types: ['document'] };
    const taking = await platform.importApp(filesChat({ ...upload, allowed_file_upload_methods: ['local_file'] }));
    const sent = await page.evaluate(
      async ({ url, key }) => {
        const form = new FormData();
        form.append('user', 'u1');
        form.append('file', new File(['Green 🌿'], 'Blatt ü 叶.txt', { type: 'text/plain' }));
        const headers = { authorization: `Bearer ${key}` };
        const answer = await fetch(`${url}/files/upload`, { method: 'POST', headers, body: form });
        const file = (await answer.json()) as { id: string; name: string; source_url: string };
        const files = [{ type: 'document', transfer_method: 'local_file', upload_file_id: file.id, url: '' }];
        const said = await fetch(`${url}/chat-messages`, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify({ inputs: {}, query: 'See', user: 'u1', files }),
        });
        const shown = await fetch(`${url}/files/${file.id}/preview`, { headers });
        return [answer.status, file.name, ((await said.json()) as { answer: string }).answer, await shown.text()];
      },
      { ...given(''), key: taking.key },
    );
    expect(sent).toEqual([201, 'Blatt ü 叶.txt', 'Got Blatt ü 叶.txt|document;', 'Green 🌿']);
  });

  it('follows a run that was begun elsewhere, from the event on that it names', async () => {
    const body = { inputs: {}, query: 'Followed', user: 'u3' };
    const { task_id: task } = (await platform.post(app.key, '/v1/chat-messages', body)).body as { task_id: string };
    const follow = (after: string) =>
      page.evaluate(
        async ({ url, key }) => {
          const answer = await fetch(url, { headers: { authorization: `Bearer ${key}`, accept: 'text/event-stream' } });
          return answer.text();
        },
        given(`/runs/${task}/events?user=u3&after=${after}`),
      );
    const ids = (text: string) => [...text.matchAll(/^id: (\S+)$/gm)].map(([, id]) => id ?? '');
    const all = ids(await follow(''));
    expect(all.length).toBeGreaterThan(5);
    expect(ids(await follow(all[2] ?? ''))).toEqual(all.slice(3));
  });

  it('goes on where a lost stream ended, repeats a request under its key, and reads what the headers say', async () => {
    const body = { inputs: {}, query: 'Said once', user: 'u4', response_mode: 'async' };
    const given4 = given('', { body }) as ReturnType<typeof given> & { body: object };
    const told = await page.evaluate(async ({ url, key, body }) => {
      const headers = { authorization: `Bearer ${key}` };
      const start = async () => {
        const answer = await fetch(`${url}/chat-messages`, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': 'a-page' },
          body: JSON.stringify(body),
        });
        const { task_id: task } = (await answer.json()) as { task_id: string };
        return { task, headers: Object.fromEntries(answer.headers) };
      };
      const first = await start();
      const again = await start();
      const read = async (more: Record<string, string>) =>
        (await fetch(`${url}/runs/${first.task}/events?user=u4`, { headers: { ...headers, ...more } })).text();
      const whole = await read({});
      const id = /^id: (\S+)$/m.exec(whole)?.[1] ?? '';
      return { first, again, whole, id, rest: await read({ 'last-event-id': id }) };
    }, given4);
    const ids = (text: string) => [...text.matchAll(/^id: (\S+)$/gm)].map(([, id]) => id ?? '');
    expect(ids(told.whole).length).toBeGreaterThan(5);
    expect(ids(told.rest)).toEqual(ids(told.whole).slice(1));
    expect(told.again.task).toBe(told.first.task);
    expect(told.again.headers).toMatchObject({
      'idempotency-replayed': 'true',
      location: `/v1/runs/${told.first.task}`,
      'x-request-id': expect.any(String),
    });
  });

  it('cannot open a stream without a key, as the simplest way to read one does', async () => {
    const state = await page.evaluate(
      ({ url }) =>
        new Promise<number>((resolve) => {
          const source = new EventSource(url);
          source.onerror = () => resolve(source.readyState);
          source.onopen = () => resolve(-1);
        }),
      given('/runs/3a6c1d1e-90f4-4a1c-8a08-7b2a3d9e4c55/events?user=u1'),
    );
    // Closed, not waiting to come again.
    expect(state).toBe(2);
  });

  it('keeps no cookie, and sends none', async () => {
    expect(await page.context().cookies()).toEqual([]);
  });
});
