import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { definePlugin } from '#kernel';
import { startTestKernel, type TestKernel } from '#kernel/testing/test-kernel.ts';
import { HttpServer, json, Public, Routes, route } from './contract.ts';
import { callersOf } from './testing/callers-of-routes.ts';

const kernels: TestKernel[] = [];
afterEach(async () => {
  for (const kernel of kernels.splice(0)) await kernel.dispose();
});

async function start(env: Readonly<Record<string, string>> = {}, path = '/greet'): Promise<TestKernel> {
  const greeter = definePlugin({
    id: 'greeter',
    setup({ contribute }) {
      const greet = { id: 'greet', method: 'GET', path, access: Public, summary: 'Greets' } as const;
      contribute(Routes, route({ ...greet, handle: () => json({ hello: true }) }));
    },
  });
  const kernel = await startTestKernel({ plugins: ['http'], extra: [greeter], env: { PORT: '0', ...env } });
  kernels.push(kernel);
  return kernel;
}

describe('the http plugin', () => {
  it('serves what other plugins contribute, and takes it away with them', async () => {
    const kernel = await start();
    const address = kernel.resolve(HttpServer).address();
    const answer = await fetch(`${address}/greet`);
    expect([answer.status, await answer.json()]).toEqual([200, { hello: true }]);
    expect(answer.headers.get('x-version')).toMatch(/^\d+\.\d+\.\d+/);
    await kernel.unload('greeter');
    expect((await fetch(`${address}/greet`)).status).toBe(404);
  });

  it('takes its addresses from the environment', async () => {
    const kernel = await start({ HOST: '127.0.0.1', RUNTIME_URL: 'https://api.example.com' });
    const server = kernel.resolve(HttpServer);
    expect(server.publicUrl('runtime')).toBe('https://api.example.com');
    expect(server.publicUrl('console')).toBe(server.address());
  });

  it('tells who may call each route', async () => {
    const kernel = await start();
    expect(kernel.contributions(Routes).all().map(callersOf)).toEqual(['GET /greet  public']);
  });

  it('stops listening when the kernel stops', async () => {
    const kernel = await start();
    const address = kernel.resolve(HttpServer).address();
    await kernel.stop(1000);
    await expect(fetch(`${address}/greet`)).rejects.toThrow();
  });

  it('fails the boot when its port is taken', async () => {
    const port = new URL((await start({ HOST: '127.0.0.1' })).resolve(HttpServer).address()).port;
    const home = await mkdtemp(join(tmpdir(), 'weft-http-'));
    try {
      const second = startTestKernel({ plugins: ['http'], env: { PORT: port, HOST: '127.0.0.1' }, home });
      await expect(second).rejects.toThrow('Another program already listens on');
    } finally {
      await rm(home, { recursive: true, force: true });
    }
  });
});
