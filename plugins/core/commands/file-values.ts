import { openAsBlob } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import type { CommandContext } from './command.ts';
import { CommandError } from './terminal.ts';

/** The text of the file that was named. */
export async function readText(name: string, { terminal }: CommandContext): Promise<string> {
  const file = resolve(terminal.directory, name);
  return readFile(file, 'utf8').catch((error: Error) => {
    throw new CommandError('no_file', `${file} can't be read: ${error.message}`);
  });
}

/** The file that was named, as forms carry it. */
export async function readUpload(name: string, { terminal }: CommandContext): Promise<File> {
  const file = resolve(terminal.directory, name);
  const content = await openAsBlob(file).catch((error: NodeJS.ErrnoException) => {
    throw new CommandError('no_file', `${file} can't be read (${error.code}).`);
  });
  return new File([content], basename(file));
}
