import { afterEach, describe, expect, it } from 'vitest';
import { type Reply, type RouteRequest, Routes } from '#http';
import { definePlugin, type HealthCheck, HealthChecks, PlatformError } from '#kernel';
import { startTestKernel, type TestKernel } from '#kernel/testing/test-kernel.ts';

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
  const reply: Reply<unknown> | undefined = await kernel
    .contributions(Routes)
    .get(id)
    ?.handle({} as RouteRequest<never>);
  return { status: reply?.status ?? 0, body: reply?.body.kind === 'text' ? JSON.parse(reply.body.text) : undefined };
}

const healthy: HealthCheck = {
  id: 'database',
  title: 'Database',
  isRequired: true,
  check: async () => ({ state: 'ok', summary: 'It answers.', facts: { connections: 3 } }),
};
const ill: HealthCheck = {
  id: 'queue',
  title: 'Queue',
  isRequired: true,
  check: async () => ({ state: 'failed', code: 'queue.full', summary: 'The queue on h1 is full.', next: 'Empty it.' }),
};
const lame: HealthCheck = {
  id: 'clock',
  title: 'Clock',
  isRequired: true,
  check: async () => ({ state: 'warning', code: 'clock.slow', summary: 'It is 3 s behind h2.', next: 'Set it.' }),
};

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

  it('is ready with what is not as it should be, and tells anyone no more of it than a code', async () => {
    expect(await call(await start(healthy, lame), 'health.ready')).toEqual({
      status: 200,
      body: { status: 'ok', checks: { database: { status: 'ok' }, clock: { status: 'warning', code: 'clock.slow' } } },
    });
  });

  it('is unavailable when one fails that it can’t do without, and shows which', async () => {
    expect(await call(await start(healthy, ill), 'health.ready')).toEqual({
      status: 503,
      body: {
        status: 'unavailable',
        checks: { database: { status: 'ok' }, queue: { status: 'failed', code: 'queue.full' } },
      },
    });
  });

  it('runs checks that only inform for the operator alone, who is told everything, the worst first', async () => {
    let runs = 0;
    const mail: HealthCheck = {
      id: 'mail',
      title: 'E-mail',
      check: () => {
        runs += 1;
        throw new PlatformError('unavailable', 'mail.refused', 'The mail server h3 refuses us.');
      },
    };
    const kernel = await start(healthy, mail);
    expect(await call(kernel, 'health.ready')).toEqual({
      status: 200,
      body: { status: 'ok', checks: { database: { status: 'ok' } } },
    });
    expect(runs).toBe(0);
    expect(await call(kernel, 'health.checks')).toMatchObject({
      status: 200,
      body: {
        state: 'failed',
        data: expect.arrayContaining([
          expect.objectContaining({
            id: 'database',
            title: 'Database',
            state: 'ok',
            is_required: true,
            code: null,
            summary: 'It answers.',
            next: null,
            facts: { connections: 3 },
          }),
          expect.objectContaining({
            id: 'mail',
            state: 'failed',
            is_required: false,
            code: 'mail.refused',
            summary: 'The mail server h3 refuses us.',
            next: expect.stringContaining('log'),
          }),
        ]),
      },
    });
  });

  it('runs its checks once for all who ask while they run', async () => {
    const gate = Promise.withResolvers<void>();
    let runs = 0;
    const slow: HealthCheck = {
      ...healthy,
      check: async () => {
        runs += 1;
        await gate.promise;
        return { state: 'ok', summary: 'It answers.' };
      },
    };
    const kernel = await start(slow);
    const answers = [1, 2, 3].map(() => call(kernel, 'health.ready'));
    gate.resolve();
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(runs).toBe(1);
    await call(kernel, 'health.ready');
    expect(runs).toBe(2);
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
      title: 'Hanging',
      isRequired: true,
      limit: 5,
      check: (signal) => {
        signal.addEventListener('abort', () => {
          isAborted = true;
        });
        return new Promise(() => {});
      },
    };
    expect(await call(await start(hanging, healthy), 'health.ready')).toEqual({
      status: 503,
      body: {
        status: 'unavailable',
        checks: { hanging: { status: 'failed', code: 'health.no_answer' }, database: { status: 'ok' } },
      },
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
