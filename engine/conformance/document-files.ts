import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

export interface DocumentFile {
  /** Path within the folder, with `/`. */
  readonly name: string;
  readonly text: string;
}

export interface FolderFiles {
  readonly documents: readonly DocumentFile[];
  /** Names of all others. */
  readonly leftOut: readonly string[];
}

/** JSON is YAML as well; the envelope of an export is taken off where documents are read. */
const documentName = /\.(?:ya?ml|json)$/i;

/** The files of a folder and the folders in it, sorted by name: those that may be documents, and what else there is. */
export async function folderFiles(folder: string): Promise<FolderFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
  const documents = names
    .filter((name) => documentName.test(name))
    .map(async (name) => ({ name, text: await readFile(join(folder, name), 'utf8') }));
  return { documents: await Promise.all(documents), leftOut: names.filter((name) => !documentName.test(name)) };
}
