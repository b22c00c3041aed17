import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type CommandContext, positional } from './command.ts';
import { identifier } from './identifiers.ts';
import { CommandError } from './terminal.ts';

/** What the first argument names: an address is fetched by the server. */
export async function documentSource(
  context: CommandContext,
): Promise<{ readonly yaml: string } | { readonly url: string }> {
  const named = positional(context, 0);
  if (/^https?:\/\//i.test(named)) return { url: named };
  const file = resolve(context.terminal.directory, named);
  const yaml = await readFile(file, 'utf8').catch((error) => {
    throw new CommandError('no_file', `${file} can't be read: ${error.message}`);
  });
  return { yaml };
}

/** The app that the first argument names, as the addresses of its routes take it. */
export function appOf(context: CommandContext): { readonly app_id: string } {
  return { app_id: identifier(positional(context, 0), 'app') };
}
