import {
  type Command,
  identifier,
  positional,
  print,
  printable,
  received,
  table,
  timeOf,
} from '#plugins/commands/contract.ts';

/** What the person who signed in (`weft login`) has allowed clients of MCP: keys neither see nor end it. */
export const commands: readonly Command[] = [
  {
    name: 'mcp grants',
    positionals: [],
    options: {},
    usage: 'weft mcp grants',
    summary: 'list which clients of MCP may use which apps in your name; takes weft login',
    async run(context) {
      const answer = await received(context.client.api.GET('/console/api/account/mcp-grants'));
      const rows = answer.data.map(({ id, client_name: client, redirect, app, last_used_at: used }) => [
        id,
        printable(client),
        printable(redirect),
        app === null ? 'all of a workspace' : printable(app.name || app.id),
        used === null ? 'not yet' : timeOf(used),
      ]);
      print(context, answer, () =>
        rows.length === 0
          ? ['No client of MCP may use anything in your name.']
          : table([['ID', 'CLIENT', 'ANSWERED AT', 'APP', 'LAST USED'], ...rows]),
      );
    },
  },
  {
    name: 'mcp revoke',
    positionals: ['ID'],
    options: {},
    usage: 'weft mcp revoke ID',
    summary: 'take back, at once, what a client of MCP may use in your name; takes weft login',
    async run(context) {
      const given = identifier(positional(context, 0), { kind: 'grant', shownBy: 'weft mcp grants' });
      const params = { path: { grant_id: given } };
      await context.client.api.DELETE('/console/api/account/mcp-grants/{grant_id}', { params });
      print(context, { result: 'success' }, () => ['It has ended.']);
    },
  },
];
