import type { CommandContext } from './command.ts';
import { CommandError } from './terminal.ts';

/** A password that there is: from WEFT_PASSWORD, else from whoever sits there. */
export async function askedPassword({ terminal }: CommandContext): Promise<string> {
  const given = terminal.env.WEFT_PASSWORD ?? (await terminal.secret?.('Password: '));
  if (given !== undefined && given !== '') return given;
  throw new CommandError('no_password', 'No password: set WEFT_PASSWORD where nobody can be asked.');
}
