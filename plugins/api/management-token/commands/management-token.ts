import { type Command, routeCommand } from '#plugins/commands/contract.ts';

/** The management token, for whoever runs the server. */
export const commands: readonly Command[] = [
  routeCommand('management-token rotate', 'POST', '/console/api/installation/management-token/rotate', {
    say: ({ token }) => token,
  }),
];
