import { type FSWatcher, readdirSync, watch } from 'node:fs';
import { join, relative } from 'node:path';

/** What is written there does not change the plugin. */
const ignored = /(^|[\\/])(node_modules|dist|\.git)([\\/]|$)|\.tgz(\.weft-signature\.json)?$/;
/** Milliseconds: editors save a file in several steps. */
const settleMs = 150;

/**
 * Tells each time when something in a folder has changed. Each folder in it is watched by itself: Node's own way to watch a tree
 * loses files that editors put a new one in the place of.
 */
export async function* changesOf(folder: string): AsyncGenerator<void> {
  const watchers = new Map<string, FSWatcher>();
  let wake: (() => void) | undefined;
  let isChanged = false;
  const leave = (path: string) => {
    watchers.get(path)?.close();
    watchers.delete(path);
  };
  const look = (path: string): void => {
    if (!watchers.has(path)) {
      const watcher = watch(path, (event, name) => {
        const changed = join(path, name ?? '');
        if (ignored.test(relative(folder, changed))) return;
        if (event === 'rename') {
          if (changed !== path) leave(changed);
          look(folder);
        }
        isChanged = true;
        wake?.();
      });
      watchers.set(
        path,
        watcher.on('error', () => leave(path)),
      );
    }
    for (const child of foldersIn(path)) if (!ignored.test(relative(folder, child))) look(child);
  };
  look(folder);
  try {
    for (;;) {
      if (!isChanged) {
        await new Promise<void>((done) => {
          wake = done;
        });
      }
      await new Promise((done) => setTimeout(done, settleMs));
      isChanged = false;
      yield;
    }
  } finally {
    for (const path of watchers.keys()) leave(path);
  }
}

/** None, of a folder that has just gone. */
function foldersIn(path: string): readonly string[] {
  try {
    const entries = readdirSync(path, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(path, name));
  } catch {
    return [];
  }
}
