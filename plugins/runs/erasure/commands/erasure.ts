import { type Command, routeCommand } from '#plugins/commands/contract.ts';

const fixed = { confirm: 'true' } as const;

/** What people said is removed for good. */
export const commands: readonly Command[] = [
  routeCommand('logs erase-conversation', 'DELETE', '/console/api/apps/{app_id}/conversations/{conversation_id}', {
    fixed,
    confirm: 'Remove the conversation with its messages, feedback and runs for good?',
    say: 'It is being removed.',
  }),
  routeCommand('logs erase-user', 'DELETE', '/console/api/apps/{app_id}/end-users/{end_user_id}', {
    takes: { app_id: 'APP', end_user_id: 'END_USER' },
    fixed,
    confirm: 'Remove the end user with all they said, sent and ran for good?',
    say: 'They are being removed.',
  }),
];
