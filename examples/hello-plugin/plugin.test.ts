import { afterEach, describe, expect, it } from 'vitest';
import { HostCalls } from '#engine';
import { HttpServer } from '#http';
import { definePlugin } from '#kernel';
import { startTestKernel, type TestKernel } from '#kernel/testing/test-kernel.ts';
import { callTool } from '#plugins/tools/contract.ts';
import { Greeter } from './contract.ts';

let kernel: TestKernel | undefined;
afterEach(() => kernel?.dispose());

/** A real kernel with the real HTTP server, on a free port and a fresh data folder. */
async function start(env: Record<string, string> = {}): Promise<TestKernel> {
  kernel = await startTestKernel({ plugins: ['http', 'examples/hello-plugin'], env: { PORT: '0', ...env } });
  return kernel;
}

async function get(running: TestKernel, path: string): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${running.resolve(HttpServer).address()}${path}`);
  return { status: response.status, body: await response.json() };
}

describe('hello-plugin', () => {
  it('greets over HTTP', async () => {
    expect(await get(await start(), '/hello/Ada')).toEqual({ status: 200, body: { greeting: 'Hello, Ada!' } });
  });

  it('takes its salutation from the environment', async () => {
    expect(await get(await start({ HELLO_SALUTATION: 'Moin' }), '/hello/Ada')).toMatchObject({
      body: { greeting: 'Moin, Ada!' },
    });
  });

  it('tells the caller what is wrong', async () => {
    expect(await get(await start(), '/hello/%20')).toMatchObject({
      status: 400,
      body: { code: 'no_name', message: 'Give a name to greet.' },
    });
  });

  it('brings a tool that runs in a graph', async () => {
    const plugins = ['plugins/core/egress', 'plugins/tools/tools', 'examples/hello-plugin'];
    kernel = await startTestKernel({ plugins });
    const hostCalls = kernel.contributions(HostCalls);
    const caller = { runId: 'r', workspaceId: 'w', appId: 'a', signal: new AbortController().signal };
    const call = async <Output>(id: string, input: unknown) => (await hostCalls.get(id)?.call(input, caller)) as Output;
    const variables = { get: () => undefined, type: () => undefined, isAssignable: () => false, names: () => [] };
    const reference = { kind: 'builtin', provider: 'hello-plugin', name: 'greet', plugin: '' };
    const options = { arguments: { name: 'Ada', loud: true } };
    expect(await callTool({ call, variables }, reference, options)).toMatchObject({
      text: 'HELLO, ADA!',
      variables: { length: 11 },
    });
  });

  it('serves other plugins too', async () => {
    let heard = '';
    const listener = definePlugin({
      id: 'listener',
      needs: { greeter: Greeter },
      setup({ services }) {
        heard = services.greeter.greet('listener');
      },
    });
    kernel = await startTestKernel({ plugins: ['examples/hello-plugin'], extra: [listener] });
    expect(heard).toBe('Hello, listener!');
  });

  it('comes and goes in a running process', async () => {
    const running = await start();
    await running.unload('hello-plugin');
    expect((await get(running, '/hello/Ada')).status).toBe(404);
    await running.load(new URL('./', import.meta.url));
    expect((await get(running, '/hello/Ada')).status).toBe(200);
  });
});
