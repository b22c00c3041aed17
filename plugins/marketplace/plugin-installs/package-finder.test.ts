import { beforeAll, expect, it } from 'vitest';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { examplePackage } from '#plugins/plugin-packages/testing/example-package.ts';
import { installPackage } from './testing/install-package.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await sharedPlatform();
});

const tool = (plugin: string) => `
      - id: '2'
        data: { type: tool, title: Ask, provider_id: ${plugin}/x, provider_type: builtin, tool_name: ask, tool_parameters: {}, tool_configurations: {} }`;

it('tells an import which plugins would bring what is missing', async () => {
  const { bytes } = examplePackage({ name: '@acme/known' }, { aliases: ['someone/else'] });
  await installPackage(platform.kernel, platform.workspaceId, bytes);
  const yaml = `kind: app
version: 0.3.0
app: { name: Asks, mode: workflow }
dependencies:
  - { type: marketplace, value: { marketplace_plugin_unique_identifier: "acme/known:1.0.0@a" } }
  - { type: marketplace, value: { marketplace_plugin_unique_identifier: "no/body:1.0.0@a" } }
workflow:
  graph:
    edges: []
    nodes:
      - id: '1'
        data: { type: start, title: Start, variables: [] }${tool('acme/known')}${tool('someone/else').replace("'2'", "'3'")}${tool('no/body').replace("'2'", "'4'")}
`;
  const { status, body } = await platform.management.request('/console/api/apps/import/plan', {
    method: 'POST',
    body: { yaml },
  });
  expect(status).toBe(200);
  const { packages, warnings } = body as { packages: readonly unknown[]; warnings: readonly string[] };
  expect(warnings.join()).not.toMatch(/acme\/known|someone\/else/);
  const known = { state: 'installed', name: '@acme/known', version: '1.0.0', title: 'Weather' };
  expect(packages).toEqual([
    { plugin_id: 'acme/known', ...known },
    { plugin_id: 'someone/else', ...known },
    { plugin_id: 'no/body', state: 'unknown', name: null, version: null, title: null },
  ]);
});

it.each([
  ['audio', '', '@weft/audio'],
  ['langgenius/audio/audio', 'langgenius/audio:0.0.4@abc', '@weft/audio'],
])('names what can be installed for a tool that is missing: %s %s', async (provider, plugin, found) => {
  const yaml = `kind: app
version: 0.3.0
app: { name: Speaks, mode: workflow }
workflow:
  graph:
    edges: [{ id: e, source: '1', target: '2' }]
    nodes:
      - id: '1'
        data: { type: start, title: Start, variables: [] }
      - id: '2'
        data: { type: tool, title: Speak, provider_id: ${provider}, provider_type: builtin, tool_name: tts, plugin_unique_identifier: '${plugin}', tool_parameters: {}, tool_configurations: {} }
`;
  const request = { method: 'POST', body: { yaml } };
  const { body } = await platform.management.request('/console/api/apps/import/plan', request);
  const { tools, missing, packages } = body as {
    tools: readonly { readonly missing: string }[];
    missing: readonly string[];
    packages: readonly object[];
  };
  const text = `The tool "tts" of the provider ${JSON.stringify(provider)} is not installed: install the plugin "${found}" that brings it (weft plugins install ${found}).`;
  expect([tools.map((tool) => tool.missing), missing]).toEqual([[text], [text]]);
  expect(packages).toMatchObject([{ name: found, state: 'available' }]);
});
