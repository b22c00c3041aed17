import { afterEach, describe, expect, it } from 'vitest';
import { type Reply, type RouteRequest, Routes } from '#http';
import { definePlugin, type HealthCheck, HealthChecks } from '#kernel';
import { startTestKernel, type TestKernel } from '#kernel/testing/test-kernel.ts';
import { checkReadiness } from './readiness.ts';

const kernels: TestKernel[] = [];
afterEach(async () => {
  for (const kernel of kernels.splice(0)) await kernel.dispose();
});

async function start(...checks: HealthCheck[]): Promise<TestKernel> {
  const checked = definePlugin({ id: 'checked', setup: ({ contribute }) => contribute(HealthChecks, ...checks) });
  const kernel = await startTestKernel({ plugins: ['plugins/core/health'], extra: [checked] });
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

  it('is ready with what is not as it should be', async () => {
    const lame: HealthCheck = { ...healthy, notice: () => 'The database is slow.' };
    expect(await call(await start(lame), 'health.ready')).toEqual({
      status: 200,
      body: { status: 'ok', checks: { database: { status: 'ok', message: 'The database is slow.' } } },
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

  it('is starting until every plugin is ready', async () => {
    let answer: { status: number; body: unknown } | undefined;
    const asker = definePlugin({
      id: 'asker',
      needs: { routes: Routes },
      setup: ({ services, onReady }) =>
        onReady(async () => {
          const reply = await services.routes.get('health.ready')?.handle({} as RouteRequest<never>);
          answer = { status: reply?.status ?? 0, body: reply?.body.kind === 'text' && JSON.parse(reply.body.text) };
        }),
    });
    const kernel = await startTestKernel({ plugins: ['plugins/core/health'], extra: [asker] });
    kernels.push(kernel);
    expect(answer).toEqual({ status: 503, body: { status: 'starting', checks: {} } });
    expect((await call(kernel, 'health.ready')).status).toBe(200);
  });

  it('is unavailable from the first sign of shutdown on', async () => {
    let answer: Promise<{ status: number; body: unknown }> | undefined;
    const kernel = await startTestKernel({
      plugins: ['plugins/core/health'],
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
    expect(await checkReadiness([hanging, healthy], { isStarting: false, isStopping: false }, 5)).toMatchObject({
      status: 'unavailable',
      checks: { hanging: { status: 'failed', message: 'no answer within 5 ms' }, database: { status: 'ok' } },
    });
    expect(isAborted).toBe(true);
  });
});

it('tells which plugins run, what needs them, and why the others do not run', async () => {
  const bell = definePlugin({ id: 'bell', needs: { checks: HealthChecks }, setup() {} });
  const kernel = await startTestKernel({ plugins: ['plugins/core/health'], extra: [bell], disabledPlugins: ['bell'] });
  kernels.push(kernel);
  const { body } = await call(kernel, 'health.plugins');
  expect((body as { data: unknown[] }).data).toEqual([
    { id: 'health', group: null, origin: 'built-in', state: 'started', needed_by: [], reason: null },
    {
      id: 'bell',
      group: null,
      origin: 'memory',
      state: 'off',
      needed_by: [],
      reason: 'switched off by kernel.disabledPlugins (WEFT_PLUGINS_DISABLED)',
    },
  ]);
});
