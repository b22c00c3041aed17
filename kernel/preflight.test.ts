import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { runPreflight } from './preflight.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';

const points = JSON.stringify(new URL('./health.ts', import.meta.url).href);

/** A plugin that no start would live through, and what stands in for it. */
const plugin = (id: string) => `
export const plugin = {
  id: '${id}',
  config: { schema: { type: 'object', additionalProperties: false, properties: { size: { type: 'integer', default: 1 } } }, env: { SIZE: 'size' } },
  setup() { throw new Error('It was started'); },
};`;
const preflight = (id: string, setup: string) => `
import { HealthChecks } from ${points};
export const preflight = {
  id: '${id}',
  setup({ contribute, onClose }) { ${setup} },
};`;
const contributing = `
contribute(HealthChecks, { id: 'bell', title: 'Bell', check: async () => ({ state: 'ok', summary: 'It rings.' }) });`;

async function look(
  files: Readonly<Record<string, string>>,
  env: Readonly<Record<string, string>> = {},
  off: string[] = [],
) {
  const folder = await temporaryFolder();
  for (const [path, text] of Object.entries({ 'package.json': '{"type":"module"}', ...files })) {
    await mkdir(join(folder, path, '..'), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  const home = join(folder, 'data');
  const folders = [pathToFileURL(`${folder}/`)];
  const reports = await runPreflight({ home, env, folders, pluginFolders: [], disabledPlugins: off });
  expect(await readdir(folder)).not.toContain('data');
  return reports.map(({ check, finding }) => ({ id: check.id, ...finding }));
}

describe('a look before the start', () => {
  it('sets up what stands in for plugins, and no plugin', async () => {
    const found = await look({
      'bell/plugin.js': plugin('bell'),
      'bell/preflight.js': preflight('bell', contributing),
      'mute/plugin.js': plugin('mute'),
    });
    expect(found).toMatchObject([
      { id: 'kernel.settings', state: 'ok' },
      { id: 'bell', state: 'ok', summary: 'It rings.' },
    ]);
  });

  it('goes on where one of them fails, and tells why', async () => {
    const found = await look({
      'bell/plugin.js': plugin('bell'),
      'bell/preflight.js': preflight('bell', contributing),
      'crack/plugin.js': plugin('crack'),
      'crack/preflight.js': preflight('crack', `throw new Error('The wall is gone');`),
    });
    expect(found).toMatchObject([
      { id: 'kernel.settings', state: 'ok' },
      { id: 'crack.start', state: 'failed', summary: 'The wall is gone', next: expect.stringContaining('weft.json') },
      { id: 'bell', state: 'ok' },
    ]);
  });

  it('checks the settings of all plugins, but of those that are switched off', async () => {
    const files = { 'bell/plugin.js': plugin('bell'), 'broken/plugin.js': 'export const plugin = 1;' };
    const env = { SIZE: 'large' };
    expect(await look(files, env)).toMatchObject([
      { id: 'bell.start', state: 'failed', code: 'kernel.invalid_config', summary: expect.stringContaining('SIZE') },
      { id: 'broken.start', state: 'failed', code: 'kernel.invalid_plugin' },
    ]);
    expect(await look(files, env, ['bell', 'broken'])).toMatchObject([{ id: 'kernel.settings', state: 'ok' }]);
  });
});
