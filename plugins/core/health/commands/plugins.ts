import { type Command, routeCommand } from '#plugins/commands/contract.ts';

/** What the server is made of, for whoever runs it. */
export const commands: readonly Command[] = [
  routeCommand('plugins list', 'GET', '/console/api/installation/plugins', {
    summary:
      'list the plugins of the server, and why some do not run. What the workspace has installed: weft plugins installed',
    table: {
      ID: 'id',
      GROUP: 'group',
      STATE: 'state',
      WHY: ({ reason, needed_by: by }) =>
        reason ?? (by.length === 0 ? 'can be switched off' : `needed by ${by.join(', ')}`),
    },
  }),
];
