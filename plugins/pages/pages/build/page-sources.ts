import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import { basename, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The program's own folder, which holds `plugins/` and `node_modules/`. */
export const programFolder = resolve(fileURLToPath(new URL('../../../../', import.meta.url)));

/** A plugin's folder `web/`. */
export interface WebFolder {
  /** Id of the plugin. */
  readonly plugin: string;
  readonly path: string;
}

/** The folders of the house, by id, and after them those of plugins from elsewhere (`added`: folders of plugins). */
export async function findWebFolders(added: readonly string[] = []): Promise<readonly WebFolder[]> {
  const own: string[] = [];
  for await (const path of glob('plugins/*/*/web', { cwd: programFolder }))
    own.push(resolve(programFolder, path, '..'));
  return [...own.sort(byName), ...added.map((path) => resolve(path)).sort(byName)]
    .map((folder) => ({ plugin: basename(folder), path: join(folder, 'web') }))
    .filter(({ path }) => existsSync(path));
}

function byName(one: string, other: string): number {
  return basename(one) < basename(other) ? -1 : 1;
}

/** What is built of a folder: pages (`<name>.page.tsx`), and scripts that stand alone (`<name>.script.ts`). */
export interface PageEntry {
  /** `web-app/chat` */
  readonly id: string;
  readonly kind: 'page' | 'script';
  readonly file: string;
}

export async function findEntries(folders: readonly WebFolder[]): Promise<readonly PageEntry[]> {
  const entries: PageEntry[] = [];
  for (const { plugin, path } of folders) {
    for (const file of await filesIn(path)) {
      const found = /^(?:.*\/)?([^/]+)\.(page|script)\.tsx?$/.exec(relative(path, file));
      if (found === null) continue;
      const [, name, kind] = found as unknown as [string, string, PageEntry['kind']];
      entries.push({ id: `${plugin}/${name}`, kind, file });
    }
  }
  return entries;
}

/** Sections of the studio that plugins bring: `<name>.section.tsx`, each exporting `section`. In the order of their names. */
export async function findSections(folders: readonly WebFolder[]): Promise<readonly string[]> {
  const files = (await Promise.all(folders.map(({ path }) => filesIn(path)))).flat();
  return files.filter((file) => /\.section\.tsx?$/.test(file)).sort(byName);
}

/** English texts in JSON, whose types the build writes beside them. */
export async function findEnglishTexts(folders: readonly WebFolder[]): Promise<readonly string[]> {
  const files = (await Promise.all(folders.map(({ path }) => filesIn(path)))).flat();
  return files.filter((file) => /texts[\\/]en\.json$/.test(file));
}

/**
 * Names what would be built: the sources, the packages (by their lock), and the code that builds. What is built once under a
 * name is never built again.
 */
export async function hashOfSources(folders: readonly WebFolder[]): Promise<string> {
  const hash = createHash('sha256');
  const lock = join(programFolder, 'package-lock.json');
  const builders = await filesIn(fileURLToPath(new URL('.', import.meta.url)));
  for (const file of [existsSync(lock) ? lock : join(programFolder, 'package.json'), ...builders]) {
    hash
      .update(basename(file))
      .update('\0')
      .update(await readFile(file));
  }
  for (const { plugin, path } of folders) {
    for (const file of await filesIn(path)) {
      if (isNotBuilt(file)) continue;
      hash.update(`\0${plugin}/${relative(path, file)}\0`).update(await readFile(file));
    }
  }
  return hash.digest('hex').slice(0, 24);
}

function isNotBuilt(file: string): boolean {
  return /\.test\.tsx?$|[\\/]testing[\\/]|\.md$|\.d\.json\.ts$/.test(file);
}

async function filesIn(folder: string): Promise<readonly string[]> {
  const files: string[] = [];
  for await (const entry of glob('**/*', { cwd: folder, withFileTypes: true })) {
    if (entry.isFile()) files.push(join(entry.parentPath, entry.name));
  }
  return files.sort();
}
