import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { HostCalls, NodeTypes, ThreadServices } from '#engine';
import { startTestKernel } from '#kernel/testing/test-kernel.ts';
import { testDatabaseEnvironment } from '#plugins/database/testing/test-database.ts';
import { startFakeOpenAi } from '#plugins/provider-openai/testing/fake-openai.ts';
import { Models, ModelsResolve } from './contract.ts';

const PLUGINS = [
  'plugins/models/credentials',
  'plugins/core/egress',
  'plugins/models/model-watchers',
  'plugins/models/models',
  'plugins/models/provider-demo',
  'plugins/models/provider-openai',
  'plugins/nodes/node-llm',
  'plugins/nodes/node-http',
  'plugins/core/database',
  'plugins/core/secrets',
];

it('egress, models, providers and their nodes start together, and call a model the operator allowed', async () => {
  await using server = await startFakeOpenAi();
  const environment = await testDatabaseEnvironment();
  const kernel = await startTestKernel({
    plugins: PLUGINS,
    home: environment.home,
    env: { ...environment.env, WEFT_EGRESS_ALLOW: `example.com, 127.0.0.1:${server.port}` },
  });
  try {
    expect(
      kernel
        .contributions(NodeTypes)
        .all()
        .map((type) => type.id)
        .sort(),
    ).toEqual(['http-request@1', 'llm@1']);
    expect(
      kernel
        .contributions(ThreadServices)
        .all()
        .map((service) => service.id)
        .sort(),
    ).toEqual(['egress.client', 'models.thread']);
    expect(kernel.contributions(HostCalls).get(ModelsResolve)).toBeDefined();
    const models = kernel.resolve(Models);
    const workspaceId = randomUUID();
    const views = await models.providers(workspaceId);
    expect(views.map((view) => [view.id, view.configured]).sort()).toEqual([
      ['demo', true],
      ['openai', false],
      ['openai_api_compatible', false],
    ]);
    await models.configure(workspaceId, 'openai_api_compatible', { endpoint_url: server.url, api_key: 'k' });
    await models.test(workspaceId, 'openai_api_compatible');
    expect(server.seen).toHaveLength(1);
    await expect(
      models.test(workspaceId, 'openai_api_compatible', { endpoint_url: 'http://127.0.0.1:1' }),
    ).rejects.toMatchObject({
      code: 'models.completion_request_error',
      message: expect.stringContaining('not public'),
    });
  } finally {
    await kernel.dispose();
    await environment.dispose();
  }
});
