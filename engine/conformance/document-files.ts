import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

export interface DocumentFile {
  /** Path within the folder, with `/`. */
  readonly name: string;
  readonly text: string;
}

/** Every YAML file of a folder and the folders in it, sorted by name. */
export async function documentFiles(folder: string): Promise<DocumentFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && /\.ya?ml$/i.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  return Promise.all(
    paths.map(async (path) => ({
      name: relative(folder, path).split(sep).join('/'),
      text: await readFile(path, 'utf8'),
    })),
  );
}
