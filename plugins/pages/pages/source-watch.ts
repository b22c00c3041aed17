import { existsSync, type FSWatcher, watch } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from '#kernel';
import { findWebFolders, programFolder } from './build/page-sources.ts';
import type { PageBuild } from './page-build.ts';

/** An editor writes a file in several steps, and a branch is many files. */
const SETTLED_MS = 60;

/** Builds again when a source changes, for developers. Gives the end of it. */
export async function watchSources(build: PageBuild, added: readonly string[], logger: Logger): Promise<() => void> {
  const places = [join(programFolder, 'plugins'), ...added].filter((path) => existsSync(path));
  let timer: NodeJS.Timeout | undefined;
  const changed = (_: string, file: string | null) => {
    if (file !== null && !/(^|[\\/])web[\\/]/.test(file)) return;
    clearTimeout(timer);
    timer = setTimeout(() => void again(), SETTLED_MS);
  };
  // A change while a build is made is seen by the next look.
  const again = () => build.refresh().then(() => build.refresh());
  const watchers: FSWatcher[] = places.map((path) => watch(path, { recursive: true }, changed));
  logger.info({ folders: (await findWebFolders(added)).length }, 'Pages are built again when their sources change');
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}
