import { type Command, routeCommand, timeOf } from '#plugins/commands/contract.ts';

/** What the person who signed in (`weft login`) has allowed clients of MCP: keys neither see nor end it. */
export const commands: readonly Command[] = [
  routeCommand('mcp grants', 'GET', '/console/api/account/mcp-grants', {
    summary: 'list which clients of MCP may use which apps in your name; takes weft login',
    table: {
      ID: 'id',
      CLIENT: 'client_name',
      'ANSWERED AT': 'redirect',
      APP: ({ app }) => (app === null ? 'all of a workspace' : app.name || app.id),
      'LAST USED': ({ last_used_at: at }) => (at === null ? 'not yet' : timeOf(at)),
    },
    none: 'No client of MCP may use anything in your name.',
  }),
  routeCommand('mcp revoke', 'DELETE', '/console/api/account/mcp-grants/{grant_id}', {
    summary: 'take back, at once, what a client of MCP may use in your name; takes weft login',
    takes: { grant_id: 'ID' },
    say: 'It has ended.',
  }),
];
