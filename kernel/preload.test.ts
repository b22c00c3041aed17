import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createKernel, type Kernel } from './kernel.ts';
import { createSilentLogger } from './logger.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';

const note = `
import { appendFileSync } from 'node:fs';
const note = (home, text) => appendFileSync(home + '/notes', text + '\\n');
`;
const section = `{ schema: { type: 'object', properties: { depth: { type: 'integer', default: 3 } } }, env: { DEPTH: 'depth' } }`;

interface Trial {
  readonly kernel: Kernel;
  notes(): Promise<readonly string[]>;
}

/** A kernel with one plugin, `slow`, that has a preload hook. */
async function trial(begin: string, setup: string, env: Record<string, string> = {}): Promise<Trial> {
  const home = await temporaryFolder();
  const folder = join(home, 'slow');
  await mkdir(folder);
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  await writeFile(join(folder, 'preload.js'), `${note} export const preload = { config: ${section}, ${begin} };`);
  const plugin = `id: 'slow', config: ${section}, setup() { ${setup} }`;
  await writeFile(
    join(folder, 'plugin.js'),
    `${note} note(${JSON.stringify(home)}, 'imported'); export const plugin = { ${plugin} };`,
  );
  const kernel = createKernel({ home, env, folders: [pathToFileURL(folder)], logger: createSilentLogger() });
  onTestFinished(() => kernel.stop(100));
  return { kernel, notes: async () => (await readFile(join(home, 'notes'), 'utf8')).trim().split('\n') };
}

const begin = `begin({ home, config }) { note(home, 'begun ' + config.depth); return () => note(home, 'undone'); }`;

describe('a preload hook', () => {
  it('begins with its configuration before plugins are imported, and is left to its plugin', async () => {
    const { kernel, notes } = await trial(begin, '', { DEPTH: '5' });
    await kernel.start();
    await kernel.stop(100);
    expect(await notes()).toEqual(['begun 5', 'imported']);
  });

  it('is undone when the start fails', async () => {
    const { kernel, notes } = await trial(begin, `throw new Error('no')`);
    await expect(kernel.start()).rejects.toThrow('no');
    expect(await notes()).toEqual(['begun 3', 'imported', 'undone']);
  });

  it('that fails costs nothing but its time', async () => {
    const { kernel, notes } = await trial(`begin() { throw new Error('too early') }`, '');
    await kernel.start();
    expect(await notes()).toEqual(['imported']);
  });

  it('does not begin with a wrong configuration, which is reported once', async () => {
    const { kernel, notes } = await trial(begin, '', { DEPTH: 'deep' });
    await expect(kernel.start()).rejects.toThrow(/^Weft can't start: 1 failure\.\n.*DEPTH/);
    expect(await notes()).toEqual(['imported']);
  });
});
