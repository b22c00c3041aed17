import { openAsBlob } from 'node:fs';
import { opendir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { CommandError } from '#plugins/commands/contract.ts';

/** A folder has no reason to have more. */
const MAX_FILES = 2_000;
/** Of one form, which is read whole before it is answered. */
const FORM_FILES = 20;
const FORM_BYTES = 64 * 1_048_576;

interface Sent {
  readonly path: string;
  readonly size: number;
}

/** A file, or those of a folder in the order of their names; folders in it and links are left alone. */
export async function filesAt(path: string): Promise<readonly Sent[]> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new CommandError('no_file', `${path} can't be read (${error.code}); name a file, or a folder of files.`);
  });
  if (!found.isDirectory()) return [{ path, size: found.size }];
  const files: Sent[] = [];
  for await (const entry of await opendir(path)) {
    if (!entry.isFile() || entry.name.startsWith('.')) continue;
    if (files.length === MAX_FILES) {
      throw new CommandError(
        'too_many_files',
        `${path} has more than ${MAX_FILES} files: add them in several folders.`,
      );
    }
    const file = join(path, entry.name);
    files.push({ path: file, size: (await stat(file)).size });
  }
  if (files.length === 0) throw new CommandError('no_files', `${path} has no files; folders in it are not entered.`);
  return files.sort((one, other) => (one.path < other.path ? -1 : 1));
}

/** As many at a time as one request takes. */
export function inForms(files: readonly Sent[]): readonly (readonly Sent[])[] {
  const forms: Sent[][] = [];
  let bytes = 0;
  for (const file of files) {
    const last = forms.at(-1);
    if (last === undefined || last.length === FORM_FILES || bytes + file.size > FORM_BYTES) {
      forms.push([file]);
      bytes = file.size;
    } else {
      last.push(file);
      bytes += file.size;
    }
  }
  return forms;
}

/** Files are read while they are sent. */
export async function formOf(files: readonly Sent[], data: unknown): Promise<FormData> {
  const form = new FormData();
  form.append('data', JSON.stringify(data));
  for (const { path } of files) form.append('file', await openAsBlob(path), basename(path));
  return form;
}
