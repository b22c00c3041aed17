import { afterAll, beforeAll, expect, it } from 'vitest';
import { HostCalls } from '#engine';
import { startPlatform, type TestPlatform } from '#plugins/delivery-api/testing/platform.ts';
import { callTool } from '#plugins/tools/contract.ts';

let platform: TestPlatform;

beforeAll(async () => {
  platform = await startPlatform({ threads: 0 });
  await platform.kernel.load(new URL('./testing/secret-tool/', import.meta.url));
});

afterAll(() => platform.dispose());

const ask = (path: string, method = 'GET', body?: unknown) =>
  platform.management.request(path, { method, ...(body === undefined ? {} : { body }) });

/** Calls the tool as a node of a run of the workspace does. */
async function reveal(workspaceId: string): Promise<unknown> {
  const caller = { runId: 'r', workspaceId, appId: 'a', signal: new AbortController().signal };
  const calls = platform.kernel.contributions(HostCalls);
  const call = async <Output>(id: string, input: unknown) => (await calls.get(id)?.call(input, caller)) as Output;
  const variables = { get: () => undefined, type: () => undefined, isAssignable: () => false, names: () => [] };
  const reference = { kind: 'builtin', provider: 'secret-tool', name: 'reveal', plugin: '' };
  return (await callTool({ call, variables }, reference, { arguments: {} })).text;
}

it('tools are listed, with what their providers need', async () => {
  const { body } = await ask('/console/api/tools');
  const { data } = body as { data: { id: string; tools: { name: string }[] }[] };
  expect(data.find(({ id }) => id === 'time')).toMatchObject({ configured: true, credentials_schema: null });
  expect(data.find(({ id }) => id === 'time')?.tools.map(({ name }) => name)).toContain('current_time');
  expect(data.find(({ id }) => id === 'secret-tool')).toMatchObject({
    configured: false,
    credentials_schema: { required: ['key'] },
  });
});

it('credentials reach the tool and nobody else', async () => {
  await expect(reveal(platform.workspaceId)).rejects.toMatchObject({
    code: 'tools.not_configured',
    message: expect.stringContaining('"secret-tool"'),
  });
  const path = '/console/api/tools/secret-tool';
  expect(await ask(path, 'PUT', { credentials: { key: ' sk-canary-1 ' } })).toMatchObject({ status: 200 });
  expect(await reveal(platform.workspaceId)).toBe('key of 11 characters');
  const listed = await ask('/console/api/tools');
  expect(listed.text).not.toContain('canary');
  expect(listed.text).toContain('"configured":true');
  await expect(reveal(crypto.randomUUID())).rejects.toMatchObject({ code: 'tools.not_configured' });
  expect(await ask(path, 'DELETE')).toMatchObject({ status: 204 });
  await expect(reveal(platform.workspaceId)).rejects.toMatchObject({ code: 'tools.not_configured' });
});

it.each([
  ['secret-tool', { other: 'x', key: 'y' }, 400, 'other'],
  ['secret-tool', {}, 400, 'key is required'],
  ['secret-tool', { key: 'a\r\nHost: evil' }, 400, 'line breaks'],
  ['time', { key: 'x' }, 404, 'time'],
  ['constructor', { key: 'x' }, 404, 'constructor'],
])('credentials of %s that do not fit are refused (%j)', async (provider, credentials, status, message) => {
  const answer = await ask(`/console/api/tools/${provider}`, 'PUT', { credentials });
  expect(answer.status).toBe(status);
  expect(answer.text).toContain(message);
});
