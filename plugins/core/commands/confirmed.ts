import type { CommandContext } from './command.ts';
import { CommandError, UsageError } from './terminal.ts';

/**
 * Goes on when the caller said --yes, or whoever sits there does now. Where nobody can be asked, what can be undone goes on
 * too; for the rest --yes must be said.
 */
export async function confirmed(
  { terminal, options }: CommandContext,
  question: string,
  { isUndoable = false }: { readonly isUndoable?: boolean } = {},
): Promise<void> {
  if (options.yes === true) return;
  if (terminal.isInteractive !== true) {
    if (isUndoable) return;
    throw new UsageError('say --yes where nobody can be asked');
  }
  for await (const line of terminal.lines(`${question} [y/N] `)) {
    if (/^y(?:es)?$/i.test(line.trim())) return;
    break;
  }
  throw new CommandError('declined', 'Nothing was changed.');
}
