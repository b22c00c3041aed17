import { afterEach, describe, expect, it } from 'vitest';
import { type Reply, type RouteRequest, Routes } from '../../http/contract.ts';
import { definePlugin, type HealthCheck, HealthChecks } from '../../kernel/index.ts';
import { startTestKernel, type TestKernel } from '../../kernel/testing/test-kernel.ts';
import { checkReadiness } from './readiness.ts';

const kernels: TestKernel[] = [];
afterEach(async () => {
  for (const kernel of kernels.splice(0)) await kernel.dispose();
});

async function start(...checks: HealthCheck[]): Promise<TestKernel> {
  const checked = definePlugin({ id: 'checked', setup: ({ contribute }) => contribute(HealthChecks, ...checks) });
  const kernel = await startTestKernel({ plugins: ['plugins/health'], extra: [checked] });
  kernels.push(kernel);
  return kernel;
}

async function call(kernel: TestKernel, id: string): Promise<{ status: number; body: unknown }> {
  const reply: Reply | undefined = await kernel
    .contributions(Routes)
    .get(id)
    ?.handle({} as RouteRequest<never>);
  return { status: reply?.status ?? 0, body: reply?.body.kind === 'text' ? JSON.parse(reply.body.text) : undefined };
}

const healthy: HealthCheck = { id: 'database', check: async () => {} };
const ill: HealthCheck = { id: 'queue', check: () => Promise.reject(new Error('The queue is full.')) };

describe('health', () => {
  it('is alive whatever its checks say', async () => {
    expect(await call(await start(ill), 'health.live')).toEqual({ status: 200, body: { status: 'ok' } });
  });

  it('is ready when every check passes', async () => {
    expect(await call(await start(healthy), 'health.ready')).toEqual({
      status: 200,
      body: { status: 'ok', checks: { database: { status: 'ok' } } },
    });
  });

  it('is unavailable when one fails, and shows which', async () => {
    expect(await call(await start(healthy, ill), 'health.ready')).toEqual({
      status: 503,
      body: {
        status: 'unavailable',
        checks: { database: { status: 'ok' }, queue: { status: 'failed', message: 'The queue is full.' } },
      },
    });
  });

  it('is unavailable from the first sign of shutdown on', async () => {
    let answer: Promise<{ status: number; body: unknown }> | undefined;
    const kernel = await startTestKernel({
      plugins: ['plugins/health'],
      extra: [
        definePlugin({
          id: 'asker',
          setup: ({ onStop }) =>
            onStop(async () => {
              answer = call(kernel, 'health.ready');
              await answer;
            }),
        }),
      ],
    });
    await kernel.dispose();
    expect(await answer).toEqual({ status: 503, body: { status: 'stopping', checks: {} } });
  });

  it('gives up on a check that does not answer, and aborts it', async () => {
    let isAborted = false;
    const hanging: HealthCheck = {
      id: 'hanging',
      check: (signal) => {
        signal.addEventListener('abort', () => {
          isAborted = true;
        });
        return new Promise(() => {});
      },
    };
    expect(await checkReadiness([hanging, healthy], false, 5)).toMatchObject({
      status: 'unavailable',
      checks: { hanging: { status: 'failed', message: 'no answer within 5 ms' }, database: { status: 'ok' } },
    });
    expect(isAborted).toBe(true);
  });
});
