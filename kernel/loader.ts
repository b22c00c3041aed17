import { readdir, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isMapping } from './mapping.ts';
import { PlatformError } from './platform-error.ts';
import type { Plugin } from './plugin.ts';
import { registerReloadHooks } from './reload-hooks.ts';

/** A plugin's folder, before anything of it was run. */
export interface PluginFolder {
  /** Name of the folder. */
  readonly id: string;
  readonly folder: URL;
  /** Its `plugin.ts`, or `plugin.js` for plugins that come compiled. */
  readonly entry: URL;
  /** Name of the group it lies in, a folder of plugins below the one that was named; null: in none. */
  readonly group: string | null;
  /** Whether it comes with the program, or from a folder that was named besides. */
  readonly origin: 'built-in' | 'added';
  /** Its `preload.ts` (or `.js`), when it has one. */
  readonly preload: URL | undefined;
  /** Its `preflight.ts` (or `.js`), when it has one. */
  readonly preflight: URL | undefined;
}

export interface Discovery {
  readonly found: readonly PluginFolder[];
  /** Folders that were named and hold no plugin. */
  readonly failures: readonly PlatformError[];
}

/**
 * Finds plugins: each folder holds one itself, or its subfolders do, or the groups among those. Order: as given,
 * subfolders by name.
 */
export async function discoverPlugins(
  folders: readonly URL[],
  origin: PluginFolder['origin'] = 'built-in',
): Promise<Discovery> {
  const results = await Promise.all(folders.map((folder) => discoverIn(asFolder(folder), origin)));
  const failures = results.flatMap((found, index) => {
    const folder = folders[index];
    return found.length > 0 || folder === undefined ? [] : [noPlugin(folder)];
  });
  return { found: results.flat(), failures };
}

/** The plugin in exactly this folder. */
export async function findPlugin(folder: URL): Promise<PluginFolder> {
  const found = await pluginIn(asFolder(folder), { origin: 'added', group: null });
  if (found === undefined) throw noPlugin(folder);
  return found;
}

/** Counts imports of changed code; never repeats within a process, which keeps every version it has seen. */
let lastVersion = 0;

/** Imports a plugin and checks its shape. `fresh` reads its code anew (reload-hooks.ts). */
export async function importPlugin(found: PluginFolder, options: { readonly fresh: boolean }): Promise<Plugin> {
  if (options.fresh) registerReloadHooks();
  const address = options.fresh ? `${found.entry.href}?v=${++lastVersion}` : found.entry.href;
  const { plugin } = await importModule<{ readonly plugin?: unknown }>(found.entry, address);
  return checkIn(found, found.entry, plugin);
}

/** What stands in for the plugin where nothing is started (preflight.ts); undefined: it has nothing to look at. */
export async function importPreflight(found: PluginFolder): Promise<Plugin | undefined> {
  const { preflight: entry } = found;
  if (entry === undefined) return undefined;
  const { preflight } = await importModule<{ readonly preflight?: unknown }>(entry, entry.href);
  return checkIn(found, entry, preflight);
}

async function importModule<Module>(file: URL, address: string): Promise<Module> {
  try {
    return await import(/* @vite-ignore */ address);
  } catch (error) {
    const message = `${fileURLToPath(file)} can't be loaded: ${error instanceof Error ? error.message : String(error)}`;
    throw new PlatformError('internal', 'kernel.invalid_plugin', message, { cause: error });
  }
}

function checkIn({ id }: PluginFolder, entry: URL, value: unknown): Plugin {
  const place = fileURLToPath(entry);
  const plugin = checkPlugin(value, place);
  if (plugin.id !== id) throw invalid(place, `its id is "${plugin.id}" but its folder is "${id}"; make them equal`);
  return plugin;
}

const kindsOfNeeds = new Set<unknown>(['token', 'optional', 'extension-point']);

/** Checks what TypeScript can't vouch for at run time. `place` is named in the error. */
export function checkPlugin(value: unknown, place: string): Plugin {
  if (!isMapping(value)) throw invalid(place, 'it must export `plugin`, made with definePlugin({ … })');
  const { id, needs, provides, config, setup } = value;
  if (typeof id !== 'string' || !/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(id)) {
    throw invalid(place, `\`id\` must be kebab-case text, not ${JSON.stringify(id)}`);
  }
  if (typeof setup !== 'function') throw invalid(place, '`setup` must be a function');
  if (needs !== undefined && !isMapping(needs)) throw invalid(place, '`needs` must be an object');
  for (const [name, wanted] of Object.entries(needs ?? {})) {
    if (!isMapping(wanted) || !kindsOfNeeds.has(wanted.kind))
      throw invalid(place, `\`needs.${name}\` is neither a token nor an extension point`);
  }
  if (provides !== undefined && !(Array.isArray(provides) && provides.every((item) => item?.kind === 'token'))) {
    throw invalid(place, '`provides` must be a list of tokens');
  }
  if (config !== undefined && !(isMapping(config) && isMapping(config.schema))) {
    throw invalid(place, '`config.schema` must be a JSON Schema');
  }
  return value as unknown as Plugin;
}

/** How many folders down plugins are looked for: a group's plugins are two below the folder that is named. */
const DEPTH = 2;

async function discoverIn(
  folder: URL,
  origin: PluginFolder['origin'],
  depth = DEPTH,
  group: string | null = null,
): Promise<readonly PluginFolder[]> {
  const own = await pluginIn(folder, { origin, group });
  if (own !== undefined) return [own];
  if (depth === 0) return [];
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const names = entries.filter((entry) => !entry.isFile()).map(({ name }) => `${encodeURIComponent(name)}/`);
  const inside = depth === DEPTH ? null : basename(fileURLToPath(folder));
  const found = await Promise.all(
    names.sort().map((name) => discoverIn(new URL(name, folder), origin, depth - 1, inside)),
  );
  return found.flat();
}

async function pluginIn(folder: URL, from: Pick<PluginFolder, 'origin' | 'group'>): Promise<PluginFolder | undefined> {
  const entry = await fileIn(folder, 'plugin');
  if (entry === undefined) return undefined;
  const [preload, preflight] = await Promise.all([fileIn(folder, 'preload'), fileIn(folder, 'preflight')]);
  return { id: basename(fileURLToPath(folder)), folder, entry, ...from, preload, preflight };
}

/** A module as TypeScript, or compiled. */
async function fileIn(folder: URL, name: string): Promise<URL | undefined> {
  for (const ending of ['.ts', '.js']) {
    const file = new URL(`${name}${ending}`, folder);
    const isFile = await stat(file).then(
      (found) => found.isFile(),
      () => false,
    );
    if (isFile) return file;
  }
  return undefined;
}

function asFolder(folder: URL): URL {
  return folder.pathname.endsWith('/') ? folder : new URL(`${folder.href}/`);
}

function noPlugin(folder: URL): PlatformError {
  return new PlatformError(
    'internal',
    'kernel.invalid_plugin',
    `No plugin found in ${fileURLToPath(folder)}: neither it nor a folder in it has a plugin.ts.`,
  );
}

function invalid(place: string, reason: string): PlatformError {
  return new PlatformError('internal', 'kernel.invalid_plugin', `${place} is not a plugin: ${reason}.`);
}
