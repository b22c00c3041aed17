import {
  type Command,
  type CommandContext,
  CommandError,
  identifier,
  positional,
  print,
  received,
  UsageError,
} from '#plugins/commands/contract.ts';

const options = { yes: { type: 'boolean' } } as const;
const query = { confirm: 'true' } as const;

/** What people said is removed for good. */
export const commands: readonly Command[] = [
  {
    name: 'logs erase-conversation',
    positionals: ['APP', 'CONVERSATION'],
    options,
    usage: 'weft logs erase-conversation APP CONVERSATION [--yes]',
    summary: 'remove a conversation for good, with its messages, feedback and runs',
    async run(context) {
      const path = {
        app_id: identifier(positional(context, 0), 'app'),
        conversation_id: identifier(positional(context, 1), 'conversation'),
      };
      await confirm(context, 'Remove the conversation with its messages, feedback and runs for good?');
      const answer = await received(
        context.client.api.DELETE('/console/api/apps/{app_id}/conversations/{conversation_id}', {
          params: { path, query },
        }),
      );
      print(context, answer, () => ['It is being removed.']);
    },
  },
  {
    name: 'logs erase-user',
    positionals: ['APP', 'END_USER'],
    options,
    usage: 'weft logs erase-user APP END_USER [--yes]',
    summary: 'remove an end user of an app for good (by their id), with all they said, sent and ran',
    async run(context) {
      const path = {
        app_id: identifier(positional(context, 0), 'app'),
        end_user_id: identifier(positional(context, 1), 'end user'),
      };
      await confirm(context, 'Remove the end user with all they said, sent and ran for good?');
      const answer = await received(
        context.client.api.DELETE('/console/api/apps/{app_id}/end-users/{end_user_id}', { params: { path, query } }),
      );
      print(context, answer, () => ['They are being removed.']);
    },
  },
];

async function confirm({ options: { yes }, terminal }: CommandContext, question: string): Promise<void> {
  if (yes === true) return;
  if (terminal.isInteractive !== true) throw new UsageError('say --yes to remove it where nobody can be asked');
  for await (const line of terminal.lines(`${question} [y/N] `)) {
    if (/^\s*y(es)?\s*$/i.test(line)) return;
    break;
  }
  throw new CommandError('declined', 'Nothing was removed.');
}
