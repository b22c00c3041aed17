import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type TestClient, testClient } from '#http/testing/client.ts';
import { modelWorkflow } from '#plugins/delivery-api/testing/documents.ts';
import { type FakeOpenAi, startFakeOpenAi } from '#plugins/provider-openai/testing/fake-openai.ts';
import { type Installation, testInstallation } from '#plugins/runs/testing/installation.ts';
import { managementClient } from '#plugins/runs/testing/management-client.ts';

describe.skipIf(inject('testDatabaseUrl') === '')('two processes on one database', () => {
  let installation: Installation;
  let provider: FakeOpenAi;
  /** Management of the one, the app in the other. */
  let here: TestClient;
  let there: TestClient;

  beforeAll(async () => {
    installation = await testInstallation({ WEFT_EGRESS_ALLOW: '127.0.0.1' });
    provider = await startFakeOpenAi();
  });
  afterAll(async () => {
    await installation.dispose();
    await provider[Symbol.asyncDispose]();
  });

  it('serve the same app', async () => {
    const [one, other] = [await installation.start(), await installation.startOther()];
    here = await managementClient(one, installation);
    await configure('sk-first');
    const yaml = modelWorkflow({ provider: 'openai', name: 'gpt-4o', completion_params: {} });
    const made = await here.request('/console/api/apps/import', { body: { yaml, publish: true, key_name: 'k' } });
    there = testClient(other.address, (made.body as { api_key: string }).api_key);
    expect(await run()).toMatchObject({ status: 'succeeded' });
  }, 120_000);

  async function configure(key: string) {
    const body = { credentials: { openai_api_key: key, openai_api_base: provider.url } };
    expect((await here.request('/console/api/providers/openai', { method: 'PUT', body })).status).toBe(200);
  }

  async function enable(enabled: boolean) {
    const body = { type: 'llm', model: 'gpt-4o', enabled };
    const answer = await here.request('/console/api/providers/openai/models', { method: 'PATCH', body });
    expect(answer.status, answer.text).toBe(200);
  }

  async function run() {
    const answer = await there.request('/v1/workflows/run', { body: { inputs: {}, user: 'u' } });
    return (answer.body as { data: { status: string; error: string | null } }).data;
  }

  // Without the message between processes either would stay as it was for minutes: the wait is no measure.
  const soon = { interval: 50 };

  it('see in the one which models are switched off in the other', async () => {
    expect(await run()).toMatchObject({ status: 'succeeded' });
    await enable(false);
    await expect.poll(run, soon).toMatchObject({ status: 'failed', error: expect.stringContaining('gpt-4o') });
    await enable(true);
    await expect.poll(run, soon).toMatchObject({ status: 'succeeded' });
  }, 60_000);

  it('call with the credentials that were set in the other', async () => {
    await run();
    expect(provider.seen.at(-1)?.headers.authorization).toBe('Bearer sk-first');
    await configure('sk-second');
    const used = async () => {
      await run();
      return provider.seen.at(-1)?.headers.authorization;
    };
    await expect.poll(used, soon).toBe('Bearer sk-second');
  }, 60_000);

  it('call with the set that a model was given in the other', async () => {
    const path = '/console/api/providers/openai';
    const credentials = { openai_api_key: 'sk-of-set', openai_api_base: provider.url };
    const made = await here.request(`${path}/credential-sets`, { body: { name: 'EU', credentials } });
    const named = { type: 'llm', model: 'gpt-4o', mode: 'single', credential_sets: [(made.body as { id: string }).id] };
    const given = await here.request(`${path}/models/credentials`, { method: 'PUT', body: named });
    expect(given.status, given.text).toBe(200);
    const used = async () => {
      await run();
      return provider.seen.at(-1)?.headers.authorization;
    };
    await expect.poll(used, soon).toBe('Bearer sk-of-set');
  }, 60_000);
});
