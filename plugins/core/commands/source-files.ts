import { constants } from 'node:fs';
import { open, opendir } from 'node:fs/promises';
import { basename, extname, join, resolve } from 'node:path';
import { CommandError } from './terminal.ts';

/** An app's document with the layout beside it. */
export interface SourceFile {
  readonly file: string;
  readonly yaml: string;
  readonly layout?: string;
}

/** What one call may carry: the server takes 16 MB and 200 documents. */
const MAX_DOCUMENTS = 200;
const MAX_BYTES = 12 * 1024 * 1024;
/** A folder of apps has no reason to have more. */
const MAX_ENTRIES = 5000;

/**
 * The documents of a folder, in the order of their names. Folders in it are not entered, and nothing that is a link is
 * read: what is sent lies in the folder.
 */
export async function readFolder(directory: string): Promise<SourceFile[]> {
  const names: string[] = [];
  let entries = 0;
  try {
    for await (const entry of await opendir(directory)) {
      entries += 1;
      if (entries > MAX_ENTRIES) throw tooMuch(`${directory} has more than ${MAX_ENTRIES} entries`);
      if (isDocument(entry.name) && !entry.isDirectory()) names.push(entry.name);
    }
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw unreadable(directory, error);
  }
  names.sort();
  if (names.length > MAX_DOCUMENTS) throw tooMuch(`${directory} has more than ${MAX_DOCUMENTS} documents`);
  if (names.length === 0) {
    const message = `${directory} has no documents (*.yml); folders in it are not entered: name the one that has them.`;
    throw new CommandError('no_documents', message);
  }
  const files: SourceFile[] = [];
  let bytes = 0;
  for (const name of names) {
    const source = await readSource(join(directory, name));
    bytes += Buffer.byteLength(source.yaml) + Buffer.byteLength(source.layout ?? '');
    if (bytes > MAX_BYTES) throw tooMuch(`The documents of ${directory} have more than 12 MB`);
    files.push(source);
  }
  return files;
}

/** One document; `name.layout.yml` beside `name.yml` is its layout. */
export async function readSource(file: string): Promise<SourceFile> {
  const yaml = await readRegular(file);
  const layout = await readRegular(layoutFile(file), true);
  return { file: basename(file), yaml: yaml ?? '', ...(layout !== undefined && { layout }) };
}

export function layoutFile(file: string): string {
  const extension = extname(file);
  return resolve(`${file.slice(0, file.length - extension.length)}.layout${extension}`);
}

function isDocument(name: string): boolean {
  return /\.ya?ml$/i.test(name) && !/\.layout\.ya?ml$/i.test(name) && !name.startsWith('.');
}

/** A file itself: no link, no pipe, nothing that has no end. */
export async function readRegular(file: string, isOptional = false): Promise<string | undefined> {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  try {
    const handle = await open(file, flags);
    try {
      const { size } = await handle.stat().then((stat) => {
        if (stat.isFile()) return stat;
        throw new CommandError('no_file', `${file} is no file.`);
      });
      if (size > MAX_BYTES) throw tooMuch(`${file} has more than 12 MB`);
      return await handle.readFile('utf8');
    } finally {
      await handle.close();
    }
  } catch (error) {
    const { code } = error as { readonly code?: string };
    if (isOptional && code === 'ENOENT') return undefined;
    if (code === 'ELOOP') throw new CommandError('no_file', `${file} is a link: links are not followed.`);
    if (error instanceof CommandError) throw error;
    throw unreadable(file, error);
  }
}

function unreadable(file: string, error: unknown): CommandError {
  return new CommandError('no_file', `${file} can't be read: ${error instanceof Error ? error.message : error}`);
}

function tooMuch(what: string): CommandError {
  return new CommandError('too_much', `${what}: divide them.`);
}
