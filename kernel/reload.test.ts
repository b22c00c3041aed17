import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { extensionPoint } from './extension-point.ts';
import { createKernel, type Kernel } from './kernel.ts';
import { createSilentLogger } from './logger.ts';
import { definePlugin, type Plugin } from './plugin.ts';
import { passOn } from './reload-hooks.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';
import { token } from './token.ts';

interface Word {
  readonly id: string;
  say(): string;
}
const Words = extensionPoint<Word>('words.words');
const Voice = token<{ say(): string }>('voice.voice');

/** Writes a plugin folder; `word.ts` is a file of its own, so that reloading has to reach past `plugin.ts`. */
async function writePlugin(folder: string, id: string, word: string, setup?: string): Promise<URL> {
  const path = join(folder, id);
  await mkdir(path, { recursive: true });
  const body =
    setup ??
    `contribute({ kind: 'extension-point', id: 'words.words' }, { id: '${id}', say: () => word });
     provide({ kind: 'token', id: '${id}.voice' }, () => ({ say: () => word }), { close: () => { globalThis.closedVoices?.push(word); } });`;
  await writeFile(join(path, 'word.ts'), `export const word: string = '${word}';\n`);
  await writeFile(
    join(path, 'plugin.ts'),
    `import { word } from './word.ts';\nexport const plugin = { id: '${id}', setup({ contribute, provide, onReady }) { ${body} } };\n`,
  );
  return pathToFileURL(`${path}/`);
}

async function start(folders: readonly URL[], plugins: readonly Plugin[] = []): Promise<Kernel> {
  const kernel = createKernel({
    home: await temporaryFolder(),
    env: {},
    folders,
    plugins,
    logger: createSilentLogger(),
  });
  onTestFinished(() => kernel.stop(100));
  await kernel.start();
  return kernel;
}

const words = (kernel: Kernel) =>
  kernel
    .contributions(Words)
    .all()
    .map((word) => word.say());

describe('plugins in a running process', () => {
  it('are found in a folder of plugins', async () => {
    const folder = await temporaryFolder();
    await writePlugin(folder, 'one', 'uno');
    await writePlugin(folder, 'two', 'due');
    await mkdir(join(folder, 'no-plugin'));
    expect(words(await start([pathToFileURL(folder)]))).toEqual(['uno', 'due']);
  });

  it('can be loaded, and their contributions are announced', async () => {
    const folder = await temporaryFolder();
    const kernel = await start([]);
    let announced = 0;
    kernel.contributions(Words).onChange(() => announced++);
    await kernel.load(await writePlugin(folder, 'late', 'tardi'));
    expect(words(kernel)).toEqual(['tardi']);
    expect(announced).toBe(1);
    expect(kernel.report.plugins).toMatchObject([
      { id: 'late', state: 'started', contributes: { 'words.words': ['late'] } },
    ]);
  });

  it('can be unloaded without a trace, and loaded again with changed code', async () => {
    const folder = await temporaryFolder();
    const url = await writePlugin(folder, 'one', 'uno');
    const kernel = await start([url]);
    await kernel.unload('one');
    expect([words(kernel), kernel.report.plugins]).toEqual([[], []]);
    await writePlugin(folder, 'one', 'eins');
    await kernel.load(url);
    expect(words(kernel)).toEqual(['eins']);
  });

  it('can be reloaded with changed code, in any of their files, again and again', async () => {
    const folder = await temporaryFolder();
    const kernel = await start([await writePlugin(folder, 'one', 'uno')]);
    for (const word of ['eins', 'one']) {
      await writePlugin(folder, 'one', word);
      await kernel.reload('one');
      expect(words(kernel)).toEqual([word]);
    }
  });

  it('take those who need their services with them, and bring them back', async () => {
    const folder = await temporaryFolder();
    const seen: string[] = [];
    const speaker = definePlugin({
      id: 'speaker',
      needs: { voice: Voice },
      setup({ services, onClose }) {
        seen.push(`hears ${services.voice.say()}`);
        onClose(() => void seen.push('gone'));
      },
    });
    const url = await writePlugin(folder, 'voice', 'uno');
    const kernel = await start([url], [speaker]);
    await writePlugin(folder, 'voice', 'eins');
    await kernel.reload('voice');
    await kernel.unload('voice');
    expect(kernel.report.plugins).toMatchObject([
      { id: 'speaker', state: 'skipped', reason: expect.stringContaining('voice.voice') },
    ]);
    await kernel.load(url);
    expect(seen).toEqual(['hears uno', 'gone', 'hears eins', 'gone', 'hears eins']);
  });

  it('stay as they are when their new code can not be read', async () => {
    const folder = await temporaryFolder();
    const url = await writePlugin(folder, 'one', 'uno');
    const kernel = await start([url]);
    await writeFile(new URL('word.ts', url), 'export const word = (;');
    await expect(kernel.reload('one')).rejects.toThrow(/can't be loaded/);
    expect(words(kernel)).toEqual(['uno']);
  });

  it('are kept as failed when their new setup fails, and can be reloaded once mended', async () => {
    const folder = await temporaryFolder();
    const kernel = await start([await writePlugin(folder, 'one', 'uno')]);
    await writePlugin(folder, 'one', 'uno', `throw new Error('broken ' + word)`);
    await expect(kernel.reload('one')).rejects.toThrow('broken uno');
    expect(kernel.report.plugins).toMatchObject([{ id: 'one', state: 'failed', reason: 'broken uno' }]);
    await writePlugin(folder, 'one', 'due');
    await kernel.reload('one');
    expect(words(kernel)).toEqual(['due']);
  });

  it('leave nothing behind when a plugin that is loaded fails, in setup or when ready', async () => {
    const folder = await temporaryFolder();
    const kernel = await start([]);
    const failing = `contribute({ kind: 'extension-point', id: 'words.words' }, { id: 'x' }); onReady(() => { throw new Error('unready'); })`;
    await expect(kernel.load(await writePlugin(folder, 'bad', 'x', failing))).rejects.toThrow('unready');
    await expect(kernel.load(await writePlugin(folder, 'worse', 'x', `throw new Error('unset')`))).rejects.toThrow(
      'unset',
    );
    expect([kernel.contributions(Words).all(), kernel.report.plugins]).toEqual([[], []]);
  });

  it('can not be loaded twice, nor unloaded when unknown', async () => {
    const url = await writePlugin(await temporaryFolder(), 'one', 'uno');
    const kernel = await start([url]);
    await expect(kernel.load(url)).rejects.toThrow('Plugin id "one" is used twice');
    await expect(kernel.unload('on')).rejects.toThrow('No plugin "on" is loaded. Did you mean "one"?');
  });

  it('can not be changed after the kernel stopped', async () => {
    const kernel = await start([]);
    await kernel.stop();
    await expect(kernel.unload('one')).rejects.toThrow('only while the kernel runs');
  });
});

describe('folders that hold no good plugin', () => {
  const failure = async (folder: URL) =>
    start([folder]).then(
      () => expect.fail('It started.'),
      (error: Error) => error.message,
    );

  it('are named', async () => {
    expect(await failure(pathToFileURL('/nowhere/at-all'))).toContain('No plugin found in /nowhere/at-all');
  });

  it('are refused when id and folder differ', async () => {
    const folder = await temporaryFolder();
    const url = await writePlugin(folder, 'one', 'uno');
    await writeFile(new URL('plugin.ts', url), `export const plugin = { id: 'other', setup() {} };`);
    expect(await failure(url)).toContain('its id is "other" but its folder is "one"');
  });

  it('are refused when the plugin has no good shape', async () => {
    const url = await writePlugin(await temporaryFolder(), 'one', 'uno');
    const shapes: [string, string][] = [
      ['export const x = 1;', 'must export `plugin`'],
      [`export const plugin = { id: 'One', setup() {} };`, '`id` must be kebab-case'],
      [`export const plugin = { id: 'one' };`, '`setup` must be a function'],
      [`export const plugin = { id: 'one', needs: { a: 1 }, setup() {} };`, '`needs.a` is neither'],
      [`export const plugin = { id: 'one', provides: [1], setup() {} };`, '`provides` must be'],
      [`export const plugin = { id: 'one', config: {}, setup() {} };`, '`config.schema` must be'],
    ];
    for (const [code, message] of shapes) {
      const own = await writePlugin(await temporaryFolder(), 'one', 'uno');
      await writeFile(new URL('plugin.ts', own), code);
      expect(await failure(own)).toContain(message);
    }
    expect(url.protocol).toBe('file:');
  });
});

describe('passOn', () => {
  it('hands the version to modules of the plugin, and leaves contracts, packages and others alone', () => {
    const parent = 'file:///p/one/plugin.ts?v=3';
    expect(passOn('file:///p/one/word.ts', parent, '3')).toBe('file:///p/one/word.ts?v=3&root=%2Fp%2Fone%2F');
    expect(passOn('file:///p/one/deep/a.ts', 'file:///p/one/word.ts?v=3&root=%2Fp%2Fone%2F', '3')).toContain(
      'a.ts?v=3',
    );
    for (const address of [
      'file:///p/one/contract.ts',
      'file:///p/two/word.ts',
      'file:///p/one/node_modules/x.js',
      'node:fs',
    ]) {
      expect(passOn(address, parent, '3')).toBe(address);
    }
  });
});
