import { afterEach, expect, it } from 'vitest';
import { appDocument, chain, node } from '#engine/testing/app-document.ts';
import { startPlatform, type TestPlatform } from '#plugins/delivery-api/testing/platform.ts';

const rules = { allowed_file_types: ['document'], allowed_file_upload_methods: ['local_file'] };
const start = node('1', 'start', { variables: [{ variable: 'file', label: 'File', type: 'file', ...rules }] });

/** Gives back the file it was given. */
const mirror = appDocument({
  mode: 'workflow',
  name: 'Mirror',
  nodes: [start, node('2', 'end', { outputs: [{ variable: 'file', value_selector: ['1', 'file'] }] })],
  edges: chain('1', '2'),
});

/** Links to the file in its answer. */
const linking = appDocument({
  mode: 'advanced-chat',
  name: 'Linking',
  nodes: [start, node('2', 'answer', { answer: 'Here: {{#1.file#}}' })],
  edges: chain('1', '2'),
});

let platform: TestPlatform;
/** Ids of those that were asked for last. */
let runs: string[];
afterEach(() => platform.dispose());

/** What answers of all kinds say of a file, as they were sent. */
async function answers(url: string, headers: Readonly<Record<string, string>>): Promise<string[]> {
  const told: string[] = [];
  runs = [];
  const send = async (key: string, path: string, body?: object | FormData) => {
    const isForm = body instanceof FormData;
    const type: Record<string, string> = body === undefined || isForm ? {} : { 'content-type': 'application/json' };
    const answer = await fetch(url + path, {
      ...(body !== undefined && { method: 'POST', body: isForm ? body : JSON.stringify(body) }),
      headers: { authorization: `Bearer ${key}`, ...type, ...headers },
    });
    const text = await answer.text();
    expect(answer.ok, text).toBe(true);
    expect(text, path).toContain('/file-preview?timestamp=');
    told.push(text);
    return text;
  };
  for (const [yaml, path] of [
    [mirror, '/v1/workflows/run'],
    [linking, '/v1/chat-messages'],
  ] as const) {
    const { key } = await platform.importApp(yaml);
    const form = new FormData();
    form.append('file', new File(['ferns'], 'ferns.txt', { type: 'text/plain' }));
    form.append('user', 'u1');
    const { id, source_url: source } = JSON.parse(await send(key, '/v1/files/upload', form));
    expect((await fetch(new URL(new URL(source).pathname + new URL(source).search, platform.url))).status).toBe(200);
    const file = { type: 'document', transfer_method: 'local_file', upload_file_id: id };
    const body = { inputs: { file }, query: 'Hi', user: 'u1' };
    const whole = JSON.parse(await send(key, path, body));
    const stream = await send(key, path, { ...body, response_mode: 'streaming' });
    await send(key, `/v1/runs/${whole.task_id}/events?user=u1`);
    const [, run] = /"workflow_run_id":"([^"]+)"/.exec(stream) ?? [];
    runs.push(String(run));
    await send(key, `/v1/workflow/${run}/events?user=u1`);
    await send(key, `/v1/workflows/run/${run}`);
    await send(key, `/v1/runs/${whole.task_id}?user=u1`);
    if (whole.conversation_id !== undefined) {
      const next = { ...body, inputs: {}, conversation_id: whole.conversation_id, response_mode: 'streaming' };
      runs.push(String(/"workflow_run_id":"([^"]+)"/.exec(await send(key, path, next))?.[1]));
      await send(key, `/v1/messages?user=u1&conversation_id=${whole.conversation_id}`);
      await send(key, '/v1/conversations?user=u1');
    }
  }
  return told;
}

/** What is kept of the runs: what their nodes got and gave. */
async function kept(): Promise<string[]> {
  const paths = runs.flatMap((id) => [id, `${id}/nodes?values=true`, `${id}/events`]);
  const shown = paths.map((path) => platform.management.request(`/console/api/runs/${path}`));
  return (await Promise.all(shown)).map(({ text }) => text);
}

const origins = (texts: readonly string[]) =>
  new Set(texts.flatMap((text) => [...text.matchAll(/(https?:\/\/[^"/\\]+)\/files\//g)].map(([, origin]) => origin)));

it('addresses of files are those under which the client reaches the server', async () => {
  platform = await startPlatform({ threads: 0 });
  const url = platform.url.replace('127.0.0.1', 'localhost');
  const madeUp = { forwarded: 'host=made.up;proto=https', 'x-forwarded-host': 'made.up', 'x-forwarded-proto': 'https' };
  expect(origins(await answers(url, madeUp))).toEqual(new Set([url]));
  expect(runs).toHaveLength(3);
  expect(origins(await kept())).toEqual(new Set([platform.url]));
});

it('or reaches the proxy that is trusted to say it', async () => {
  platform = await startPlatform({ threads: 0, config: { http: { trustedProxies: ['127.0.0.1', '::1'] } } });
  const headers = { 'x-forwarded-host': 'weft.example.com', 'x-forwarded-proto': 'https' };
  expect(origins(await answers(platform.url, headers))).toEqual(new Set(['https://weft.example.com']));
});

it('or what RUNTIME_URL says, whatever the request does', async () => {
  const http = { trustedProxies: ['127.0.0.1', '::1'], runtimeUrl: 'https://api.example.com' };
  platform = await startPlatform({ threads: 0, config: { http } });
  const headers = { 'x-forwarded-host': 'made.up', 'x-forwarded-proto': 'http' };
  expect(origins(await answers(platform.url, headers))).toEqual(new Set(['https://api.example.com']));
});
