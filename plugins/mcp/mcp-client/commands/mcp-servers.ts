import {
  type Command,
  type CommandContext,
  confirmed,
  counted,
  identifier,
  positional,
  print,
  received,
  routeCommand,
  rowsOf,
  type Schemas,
  table,
  timeOf,
  UsageError,
} from '#plugins/commands/contract.ts';

const all = '/console/api/mcp-servers';
const single = '/console/api/mcp-servers/{id}';
const columns = { ID: 'id', IDENTIFIER: 'identifier', NAME: 'name', STATE: 'state', ADDRESS: 'address' } as const;
const settings = {
  options: { headers: 'header', timeout_seconds: 'timeout', read_timeout_seconds: 'read-timeout' },
  without: { auth: 'is said by --oauth and --no-oauth', per_user: 'is said by --per-user and --per-workspace' },
  more: {
    oauth: { type: 'boolean', help: 'The server is authorised over OAuth.' },
    'no-oauth': { type: 'boolean', help: 'It is not.' },
    'per-user': { type: 'boolean', help: 'Each user authorises the server themselves.' },
    'per-workspace': { type: 'boolean', help: 'One authorisation is used for the whole workspace.' },
  },
  fill: chosen,
} as const;

type Detail = Schemas['McpServerDetail'];

/** MCP servers whose tools apps of the workspace use. */
export const commands: readonly Command[] = [
  routeCommand('mcp servers list', 'GET', all, {
    table: columns,
    none: 'No MCP servers: weft mcp servers add IDENTIFIER URL',
  }),
  routeCommand('mcp servers add', 'POST', all, {
    ...settings,
    takes: { identifier: 'IDENTIFIER', url: 'URL' },
    say: ({ id, auth, state, last_error: error }) => [
      `Added ${id}.`,
      ...(error === null ? [] : [state === 'no_tools' ? `Not asked for its tools yet. ${error}` : error]),
      ...(auth === 'oauth' ? [`weft mcp servers authorize ${id}`] : []),
    ],
  }),
  routeCommand('mcp servers show', 'GET', single, { say: detailLines }),
  routeCommand('mcp servers change', 'PATCH', single, { ...settings, table: columns }),
  routeCommand('mcp servers remove', 'DELETE', single, {
    options: { confirm: 'force' },
    confirm: 'Remove the server, and all that people have authorised of it?',
    json: { removed: 'id' },
    say: 'Removed.',
  }),
  routeCommand('mcp servers refresh', 'POST', `${single}/refresh`, { say: detailLines }),
  {
    name: 'mcp servers accept',
    positionals: ['ID'],
    options: { yes: { type: 'boolean' } },
    usage: 'weft mcp servers accept ID [--yes]',
    summary: 'accept the tools that an MCP server offers now. Shows the changes, and asks before unless --yes is given',
    async run(context) {
      const path = serverOf(context);
      const shown = await received(context.client.api.GET(single, { params: { path } }));
      const { changes_hash: hash } = shown;
      if (hash === null) {
        print(context, shown, () => ['Nothing waits to be accepted.']);
        return;
      }
      if (!context.isJson) context.terminal.out(`${changeLines(shown).join('\n')}\n`);
      await confirmed(context, 'Accept these changes? Models read the descriptions.');
      const body = { changes_hash: hash };
      const answer = await received(context.client.api.POST(`${single}/accept`, { params: { path }, body }));
      print(context, answer, () => [`Accepted: ${counted(answer.tools.length, 'tool')}.`]);
    },
  },
  routeCommand('mcp servers call', 'POST', `${single}/call`, {
    takes: { id: 'ID', tool: 'TOOL' },
    say: ({ text, json }) =>
      [text, ...json.map((item) => JSON.stringify(item, null, 2))].flatMap((part) => part.split('\n')),
  }),
  routeCommand('mcp servers authorize', 'POST', `${single}/authorize`, {
    say: ({ url, expires_at: end, redirect_url: redirect }) => [
      `Open this until ${timeOf(end)}, and allow it:`,
      url,
      `A client that is registered by hand has this redirect address: ${redirect}`,
    ],
  }),
  routeCommand('mcp servers disconnect', 'DELETE', `${single}/authorization`, {
    confirm: 'Forget the authorisation? Apps that call its tools fail until it is given again.',
    json: { disconnected: 'id' },
    say: 'Disconnected.',
  }),
];

function serverOf(context: CommandContext): { readonly id: string } {
  return { id: identifier(positional(context, 0), 'mcpServer') };
}

/** What is one of two words. */
function chosen({ options }: CommandContext) {
  const one = (on: string, off: string) => {
    if (options[on] === true && options[off] === true) throw new UsageError(`--${on} or --${off}`);
    return options[on] === true ? true : options[off] === true ? false : undefined;
  };
  const isOauth = one('oauth', 'no-oauth');
  return {
    per_user: one('per-user', 'per-workspace'),
    auth: isOauth === undefined ? undefined : isOauth ? 'oauth' : 'none',
  };
}

function detailLines(detail: Detail): string[] {
  const { tools, used_by: uses, last_error: error, authorized } = detail;
  return [
    ...rowsOf(columns, [detail]),
    ...(error === null ? [] : [error]),
    ...(authorized === false ? [`Not authorised: weft mcp servers authorize ${detail.id}`] : []),
    ...(uses.length === 0 ? [] : [`Used by ${uses.map(({ name }) => name).join(', ')}`]),
    '',
    ...table([['TOOL', 'DESCRIPTION'], ...tools.map(({ name, description }) => [name, short(description)])]),
    ...(detail.changes_hash === null ? [] : ['', ...changeLines(detail), `weft mcp servers accept ${detail.id}`]),
  ];
}

/** Descriptions whole: they are what is accepted. */
function changeLines({ changes: { added, removed, changed } }: Detail): string[] {
  return table([
    ['CHANGE', 'TOOL', 'DESCRIPTION'],
    ...added.map((tool) => ['added', tool.name, tool.description]),
    ...removed.map((tool) => ['removed', tool.name, '']),
    ...changed.flatMap(({ before, after }) => [
      ['before', before.name, before.description],
      ['after', after.name, after.description],
    ]),
  ]);
}

function short(description: string): string {
  const [line = ''] = description.split('\n');
  return line.length > 100 ? `${line.slice(0, 99)}…` : line;
}
