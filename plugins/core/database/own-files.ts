import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** What tells that a folder's files are its owner's only: it is changed last. */
const mark = 'PG_VERSION';

/** Makes the folder, and closes it to other users of the machine, also where it was open. */
export function ownFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
}

/** The files that PGlite begins with come from an archive and are for everybody; those it makes later are not. */
export function ownFiles(folder: string): void {
  if ((statSync(join(folder, mark)).mode & 0o077) === 0) return;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile() && entry.name !== mark) chmodSync(join(entry.parentPath, entry.name), 0o600);
  }
  chmodSync(join(folder, mark), 0o600);
}
