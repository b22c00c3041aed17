import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appDocument, chain, node } from '#engine/testing/app-document.ts';
import { testClient } from '#http/testing/client.ts';
import { modelNode } from '#plugins/delivery-api/testing/documents.ts';
import { startPlatform, type TestPlatform } from '#plugins/delivery-api/testing/platform.ts';
import {
  beginStream,
  chunkFrame,
  DONE_FRAME,
  startFakeOpenAi,
  usageFrame,
} from '#plugins/provider-openai/testing/fake-openai.ts';

const token = 'scrape-me-if-you-can';
let platform: TestPlatform;
let port: number;

beforeAll(async () => {
  port = await freePort();
  platform = await startPlatform({
    env: { WEFT_METRICS_TOKEN: token, WEFT_METRICS_PORT: String(port), WEFT_EGRESS_ALLOW: '127.0.0.1' },
  });
}, 120_000);
afterAll(() => platform?.dispose());

async function scrape(): Promise<ReadonlyMap<string, number>> {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`, { headers: { authorization: `Bearer ${token}` } });
  expect(answer.status).toBe(200);
  return readSamples(await answer.text());
}

describe('reading the metrics', () => {
  it('takes the token, on the port of its own and on the server', async () => {
    for (const url of [`http://127.0.0.1:${port}/metrics`, `${platform.url}/metrics`]) {
      expect((await fetch(url)).status).toBe(401);
      const wrong = { authorization: `Bearer ${token}x` };
      expect((await fetch(url, { headers: wrong })).status).toBe(401);
      const managing = { authorization: `Bearer ${platform.token}` };
      expect((await fetch(url, { headers: managing })).status).toBe(401);
      const right = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
      expect(right.status).toBe(200);
      expect(right.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
      const text = await right.text();
      expect(text).toContain('# TYPE weft_http_request_duration_seconds histogram');
      expect(text).toContain('nodejs_eventloop_lag_seconds');
      expect(text).toContain('process_resident_memory_bytes');
    }
  });

  it('opens no other door with the token, and nothing but /metrics on the port', async () => {
    const answer = await testClient(platform.url, token).request('/console/api/apps');
    expect(answer.status).toBe(401);
    const headers = { authorization: `Bearer ${token}` };
    expect((await fetch(`http://127.0.0.1:${port}/console/api/apps`, { headers })).status).toBe(404);
    expect((await fetch(`http://127.0.0.1:${port}/metrics`, { method: 'POST', headers })).status).toBe(405);
  });

  it('is not among the settings that are shown', () => {
    expect(JSON.stringify(platform.log)).not.toContain(token);
  });
});

describe('what is counted', () => {
  it('tells runs, nodes, requests and batches, without ids and texts of users', async () => {
    const yaml = appDocument({
      mode: 'workflow',
      name: 'Counted',
      nodes: [
        node('1', 'start', { variables: [{ variable: 'word', label: 'Word', type: 'text-input', required: true }] }),
        node('t', 'template-transform', {
          template: '{{ w }}',
          variables: [{ variable: 'w', value_selector: ['1', 'word'] }],
        }),
        node('end', 'end', { outputs: [{ variable: 'word', value_selector: ['t', 'output'] }] }),
      ],
      edges: chain('1', 't', 'end'),
    });
    const { key, appId } = await platform.importApp(yaml);
    const before = await scrape();
    const body = { inputs: { word: 'unmistakable' }, response_mode: 'blocking', user: 'somebody-special' };
    const answer = await platform.post(key, '/v1/workflows/run', body);
    expect(answer.status).toBe(200);
    const after = await scrape();
    const added = (sample: string) => (after.get(sample) ?? 0) - (before.get(sample) ?? 0);
    expect(added('weft_runs_total{mode="workflow",status="succeeded",source="app-run"}')).toBe(1);
    expect(added('weft_run_duration_seconds_count{mode="workflow"}')).toBe(1);
    expect(added('weft_node_duration_seconds_count{type="template-transform",status="succeeded"}')).toBe(1);
    const route = 'route="/v1/workflows/run",method="POST",status="200"';
    expect(added(`weft_http_request_duration_seconds_count{${route}}`)).toBe(1);
    expect(added('weft_journal_batch_rows_count')).toBeGreaterThan(0);
    await platform.get(key, `/v1/workflows/run/${(answer.body as { workflow_run_id: string }).workflow_run_id}`);
    const all = [...(await scrape()).keys()].join('\n');
    expect(all).toContain('/v1/workflows/run/:');
    for (const secret of ['unmistakable', 'somebody-special', key, appId, platform.workspaceId])
      expect(all).not.toContain(secret);
    expect(after.get('weft_database_connections{state="idle"}')).toBeGreaterThanOrEqual(0);
    expect(after.get('weft_engine_threads')).toBe(1);
    expect(after.get('weft_jobs{state="ready"}')).toBeGreaterThanOrEqual(0);
  });

  it('tells for how long the main thread was at one thing', async () => {
    const until = performance.now() + 300;
    while (performance.now() < until);
    await expect
      .poll(async () => (await scrape()).get('weft_main_thread_longest_task_seconds'))
      .toBeGreaterThanOrEqual(0.28);
  });

  it('tells failures by status and a 4xx by its route', async () => {
    const before = await scrape();
    expect((await testClient(platform.url, 'app-wrong').request('/v1/info')).status).toBe(401);
    const after = await scrape();
    const sample = 'weft_http_request_duration_seconds_count{route="/v1/info",method="GET",status="401"}';
    expect((after.get(sample) ?? 0) - (before.get(sample) ?? 0)).toBe(1);
  });

  it('counts calls of models and their tokens, also those that fail', async () => {
    await using fake = await startFakeOpenAi({
      'gpt-4o': (_, response) => {
        beginStream(response);
        const end = chunkFrame({}, { finish_reason: 'stop' }) + usageFrame(7, 3) + DONE_FRAME;
        response.end(chunkFrame({ content: 'Yes.' }) + end);
      },
    });
    const credentials = { openai_api_key: 'sk-canary-4711', openai_api_base: fake.url };
    const path = '/console/api/providers/openai';
    expect((await platform.management.request(path, { method: 'PUT', body: { credentials } })).status).toBe(200);
    const asking = (name: string) =>
      appDocument({
        mode: 'workflow',
        name,
        nodes: [
          node('1', 'start', { variables: [] }),
          modelNode('m', 'A very private question', { provider: 'openai', name, completion_params: {} }),
          node('end', 'end', { outputs: [] }),
        ],
        edges: chain('1', 'm', 'end'),
      });
    const { key } = await platform.importApp(asking('gpt-4o'));
    const before = await scrape();
    const run = await platform.post(key, '/v1/workflows/run', { inputs: {}, response_mode: 'blocking', user: 'u' });
    expect(run.body).toMatchObject({ data: { status: 'succeeded' } });
    const after = await scrape();
    const added = (sample: string) => (after.get(sample) ?? 0) - (before.get(sample) ?? 0);
    const model = 'provider="openai",model="gpt-4o"';
    expect(added(`weft_model_calls_total{${model},type="llm",outcome="success"}`)).toBe(1);
    expect(added(`weft_model_call_duration_seconds_count{${model}}`)).toBe(1);
    const tokens = (direction: string) => added(`weft_model_tokens_total{${model},direction="${direction}"}`);
    expect([tokens('input'), tokens('output')]).toEqual([7, 3]);
    const text = [...after.keys()].join('\n');
    expect(text).not.toContain('sk-canary-4711');
    expect(text).not.toContain('private question');

    const failing = await platform.importApp(asking('500'));
    await platform.post(failing.key, '/v1/workflows/run', { inputs: {}, response_mode: 'blocking', user: 'u' });
    const failed = 'weft_model_calls_total{provider="openai",model="500",type="llm",outcome="error"}';
    expect((await scrape()).get(failed)).toBe(1);
  });

  it('knows which event streams are open', async () => {
    const yaml = appDocument({
      mode: 'workflow',
      name: 'Waiting',
      nodes: [
        node('1', 'start', { variables: [] }),
        node('h', 'human-input', {
          form_content: 'Well?',
          inputs: [],
          user_actions: [{ id: 'ok', title: 'OK' }],
          delivery_methods: [],
        }),
        node('end', 'end', { outputs: [] }),
      ],
      edges: chain('1', 'h', 'end'),
    });
    const { key } = await platform.importApp(yaml);
    expect((await scrape()).get('weft_http_open_streams')).toBe(0);
    const run = await platform.post(key, '/v1/workflows/run', { inputs: {}, response_mode: 'blocking', user: 'u' });
    const { workflow_run_id: id } = run.body as { workflow_run_id: string };
    const leave = new AbortController();
    const headers = { authorization: `Bearer ${platform.token}` };
    const path = `/console/api/runs/${id}/events?follow=true`;
    const open = await fetch(`${platform.url}${path}`, { headers, signal: leave.signal });
    expect(open.status).toBe(200);
    await expect.poll(async () => (await scrape()).get('weft_http_open_streams')).toBe(1);
    leave.abort();
    await expect.poll(async () => (await scrape()).get('weft_http_open_streams')).toBe(0);
  });
});

function readSamples(text: string): ReadonlyMap<string, number> {
  const samples = new Map<string, number>();
  for (const line of text.split('\n')) {
    const found = /^([a-z_]+(?:\{.*\})?) (\S+)$/.exec(line);
    if (found?.[1] !== undefined) samples.set(found[1], Number(found[2]));
  }
  return samples;
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
