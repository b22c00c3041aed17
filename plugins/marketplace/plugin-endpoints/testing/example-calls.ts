import type { ExampleCalls, ExampleParts } from '#plugins/openapi/testing/called-examples.ts';
import { installPackage } from '#plugins/plugin-installs/testing/install-package.ts';
import { examplePackage } from '#plugins/plugin-packages/testing/example-package.ts';

export const exampleCalls: readonly ExampleCalls[] = [
  { what: 'when addresses of plugins are called', make: (parts) => endpointCalls(parts) },
];

async function endpointCalls({ api, platform }: ExampleParts): Promise<void> {
  const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
  const code = `export default { endpoint: async ({ path }) => ({ body: 'pong ' + path }) };`;
  const manifest = {
    ...{ kind: 'extension', tools: [], inject: [], permissions: {}, settings: undefined },
    endpoint: { about: 'Answers.', methods },
  };
  const { bytes } = examplePackage({ name: '@acme/ping' }, manifest, code);
  const { endpointKey: key } = await installPackage(platform.kernel, platform.workspaceId, bytes);
  for (const method of methods) {
    await api.call(`${method} /e/{key}`, 200, { params: { key: key ?? '' } });
    await api.call(`${method} /e/{key}/{rest}`, 200, { params: { key: key ?? '', rest: 'below' } });
    await api.call(`${method} /e/{key}`, 404, { params: { key: 'nowhere' } });
  }
}
