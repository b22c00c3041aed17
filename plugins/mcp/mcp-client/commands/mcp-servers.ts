import {
  type Command,
  type CommandContext,
  confirmed,
  counted,
  exactJson,
  identifier,
  pairs,
  pairsOption,
  positional,
  print,
  received,
  type Schemas,
  table,
  timeOf,
  UsageError,
} from '#plugins/commands/contract.ts';

const all = '/console/api/mcp-servers';
const single = '/console/api/mcp-servers/{id}';
const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const settings = {
  name: text,
  header: pairsOption,
  oauth: flag,
  'no-oauth': flag,
  'per-user': flag,
  'per-workspace': flag,
  'client-id': text,
  'client-secret': text,
  scope: text,
  timeout: text,
  'read-timeout': text,
} as const;
const settingsUsage =
  '[--name NAME] [--header k=v]… [--oauth [--client-id ID --client-secret SECRET] [--scope SCOPE] [--per-user]] [--timeout SECONDS] [--read-timeout SECONDS]';

type Detail = Schemas['McpServerDetail'];

/** MCP servers whose tools apps of the workspace use. */
export const commands: readonly Command[] = [
  {
    name: 'mcp servers list',
    positionals: [],
    options: {},
    usage: 'weft mcp servers list',
    summary: 'list the MCP servers whose tools apps can use',
    async run(context) {
      const answer = await received(context.client.api.GET(all));
      print(context, answer, () =>
        answer.data.length === 0
          ? ['No MCP servers: weft mcp servers add IDENTIFIER URL']
          : table([['ID', 'IDENTIFIER', 'NAME', 'STATE', 'ADDRESS'], ...answer.data.map(row)]),
      );
    },
  },
  {
    name: 'mcp servers add',
    positionals: ['IDENTIFIER', 'URL'],
    options: settings,
    usage: `weft mcp servers add IDENTIFIER URL ${settingsUsage}`,
    summary: 'add an MCP server; documents name it by its identifier (provider_id), which stays',
    async run(context) {
      const body = { identifier: positional(context, 0), url: positional(context, 1), ...settingsOf(context) };
      const answer = await received(context.client.api.POST(all, { body }));
      print(context, answer, () => [
        `Added ${answer.id}.`,
        ...(answer.last_error === null ? [] : [`Not asked for its tools yet. ${answer.last_error}`]),
        ...(answer.auth === 'oauth' ? [`weft mcp servers authorize ${answer.id}`] : []),
      ]);
    },
  },
  {
    name: 'mcp servers show',
    positionals: ['ID'],
    options: {},
    usage: 'weft mcp servers show ID',
    summary: 'show an MCP server: its tools, what changed of them, and the apps that use it',
    async run(context) {
      const answer = await received(context.client.api.GET(single, { params: { path: serverOf(context) } }));
      print(context, answer, () => detailLines(answer));
    },
  },
  {
    name: 'mcp servers change',
    positionals: ['ID'],
    options: { ...settings, url: text },
    usage: `weft mcp servers change ID [--url URL] ${settingsUsage}`,
    summary: 'change an MCP server; another address forgets headers and authorisations',
    async run(context) {
      const { url } = context.options;
      const body = { ...settingsOf(context), ...(typeof url === 'string' && { url }) };
      if (Object.keys(body).length === 0) throw new UsageError('name what changes');
      const answer = await received(context.client.api.PATCH(single, { params: { path: serverOf(context) }, body }));
      print(context, answer, () => table([['ID', 'IDENTIFIER', 'NAME', 'STATE', 'ADDRESS'], row(answer)]));
    },
  },
  {
    name: 'mcp servers remove',
    positionals: ['ID'],
    options: { yes: flag, force: flag },
    usage: 'weft mcp servers remove ID [--force] [--yes]',
    summary: 'remove an MCP server; one that apps use only with --force. Asks before unless --yes is given',
    async run(context) {
      const path = serverOf(context);
      await confirmed(context, 'Remove the server, and all that people have authorised of it?');
      const query = { confirm: context.options.force === true };
      await context.client.api.DELETE(single, { params: { path, query } });
      print(context, { removed: path.id }, () => ['Removed.']);
    },
  },
  {
    name: 'mcp servers refresh',
    positionals: ['ID'],
    options: {},
    usage: 'weft mcp servers refresh ID',
    summary: 'ask an MCP server for its tools; what changed counts when it is accepted',
    async run(context) {
      const answer = await received(
        context.client.api.POST(`${single}/refresh`, { params: { path: serverOf(context) } }),
      );
      print(context, answer, () => detailLines(answer));
    },
  },
  {
    name: 'mcp servers accept',
    positionals: ['ID'],
    options: { yes: flag },
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
  {
    name: 'mcp servers call',
    positionals: ['ID', 'TOOL'],
    options: { arguments: text },
    usage: 'weft mcp servers call ID TOOL [--arguments JSON]',
    summary: 'call a tool of an MCP server, to try it',
    async run(context) {
      const { arguments: given } = context.options;
      const body = { tool: positional(context, 1), arguments: typeof given === 'string' ? objectOf(given) : {} };
      const params = { path: serverOf(context) };
      const answer = await received(context.client.api.POST(`${single}/call`, { params, body }));
      print(context, answer, () => [answer.text, ...answer.json.map((item) => JSON.stringify(item, null, 2))]);
    },
  },
  {
    name: 'mcp servers authorize',
    positionals: ['ID'],
    options: {},
    usage: 'weft mcp servers authorize ID',
    summary: 'make a link that authorises an MCP server, to open in a browser',
    async run(context) {
      const params = { path: serverOf(context) };
      const answer = await received(context.client.api.POST(`${single}/authorize`, { params }));
      print(context, answer, () => [
        `Open this until ${timeOf(answer.expires_at)}, and allow it:`,
        answer.url,
        `A client that is registered by hand has this redirect address: ${answer.redirect_url}`,
      ]);
    },
  },
  {
    name: 'mcp servers disconnect',
    positionals: ['ID'],
    options: { everybody: flag, yes: flag },
    usage: 'weft mcp servers disconnect ID [--everybody] [--yes]',
    summary: 'forget how an MCP server was authorised. Asks before unless --yes is given',
    async run(context) {
      const path = serverOf(context);
      const query = { everybody: context.options.everybody === true };
      await confirmed(context, 'Forget the authorisation? Apps that call its tools fail until it is given again.');
      await context.client.api.DELETE(`${single}/authorization`, { params: { path, query } });
      print(context, { disconnected: path.id }, () => ['Disconnected.']);
    },
  },
];

function serverOf(context: CommandContext): { readonly id: string } {
  const of = { kind: 'MCP server', shownBy: 'weft mcp servers list' };
  return { id: identifier(positional(context, 0), of) };
}

function settingsOf({ options }: CommandContext) {
  const { name, header, scope, timeout, 'read-timeout': readTimeout } = options;
  const { 'client-id': clientId, 'client-secret': clientSecret } = options;
  const chosen = (on: string, off: string) => {
    if (options[on] === true && options[off] === true) throw new UsageError(`--${on} or --${off}`);
    return options[on] === true ? true : options[off] === true ? false : undefined;
  };
  const isOauth = chosen('oauth', 'no-oauth');
  const isPerUser = chosen('per-user', 'per-workspace');
  return {
    ...(typeof name === 'string' && { name }),
    ...(header !== undefined && { headers: pairs(header, 'header') }),
    ...(isOauth !== undefined && { auth: isOauth ? ('oauth' as const) : ('none' as const) }),
    ...(isPerUser !== undefined && { per_user: isPerUser }),
    ...(typeof clientId === 'string' && { client_id: clientId }),
    ...(typeof clientSecret === 'string' && { client_secret: clientSecret }),
    ...(typeof scope === 'string' && { scope }),
    ...(typeof timeout === 'string' && { timeout_seconds: seconds(timeout, 'timeout') }),
    ...(typeof readTimeout === 'string' && { read_timeout_seconds: seconds(readTimeout, 'read-timeout') }),
  };
}

function seconds(given: string, option: string): number {
  if (!/^\d{1,4}$/.test(given)) throw new UsageError(`--${option} takes whole seconds, not '${given}'`);
  return Number(given);
}

function objectOf(given: string): Readonly<Record<string, unknown>> {
  const value = exactJson(given);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new UsageError('--arguments takes a JSON object: {"name": "value"}');
  return value as Readonly<Record<string, unknown>>;
}

function row({ id, identifier: called, name, state, address }: Schemas['McpServer']): string[] {
  return [id, called, name, state, address];
}

function detailLines(detail: Detail): string[] {
  const { tools, used_by: uses, last_error: error, authorized } = detail;
  return [
    ...table([['ID', 'IDENTIFIER', 'NAME', 'STATE', 'ADDRESS'], row(detail)]),
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
