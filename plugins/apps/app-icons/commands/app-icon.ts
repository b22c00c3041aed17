import { type Command, routeCommand } from '#plugins/commands/contract.ts';

export const commands: readonly Command[] = [
  routeCommand('apps icon', 'PUT', '/console/api/apps/{app_id}/icon', {
    takes: { app_id: 'ID', file: 'FILE' },
    say: 'The picture is its icon.',
  }),
];
