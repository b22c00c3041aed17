import { globSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** A file that a plugin has for tests that judge all plugins. */
export interface PluginFile {
  /** The plugin's id: the name of its folder. */
  readonly plugin: string;
  /** From the root of the repository: `plugins/apps/app-tags/testing/routes.txt`. */
  readonly path: string;
  readonly url: URL;
}

/** The files of this name in the folders of all plugins, in the order of their paths. */
export function pluginFiles(name: string): readonly PluginFile[] {
  return globSync(`plugins/*/*/${name}`, { cwd: root })
    .sort()
    .map((path) => ({ plugin: path.split('/')[2] ?? '', path, url: pathToFileURL(root + path) }));
}

/** Folders of plugins by id, from the root of the repository: `plugins/apps/app-tags`. */
export function pluginFolders(): ReadonlyMap<string, string> {
  const files = globSync('plugins/*/*/plugin.ts', { cwd: root });
  return new Map(files.map((path) => [path.split('/')[2] ?? '', path.slice(0, -'/plugin.ts'.length)]));
}
