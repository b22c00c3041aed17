import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import type { BootError } from './boot-error.ts';
import { definePlugin } from './plugin.ts';
import { readProcessSettings } from './process-settings.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';
import { startTestKernel, type TestKernel, type TestKernelOptions } from './testing/test-kernel.ts';
import { optional, token } from './token.ts';

const Clock = token<{ now(): number }>('clock.clock');
const Greeting = token<{ greet(): string }>('greeter.greeting');

const clock = definePlugin({ id: 'clock', setup: ({ provide }) => provide(Clock, () => ({ now: () => 7 })) });
/** Greets without the time where there is no clock. */
const greeter = definePlugin({
  id: 'greeter',
  needs: { clock: optional(Clock) },
  setup({ services, provide }) {
    provide(Greeting, () => ({ greet: () => `hello at ${services.clock?.now() ?? 'any time'}` }));
  },
});
const bell = definePlugin({ id: 'bell', needs: { clock: Clock }, setup() {} });
const tower = definePlugin({ id: 'tower', needs: { greeting: Greeting }, setup() {} });

const running: TestKernel[] = [];
afterEach(async () => {
  for (const kernel of running.splice(0)) await kernel.dispose();
});

async function start(options: TestKernelOptions): Promise<TestKernel> {
  const kernel = await startTestKernel(options);
  running.push(kernel);
  return kernel;
}

async function refusal(options: TestKernelOptions): Promise<readonly string[]> {
  return startTestKernel(options).then(
    () => expect.fail('It started.'),
    (error: BootError) => error.message.split('\n').map((line) => line.trim()),
  );
}

const states = (kernel: TestKernel) => kernel.report.plugins.map(({ id, state }) => `${id} ${state}`);

describe('plugins that are switched off', () => {
  it('are left out, and reported with the reason and those who would need them', async () => {
    const kernel = await start({ extra: [clock, greeter, bell], disabledPlugins: ['clock', 'bell'] });
    expect(states(kernel)).toEqual(['greeter started', 'clock off', 'bell off']);
    expect(kernel.report.plugins[1]).toMatchObject({
      neededBy: [],
      reason: 'switched off by kernel.disabledPlugins (WEFT_PLUGINS_DISABLED)',
    });
  });

  it('are refused when others need them: both are named, and what to do', async () => {
    const chime = definePlugin({ id: 'chime', needs: { bell: token('bell.bell') }, setup() {} });
    expect(await refusal({ extra: [clock, greeter, bell, chime], disabledPlugins: ['clock'] })).toEqual([
      "Weft can't start: 1 failure.",
      'failed   kernel: Plugin "clock" is switched off by kernel.disabledPlugins (WEFT_PLUGINS_DISABLED), but plugins that are not can\'t run without it: bell, chime. Take "clock" out of the list, or put all of these on it.',
      'skipped  bell: needs "clock.clock", and plugin "clock" is switched off',
      'skipped  chime: needs "bell.bell", and plugin "bell" did not start',
    ]);
  });

  it('have to be plugins: a wrong id is refused with the nearest one, or with all', async () => {
    const [, ...failures] = await refusal({ extra: [clock, bell], disabledPlugins: ['clok', 'telescope'] });
    expect(failures.map((line) => line.slice(line.indexOf('names')))).toEqual([
      'names "clok", which is no plugin. Did you mean "clock"?',
      'names "telescope", which is no plugin. The plugins are bell, clock.',
    ]);
  });

  it('may have a section in weft.json', async () => {
    const home = await temporaryFolder();
    await writeFile(join(home, 'weft.json'), '{"clock": {}}');
    const kernel = await start({ extra: [clock], home, disabledPlugins: ['clock'] });
    expect(states(kernel)).toEqual(['clock off']);
  });

  it('have no code loaded, not even broken code', async () => {
    const home = await temporaryFolder();
    const folder = join(home, 'plugins', 'group', 'broken');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'plugin.js'), 'throw new Error("loaded")');
    const { createKernel } = await import('./kernel.ts');
    const { createSilentLogger } = await import('./logger.ts');
    const kernel = createKernel({
      home,
      env: {},
      addedFolders: [pathToFileURL(`${join(home, 'plugins')}/`)],
      disabledPlugins: ['broken'],
      logger: createSilentLogger(),
    });
    const report = await kernel.start();
    expect(report.plugins).toMatchObject([{ id: 'broken', state: 'off', group: 'group', origin: 'added' }]);
    await kernel.stop();
  });

  it('are named in weft.json or by WEFT_PLUGINS_DISABLED', async () => {
    const home = await temporaryFolder();
    await writeFile(join(home, 'weft.json'), '{"kernel": {"disabledPlugins": ["bell"]}}');
    const named = async (env: Record<string, string>) =>
      (await readProcessSettings({ WEFT_HOME: home, ...env })).disabledPlugins;
    expect(await named({})).toEqual(['bell']);
    expect(await named({ WEFT_PLUGINS_DISABLED: 'clock, tower' })).toEqual(['clock', 'tower']);
  });
});

describe('optional needs', () => {
  it('are met by providers that are found later, and undefined without one', async () => {
    const together = await start({ extra: [greeter, clock] });
    expect(together.resolve(Greeting).greet()).toBe('hello at 7');
    const alone = await start({ extra: [greeter] });
    expect(alone.resolve(Greeting).greet()).toBe('hello at any time');
  });

  it('have the plugin set up again, with those who need it, when a provider goes or comes', async () => {
    const home = await temporaryFolder();
    const folder = join(home, 'clock');
    await mkdir(folder);
    await writeFile(
      join(folder, 'plugin.js'),
      `export const plugin = { id: 'clock', setup: ({ provide }) =>
        provide({ kind: 'token', id: 'clock.clock' }, () => ({ now: () => 8 })) };`,
    );
    const kernel = await start({ extra: [tower, greeter, clock] });
    await kernel.unload('clock');
    expect(states(kernel)).toEqual(['greeter started', 'tower started']);
    expect(kernel.resolve(Greeting).greet()).toBe('hello at any time');
    await kernel.load(pathToFileURL(`${folder}/`));
    expect(states(kernel)).toEqual(['clock started', 'greeter started', 'tower started']);
    expect(kernel.resolve(Greeting).greet()).toBe('hello at 8');
  });

  it('do without a provider that fails when it is loaded', async () => {
    const folder = join(await temporaryFolder(), 'clock');
    await mkdir(folder);
    await writeFile(
      join(folder, 'plugin.js'),
      `export const plugin = { id: 'clock', setup: ({ provide, onReady }) => {
        provide({ kind: 'token', id: 'clock.clock' }, () => ({ now: () => 8 }));
        onReady(() => { throw new Error('no battery'); });
      } };`,
    );
    const kernel = await start({ extra: [tower, greeter] });
    await expect(kernel.load(pathToFileURL(`${folder}/`))).rejects.toThrow('no battery');
    expect(states(kernel)).toEqual(['greeter started', 'tower started']);
    expect(kernel.resolve(Greeting).greet()).toBe('hello at any time');
  });
});
