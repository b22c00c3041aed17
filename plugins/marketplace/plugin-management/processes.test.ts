import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { TestClient } from '#http/testing/client.ts';
import { examplePackage } from '#plugins/plugin-packages/testing/example-package.ts';
import { type Installation, testInstallation } from '#plugins/runs/testing/installation.ts';
import { managementClient } from '#plugins/runs/testing/management-client.ts';
import type { ServerProcess } from '#plugins/runs/testing/server-process.ts';
import { publisherKey, publisherScopes, uploadForm } from './testing/signed-upload.ts';

/** Answers its version; with `?wait` it never does. */
const code = (version: string) =>
  `export default { endpoint: async (request, host) => {
    if (request.query.wait !== undefined) for (;;) { await host.storage.set('waits', true); }
    return { body: { version: '${version}', waits: await host.storage.get('waits') } };
  } };`;

function packageOf(version: string): Uint8Array {
  const manifest = {
    ...{ kind: 'extension', tools: [], inject: [], settings: undefined, endpoint: { about: 'Answers.' } },
    permissions: { storage: 1000, timeMs: 120_000 },
  };
  return examplePackage({ name: '@acme/shared', version }, manifest, code(version)).bytes;
}

/** A change is heard of by a notification; the time is that of a busy machine. */
const soon = { interval: 20 };

describe.skipIf(inject('testDatabaseUrl') === '')('two processes with the same plugins', () => {
  let installation: Installation;
  let here: ServerProcess;
  let there: ServerProcess;
  let client: TestClient;
  let token: string;
  beforeAll(async () => {
    installation = await testInstallation();
  });
  afterAll(() => installation.dispose());

  async function upload(version: string): Promise<{ id: string; path: string }> {
    const bytes = packageOf(version);
    const send = async (path: string, form: FormData) => {
      const headers = { authorization: `Bearer ${token}` };
      const answer = await fetch(`${here.address}/console/api/plugins/${path}`, {
        method: 'POST',
        headers,
        body: form,
      });
      expect(answer.status).toBeLessThan(300);
      return (await answer.json()) as Record<string, string>;
    };
    const { consent = '' } = await send('plan-upload', uploadForm(bytes));
    const { id = '', endpoint_url: url = '' } = await send('upload', uploadForm(bytes, { consent }));
    return { id, path: new URL(url).pathname };
  }

  const call = async (path: string) => {
    const answer = await fetch(there.address + path);
    return {
      status: answer.status,
      body: (await answer.json()) as { readonly version?: string; readonly code?: string },
    };
  };

  it('use what was installed, updated, switched off and blocked in the other one', async () => {
    here = await installation.start();
    there = await installation.startOther();
    client = await managementClient(here, installation);
    token = (await readFile(join(installation.home, 'management-token'), 'utf8')).trim();
    await client.request('/console/api/installation/plugin-keys', {
      body: { public_key: publisherKey, scopes: publisherScopes },
    });

    const { id, path } = await upload('1.0.0');
    // The first call starts a thread for it.
    expect(await call(path)).toMatchObject({ status: 200, body: { version: '1.0.0' } });
    await upload('1.1.0');
    await expect.poll(() => call(path), soon).toMatchObject({ body: { version: '1.1.0' } });
    await client.request(`/console/api/plugins/${id}/rollback`, { method: 'POST' });
    await expect.poll(() => call(path), soon).toMatchObject({ body: { version: '1.0.0' } });
    const one = `/console/api/plugins/${id}`;
    await client.request(one, { method: 'PATCH', body: { is_enabled: false } });
    await expect.poll(() => call(path), soon).toMatchObject({ status: 404 });
    await client.request(one, { method: 'PATCH', body: { is_enabled: true } });
    await expect.poll(() => call(path), soon).toMatchObject({ status: 200 });

    // A call under way there ends when its version is blocked here.
    const waiting = call(`${path}?wait`);
    await expect.poll(() => call(path)).toMatchObject({ body: { waits: true } });
    const block = { name: '@acme/shared', version: '1.0.0', reason: 'It never answers.' };
    const blocks = '/console/api/installation/plugin-blocks';
    const { body: made } = await client.request(blocks, { body: block });
    expect(await waiting).toMatchObject({ status: 403, body: { code: 'blocked' } });
    await client.request(`${blocks}/${(made as { id: string }).id}`, { method: 'DELETE' });
    await expect.poll(() => call(path), soon).toMatchObject({ status: 200 });
    await client.request(one, { method: 'DELETE' });
    await expect.poll(() => call(path), soon).toMatchObject({ status: 404 });
  }, 120_000);
});
