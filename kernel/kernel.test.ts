import { afterEach, describe, expect, it } from 'vitest';
import type { BootError } from './boot-error.ts';
import { extensionPoint } from './extension-point.ts';
import { createKernel, type Kernel } from './kernel.ts';
import { KernelInfo } from './kernel-info.ts';
import { createSilentLogger } from './logger.ts';
import { definePlugin, type Plugin } from './plugin.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';
import { startTestKernel, type TestKernel } from './testing/test-kernel.ts';
import { token } from './token.ts';

interface Clock {
  now(): number;
}
const Clock = token<Clock>('clock.clock');
const Greeting = token<{ greet(): string }>('greeter.greeting');
interface Item {
  readonly id: string;
}
const Items = extensionPoint<Item>('items.items');

const clock = definePlugin({ id: 'clock', setup: ({ provide }) => provide(Clock, () => ({ now: () => 7 })) });
const greeter = definePlugin({
  id: 'greeter',
  needs: { clock: Clock },
  setup({ services, provide }) {
    provide(Greeting, () => ({ greet: () => `hello at ${services.clock.now()}` }));
  },
});

const running: TestKernel[] = [];
async function start(...extra: Plugin[]): Promise<TestKernel> {
  const kernel = await startTestKernel({ extra });
  running.push(kernel);
  return kernel;
}
afterEach(async () => {
  for (const kernel of running.splice(0)) await kernel.dispose();
});

async function failureOf(...plugins: Plugin[]): Promise<BootError> {
  return kernelOf(plugins)
    .then((kernel) => kernel.start())
    .then(
      () => expect.fail('It started.'),
      (error: BootError) => error,
    );
}
async function kernelOf(plugins: readonly Plugin[]): Promise<Kernel> {
  return createKernel({ home: await temporaryFolder(), env: {}, plugins, logger: createSilentLogger() });
}

describe('starting', () => {
  it('sets up providers before those who need them, whatever order they are found in', async () => {
    const kernel = await start(greeter, clock);
    expect(kernel.resolve(Greeting).greet()).toBe('hello at 7');
    expect(kernel.report.plugins.map(({ id, state }) => `${id} ${state}`)).toEqual([
      'clock started',
      'greeter started',
    ]);
  });

  it('shows extension points complete in ready hooks, also to an owner that was set up first', async () => {
    let seen: string[] = [];
    const owner = definePlugin({
      id: 'items',
      needs: { items: Items },
      setup({ services, onReady }) {
        onReady(() => {
          seen = services.items.all().map(({ id }) => id);
        });
      },
    });
    const contributor = (id: string) =>
      definePlugin({ id, setup: ({ contribute }) => contribute(Items, { id: `of-${id}` }) });
    await start(owner, contributor('one'), contributor('two'));
    expect(seen).toEqual(['of-one', 'of-two']);
  });

  it('lets a plugin replace the service of another by declaring it', async () => {
    const fake = definePlugin({
      id: 'fake',
      provides: [Clock],
      setup: ({ provide }) => provide(Clock, () => ({ now: () => 1 })),
    });
    const kernel = await start(greeter, fake);
    expect(kernel.resolve(Greeting).greet()).toBe('hello at 1');
  });

  it('tells plugins about their kernel', async () => {
    const kernel = await start(clock);
    const info = kernel.resolve(KernelInfo);
    expect(info).toMatchObject({
      home: kernel.home,
      version: expect.stringMatching(/^\d/),
      instanceId: expect.stringMatching(/-/),
    });
    expect(info.report().plugins).toHaveLength(1);
    expect(info.isStopping()).toBe(false);
    expect(info.isStarting()).toBe(false);
    await kernel.stop();
    expect(info.isStopping()).toBe(true);
  });
});

describe('failing to start', () => {
  it('prints the path of a cycle', async () => {
    const one = token('one.s');
    const two = token('two.s');
    const error = await failureOf(
      definePlugin({
        id: 'one',
        needs: { two },
        setup({ provide }) {
          provide(one, () => 1);
        },
      }),
      definePlugin({
        id: 'two',
        needs: { one },
        setup({ provide }) {
          provide(two, () => 2);
        },
      }),
    );
    expect(error.message).toContain('one → two → one');
    expect(error.report.plugins.map(({ state }) => state)).toEqual(['failed', 'failed']);
  });

  it('names plugin, need and token of a service nobody provides', async () => {
    const error = await failureOf(greeter, definePlugin({ id: 'clocks', setup() {} }));
    expect(error.message).toContain('"greeter" needs service "clock.clock" (its need "clock")');
    expect(error.message).toContain('Did you mean "clocks"?');
  });

  it('names the plugin that should provide a service and does not', async () => {
    const error = await failureOf(greeter, definePlugin({ id: 'clock', setup() {} }));
    expect(error.message).toContain('plugin "clock" doesn\'t provide it');
  });

  it('reports every failure, skips who needs the failed, and still tries the rest', async () => {
    const broken = (id: string) =>
      definePlugin({
        id,
        setup() {
          throw new Error(`${id} is broken`);
        },
      });
    let isTried = false;
    const fine = definePlugin({
      id: 'fine',
      setup() {
        isTried = true;
      },
    });
    const error = await failureOf(greeter, broken('clock'), broken('other'), fine);
    expect(error.failures.map(({ plugin }) => plugin)).toEqual(['clock', 'other']);
    expect(error.message).toMatch(
      /clock is broken[\s\S]*other is broken[\s\S]*skipped {2}greeter: needs "clock.clock"/,
    );
    expect(isTried).toBe(true);
  });

  it('runs no ready hook when a setup failed, and undoes what was set up', async () => {
    const seen: string[] = [];
    const fine = definePlugin({
      id: 'fine',
      setup({ onReady, onClose }) {
        onReady(() => void seen.push('ready'));
        onClose(() => void seen.push('closed'));
      },
    });
    await failureOf(fine, definePlugin({ id: 'broken', setup: () => Promise.reject(new Error('no')) }));
    expect(seen).toEqual(['closed']);
  });

  it('reports failing ready hooks, all of them', async () => {
    const bad = (id: string) =>
      definePlugin({ id, setup: ({ onReady }) => onReady(() => Promise.reject(new Error(`${id} unready`))) });
    const error = await failureOf(bad('one'), bad('two'));
    expect(error.message).toMatch(/one unready[\s\S]*two unready/);
  });

  it('reports a failing ready hook alone, not those of plugins that need what failed', async () => {
    const broken = definePlugin({
      id: 'broken',
      provides: [Clock],
      setup({ provide, onReady }) {
        provide(Clock, () => ({ now: () => 0 }));
        onReady(() => Promise.reject(new Error('the port is taken')));
      },
    });
    const dependent = definePlugin({
      id: 'dependent',
      needs: { clock: Clock },
      setup: ({ onReady }) => onReady(() => Promise.reject(new Error('ask later'))),
    });
    const { message } = await failureOf(broken, dependent);
    expect(message).toContain('the port is taken');
    expect(message).not.toContain('ask later');
  });

  it('names both plugins of a duplicate service and of a duplicate contribution', async () => {
    const second = definePlugin({
      id: 'second',
      provides: [Clock],
      setup: ({ provide }) => provide(Clock, () => ({ now: () => 0 })),
    });
    expect((await failureOf(clock, second)).message).toContain(
      'provided by plugin "clock" and again by plugin "second"',
    );
    const item = (id: string) => definePlugin({ id, setup: ({ contribute }) => contribute(Items, { id: 'same' }) });
    expect((await failureOf(item('one'), item('two'))).message).toContain('by plugin "one" and again by plugin "two"');
  });

  it('refuses two plugins of one id', async () => {
    expect((await failureOf(clock, clock)).message).toContain('Plugin id "clock" is used twice');
  });

  it("refuses a service under another plugin's name, and a promise to provide that is not kept", async () => {
    const thief = definePlugin({ id: 'thief', setup: ({ provide }) => provide(Clock, () => ({ now: () => 0 })) });
    expect((await failureOf(thief)).message).toContain('whose name belongs to plugin "clock"');
    const idle = definePlugin({ id: 'idle', provides: [Clock], setup() {} });
    expect((await failureOf(idle)).message).toContain('lists "clock.clock" in `provides`');
  });

  it('refuses contributions and services after setup', async () => {
    const late = definePlugin({
      id: 'late',
      setup({ contribute, onReady }) {
        onReady(() => contribute(Items, { id: 'late' }));
      },
    });
    expect((await failureOf(late)).message).toContain('"late" tried to contribute to items.items after its setup');
  });
});

describe('stopping', () => {
  it('calls stop hooks of all together, then closes last in first out', async () => {
    const seen: string[] = [];
    let finish = () => {};
    const plugin = (id: string, stop: () => void | Promise<void>) =>
      definePlugin({
        id,
        setup({ onStop, onClose }) {
          onStop(stop);
          onClose(() => void seen.push(`${id} closed`));
        },
      });
    const waits = plugin(
      'waits',
      () =>
        new Promise<void>((resolve) => {
          finish = resolve;
        }),
    );
    const ends = plugin('ends', () => {
      seen.push('ends stopped');
      finish();
    });
    const kernel = await start(waits, ends);
    await kernel.stop();
    expect(seen).toEqual(['ends stopped', 'ends closed', 'waits closed']);
  });

  it('aborts the signal at the end of the grace period and then closes', async () => {
    const seen: string[] = [];
    const slow = definePlugin({
      id: 'slow',
      setup({ onStop, onClose }) {
        onStop(
          (signal) =>
            new Promise((resolve) =>
              signal.addEventListener('abort', () => {
                seen.push('aborted');
                resolve();
              }),
            ),
        );
        onClose(() => void seen.push('closed'));
      },
    });
    const kernel = await start(slow);
    await kernel.stop(5);
    expect(seen).toEqual(['aborted', 'closed']);
  });

  it('goes on when a stop hook throws, and collects what closing throws', async () => {
    const seen: string[] = [];
    const bad = (id: string) =>
      definePlugin({
        id,
        setup({ onStop, onClose }) {
          onStop(() => {
            throw new Error('stop');
          });
          onClose(() => {
            seen.push(id);
            throw new Error(`${id} won't close`);
          });
        },
      });
    const kernel = await kernelOf([bad('one'), bad('two')]);
    await kernel.start();
    await expect(kernel.stop()).rejects.toMatchObject({
      errors: [{ message: "two won't close" }, { message: "one won't close" }],
    });
    expect(seen).toEqual(['two', 'one']);
  });

  it('waits for a start in progress', async () => {
    const seen: string[] = [];
    const kernel = await kernelOf([
      definePlugin({
        id: 'slow',
        async setup({ onClose }) {
          await new Promise((resolve) => setTimeout(resolve, 5));
          seen.push('set up');
          onClose(() => void seen.push('closed'));
        },
      }),
    ]);
    const started = kernel.start();
    await kernel.stop();
    await started;
    expect(seen).toEqual(['set up', 'closed']);
  });
});
