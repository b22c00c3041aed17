import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandError } from '#plugins/commands/contract.ts';

/** A file of a folder. */
export interface LocalFile {
  /** In the folder, with `/` between segments. */
  readonly path: string;
  readonly sha256: string;
}

/** The server compares as many at once. */
const MAX_FILES = 10_000;
const MAX_DEPTH = 50;
const HASHED_AT_ONCE = 8;

/** The files of a folder and of those in it. What begins with a dot is left out, and links are not followed. */
export async function folderFiles(directory: string): Promise<readonly LocalFile[]> {
  const paths: string[] = [];
  await walk(directory, [], paths);
  paths.sort();
  const files: LocalFile[] = [];
  for (let start = 0; start < paths.length; start += HASHED_AT_ONCE) {
    const step = paths.slice(start, start + HASHED_AT_ONCE);
    files.push(
      ...(await Promise.all(step.map(async (path) => ({ path, sha256: await hashOf(join(directory, path)) })))),
    );
  }
  return files;
}

async function walk(directory: string, segments: readonly string[], paths: string[]): Promise<void> {
  if (segments.length > MAX_DEPTH) throw tooMuch(`${segments.join('/')} is ${MAX_DEPTH} folders deep`);
  const entries = await opendir(join(directory, ...segments)).catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(
      'no_folder',
      `${join(directory, ...segments)} can't be read (${error.code}): name a folder.`,
    );
  });
  for await (const entry of entries) {
    if (entry.name.startsWith('.')) continue;
    const own = [...segments, entry.name];
    if (entry.isDirectory()) await walk(directory, own, paths);
    else if (entry.isFile()) paths.push(own.join('/'));
    if (paths.length > MAX_FILES) throw tooMuch(`The folder has more than ${MAX_FILES} files`);
  }
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  try {
    for await (const piece of createReadStream(file)) hash.update(piece as Buffer);
  } catch (error) {
    throw new CommandError('no_file', `${file} can't be read: ${error instanceof Error ? error.message : error}`);
  }
  return hash.digest('hex');
}

function tooMuch(what: string): CommandError {
  return new CommandError('too_much', `${what}: sync the folders in it one by one, each with its own --name.`);
}
