import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { formWorkflow, textInput } from '#plugins/delivery-api/testing/documents.ts';
import { uploadForm } from '#plugins/plugin-management/testing/signed-upload.ts';
import { examplePackage } from '#plugins/plugin-packages/testing/example-package.ts';
import { type Installation, testInstallation } from '#plugins/runs/testing/installation.ts';
import { managementClient } from '#plugins/runs/testing/management-client.ts';
import { killLeftovers, type ServerProcess } from '#plugins/runs/testing/server-process.ts';

interface Heard {
  readonly id: string;
  readonly run: string;
}

let installation: Installation;
let listener: Server;
let origin = '';
/** All that was told, and those of it that the plugin heard to its end. */
const told: Heard[] = [];
const heard: Heard[] = [];
/** Runs before `isDeaf`. Their events are always answered: calls that hang would keep those of later runs waiting. */
const early = new Set<string>();
let isDeaf = false;

beforeAll(async () => {
  listener = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const event = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Heard;
    told.push(event);
    // Never answered.
    if (isDeaf && !early.has(event.run)) return;
    heard.push(event);
    response.end();
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => listener.once('listening', resolve));
  origin = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
  installation = await testInstallation({
    ...{ WEFT_SILENT_SECONDS: '2', WEFT_EGRESS_ALLOW: '127.0.0.1', WEFT_PLUGINS_ALLOW_UNSIGNED: 'true' },
  });
});
afterEach(killLeftovers);
afterAll(async () => {
  listener.closeAllConnections();
  listener.close();
  await installation.dispose();
});

/** A plugin that passes on what it hears. */
async function installListener({ address }: ServerProcess, authorization: string): Promise<void> {
  const code = `export default { events: { 'run.succeeded': async ({ id, data }) => {
    const body = JSON.stringify({ id, run: data.workflow_run_id });
    await fetch('${origin}/', { method: 'POST', body });
  } } };`;
  const manifest = {
    ...{ kind: 'extension', tools: undefined, inject: [], settings: undefined, events: ['run.succeeded'] },
    permissions: { network: [origin], timeMs: 120_000 },
  };
  const { bytes } = examplePackage({ name: '@acme/listener' }, manifest, code);
  const send = async (path: string, more: Readonly<Record<string, string>>) => {
    const body = uploadForm(bytes, { signature: '', ...more });
    const headers = { authorization };
    const answer = await fetch(`${address}/console/api/plugins/${path}`, { method: 'POST', headers, body });
    const text = await answer.text();
    expect(answer.status, text).toBeLessThan(300);
    return JSON.parse(text) as { readonly consent: string };
  };
  const { consent } = await send('plan-upload', {});
  await send('upload', { consent });
}

it('a server that is killed between the end of a run and the plugin that hears of it tells it afterwards, under one id', {
  timeout: 180_000,
}, async () => {
  let server = await installation.start();
  const management = await managementClient(server, installation);
  const token = (await readFile(`${installation.home}/management-token`, 'utf8')).trim();
  await installListener(server, `Bearer ${token}`);
  const document = { yaml: formWorkflow([textInput('name')]), publish: true, key_name: 'test' };
  const { body } = await management.request('/console/api/apps/import', { body: document });
  const { api_key: key } = body as { readonly api_key: string };
  /** A run that has ended; gives its id. */
  const run = async (): Promise<string> => {
    const answer = await fetch(`${server.address}/v1/workflows/run`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ inputs: { name: 'Ada' }, user: 'u', response_mode: 'blocking' }),
    });
    const { data } = (await answer.json()) as { data: { readonly id: string; readonly status: string } };
    expect(data.status).toBe('succeeded');
    return data.id;
  };
  // The process hears by a notification that somebody listens.
  await expect
    .poll(
      async () => {
        early.add(await run());
        return heard.length;
      },
      { timeout: 30_000, interval: 100 },
    )
    .toBeGreaterThan(0);

  // Some are told when the process dies, and nobody has heard them; of others no plugin was called yet.
  isDeaf = true;
  const runs = await Promise.all(Array.from({ length: 20 }, run));
  const firsts = () => told.filter((event) => runs.includes(event.run));
  await expect.poll(() => firsts().length, { timeout: 30_000 }).toBeGreaterThan(0);
  await server.kill();
  expect(heard.filter((event) => runs.includes(event.run))).toEqual([]);
  const cutOff = firsts().length;
  isDeaf = false;

  server = await installation.start();
  const hears = () => new Set(heard.map((event) => event.run));
  await expect.poll(() => runs.filter((id) => !hears().has(id)), { timeout: 120_000 }).toEqual([]);
  expect(firsts().length).toBeGreaterThanOrEqual(runs.length + cutOff);
  for (const id of runs)
    expect(new Set(told.filter((event) => event.run === id).map((event) => event.id)).size).toBe(1);
});
