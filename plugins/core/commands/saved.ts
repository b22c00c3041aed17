import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type CommandContext, print } from './command.ts';
import { CommandError } from './terminal.ts';

/**
 * Writes a streamed answer (`parseAs: 'stream'`) to a new file: nothing that is there already is written over, and nobody
 * else may read it.
 */
export async function saved(context: CommandContext, name: string, data: unknown): Promise<void> {
  const file = resolve(context.terminal.directory, name);
  const content = data as AsyncIterable<Uint8Array>;
  await writeFile(file, content, { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
    throw new CommandError('file_exists', `${file} is there already: name a new file.`);
  });
  print(context, { file }, () => [`Written to ${file}.`]);
}

/** What an export is to be written as: as it was said, else as its name ends. */
export function formatOf(name: string, format: unknown): string {
  return typeof format === 'string' ? format : name.endsWith('.jsonl') ? 'jsonl' : 'csv';
}
