import { beforeAll, expect, it, vi } from 'vitest';
import { formWorkflow, textInput } from '#plugins/delivery-api/testing/documents.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { installPackage } from '#plugins/plugin-installs/testing/install-package.ts';
import { examplePackage } from '#plugins/plugin-packages/testing/example-package.ts';
import { PluginRunner } from '#plugins/plugin-runner/contract.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await sharedPlatform();
});

it('tells a plugin how runs of its workspace ended, again after a failure, under one id', async () => {
  const code = `export default {
    events: { 'run.succeeded': async (event, host) => {
      const told = (await host.storage.get('told')) ?? [];
      await host.storage.set('told', [...told, event]);
      if (told.length === 0) throw new Error('the first time fails');
    } },
    tools: { told: async (call, host) => ({ json: [{ told: await host.storage.get('told') }] }) },
  };`;
  const tools = [{ name: 'told', title: 'Told', about: 'Tells.', parameters: [] }];
  const manifest = {
    ...{ kind: 'extension', tools, events: ['run.succeeded'], inject: [], settings: undefined },
    permissions: { storage: 100_000 },
  };
  const { bytes } = examplePackage({ name: '@acme/listener' }, manifest, code);
  const { kernel, workspaceId } = platform;
  const installed = await installPackage(kernel, workspaceId, bytes);
  const app = await platform.importApp(formWorkflow([textInput('name')]));
  const body = { inputs: { name: 'Ada' }, user: 'u', response_mode: 'blocking' };
  const ran = await platform.post(app.key, '/v1/workflows/run', body);
  const { workflow_run_id: runId } = ran.body as { workflow_run_id: string };
  const told = async () => {
    const call = {
      installed,
      target: { kind: 'tool', name: 'told' } as const,
      input: {},
      signal: AbortSignal.timeout(10_000),
    };
    const answer = (await kernel.resolve(PluginRunner).call(call)) as {
      json: [{ told: { id: string; type: string; data: Record<string, unknown> }[] | null }];
    };
    return answer.json[0].told ?? [];
  };
  await vi.waitFor(async () => expect(await told()).toHaveLength(2), { timeout: 25_000, interval: 200 });
  const [first, second] = await told();
  expect(first).toEqual(second);
  expect(first).toMatchObject({ type: 'run.succeeded', data: { workflow_run_id: runId, status: 'succeeded' } });
}, 40_000);
