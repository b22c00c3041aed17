import { afterAll, beforeAll, expect, it } from 'vitest';
import { appDocument, chain, greetingWorkflow, modelChat, node } from '#engine/testing/app-document.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { askNode, document, endNode, startNode } from '#plugins/human-input/testing/documents.ts';
import { serveApp } from './testing/served-app.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await sharedPlatform();
});
afterAll(() => platform.dispose());

const around = (type: string, data: object) =>
  appDocument({
    mode: 'workflow',
    name: type,
    nodes: [node('1', 'start', { variables: [] }), node('2', type, { ...data }), node('3', 'end', { outputs: [] })],
    edges: chain('1', '2', '3'),
  });
const tool = (provider: string, name: string) =>
  around('tool', { provider_id: provider, provider_type: 'builtin', tool_name: name, tool_parameters: {} });
const code = { variables: [], outputs: {}, code_language: 'python3', code: 'def main(): return {}' };
const asking = document('workflow', { start: startNode, ask: askNode(), end: endNode({}) }, [
  ['start', 'ask'],
  ['ask', 'end', 'ok'],
  ['ask', 'end', 'no'],
]);

it.each([
  ['a template', greetingWorkflow(), [true, false]],
  ['a model', modelChat({}), [true, false]],
  ['a tool that only looks', tool('time', 'current_time'), [true, true]],
  ['a tool that nobody knows', tool('gone', 'away'), [false, true]],
  ['a request', around('http-request', { method: 'get', url: 'https://a.example' }), [false, true]],
  ['code', around('code', code), [false, true]],
  ['a type that nobody knows', around('away', {}), [false, true]],
  ['a question to people', asking, [false, true]],
])('the hints of an app say what its graph does: %s', async (name, yaml, [isReadOnly, isOpen]) => {
  const app = await serveApp(platform, yaml, { name: name.replaceAll(' ', '_') });
  const hints = {
    ...{ readOnlyHint: isReadOnly, destructiveHint: !isReadOnly, idempotentHint: isReadOnly },
    openWorldHint: isOpen,
  };
  expect((await app.ask('tools/list')).body).toMatchObject({ result: { tools: [{ annotations: hints }] } });
  expect((await platform.management.request(`/console/api/apps/${app.appId}/mcp`)).body).toMatchObject({
    tool: { annotations: hints },
  });
});
