import { type Command, routeCommand, timeOf } from '#plugins/commands/contract.ts';

const options = { account_id: 'account' };

/** Who did what in the workspace. */
export const commands: readonly Command[] = [
  routeCommand('audit list', 'GET', '/console/api/audit', {
    options,
    table: {
      AT: ({ at }) => timeOf(at),
      WHO: 'actor',
      ACTION: 'action',
      OF: ({ targets }) => pairsOf(targets),
      DETAILS: ({ details }) => pairsOf(details),
    },
    none: 'Nothing.',
  }),
  routeCommand('audit export', 'GET', '/console/api/audit/export', { options, isSaved: true }),
];

function pairsOf(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');
}
