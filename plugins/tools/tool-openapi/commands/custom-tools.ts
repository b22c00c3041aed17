import { resolve } from 'node:path';
import {
  type Command,
  type CommandContext,
  confirmed,
  counted,
  credentialState,
  pairs,
  pairsOption,
  positional,
  print,
  readRegular,
  received,
  routeCommand,
  rowsOf,
  type Schemas,
  table,
  timeOf,
  typedPairs,
  UsageError,
} from '#plugins/commands/contract.ts';

const all = '/console/api/custom-tools';
const one = '/console/api/custom-tools/{provider_id}';
const source = {
  takes: { document: 'FILE|URL' },
  read: { document: () => undefined },
} as const;
const settings = {
  options: { operations: 'operation', credentials: 'credential' },
  without: {
    url: 'is said where the document is named',
    server: 'is said by --server and --variable',
    authentication: 'is said by --auth',
  },
  more: {
    server: { type: 'string', shown: 'URL|INDEX', help: 'A server of the document, or another one.' },
    variable: { ...pairsOption, shown: 'NAME=VALUE', help: 'Variables of the address of the server.' },
    auth: { ...pairsOption, shown: 'type=bearer', help: 'How requests are authenticated.' },
  },
} as const;

type Imported = Schemas['CustomToolImport'];

/** Tools from OpenAPI documents. */
export const commands: readonly Command[] = [
  routeCommand('tools preview', 'POST', `${all}/preview`, {
    ...source,
    without: { url: 'FILE|URL says it' },
    fill: (context) => sourceOf(context, positional(context, 0)),
    say: ({ title, version, servers, authentications, operations, warnings }) => [
      `${title || 'Without a title'} (${version})`,
      ...servers.map(({ index, url, template, problem }) => `Server ${index}: ${url || template} ${problem}`.trim()),
      ...authentications.map(
        ({ scheme, authentication }) => `Authentication ${scheme}: ${JSON.stringify(authentication)}`,
      ),
      ...rowsOf({ NAME: 'name', METHOD: 'method', PATH: 'path', SUMMARY: 'summary' }, operations),
      ...warnings,
    ],
  }),
  routeCommand('tools import', 'POST', all, {
    ...settings,
    ...source,
    fill: async (context) => ({ ...(await sourceOf(context, positional(context, 0))), ...settingsOf(context) }),
    say: shown,
  }),
  routeCommand('tools update', 'PATCH', one, {
    ...settings,
    takes: { provider_id: 'ID' },
    options: { ...settings.options, document: 'from FILE|URL' },
    read: source.read,
    fill: async (context) => {
      const { from } = context.options;
      return { ...(typeof from === 'string' ? await sourceOf(context, from) : {}), ...settingsOf(context) };
    },
    say: shown,
  }),
  routeCommand('tools custom', 'GET', all, {
    table: {
      ID: 'id',
      NAME: 'name',
      STATE: credentialState,
      TOOLS: ({ tools }) => counted(tools, 'tool'),
      SERVER: 'server_url',
      CHANGED: ({ updated_at: at }) => timeOf(at),
    },
    none: 'No custom tools: weft tools import FILE|URL',
  }),
  {
    name: 'tools show',
    positionals: ['ID'],
    options: { document: { type: 'boolean' } },
    usage: 'weft tools show ID [--document]',
    summary: 'show custom tools, and the apps that use them; --document: what they were made of',
    async run(context) {
      const request = { params: idOf(context) };
      if (context.options.document === true) {
        const { data } = await context.client.api.GET(`${one}/document`, { ...request, parseAs: 'text' });
        print(context, { document: data }, () => [String(data)]);
        return;
      }
      const answer = await received(context.client.api.GET(one, request));
      const { data: apps } = await received(context.client.api.GET(`${one}/apps`, request));
      print(context, { ...answer, apps }, () => [
        ...shown({ ...answer, warnings: [] }),
        ...apps.map(({ id, name }) => `Used by ${name} (${id})`),
      ]);
    },
  },
  routeCommand('tools test', 'POST', `${one}/tools/{tool}/test`, {
    takes: { provider_id: 'ID', tool: 'TOOL' },
    without: { arguments: 'are said by --argument' },
    more: { argument: { ...pairsOption, shown: 'NAME=VALUE', help: 'Arguments: JSON, or text.' } },
    fill: ({ options }) => ({ arguments: typedPairs(options.argument, 'argument') }),
    say: ({ status, media_type: type, file, text }) => [
      `Status ${status} ${type}`,
      ...(file === null ? text : JSON.stringify(file)).split('\n'),
    ],
  }),
  {
    name: 'tools authorize',
    positionals: [],
    options: { id: { type: 'string' }, state: { type: 'string' }, code: { type: 'string' } },
    usage: 'weft tools authorize --id ID | --state STATE --code CODE',
    summary: 'begin to authorize custom tools over OAuth; then end it with what the browser shows',
    async run(context) {
      const { id, state, code } = context.options;
      if (typeof id === 'string') {
        const params = { path: { provider_id: id } };
        const answer = await received(context.client.api.POST(`${one}/authorize`, { params }));
        print(context, answer, () => [
          'Open this address, then run what the page shows you:',
          answer.authorization_url,
        ]);
        return;
      }
      if (typeof state !== 'string' || typeof code !== 'string')
        throw new UsageError('--id to begin, --state and --code to end');
      const answer = await received(context.client.api.POST(`${all}/authorizations`, { body: { state, code } }));
      print(context, answer, () => [`${answer.name} can be called.`]);
    },
  },
  {
    name: 'tools delete',
    positionals: ['ID'],
    options: { yes: { type: 'boolean' } },
    usage: 'weft tools delete ID [--yes]',
    summary: 'delete custom tools with their document and credentials; asks before, and names the apps that use them',
    async run(context) {
      const params = idOf(context);
      const { data: apps } = await received(context.client.api.GET(`${one}/apps`, { params }));
      const users =
        apps.length === 0
          ? 'No app uses them.'
          : `Apps that use them fail: ${apps.map(({ name }) => name).join(', ')}.`;
      await confirmed(context, `Delete the custom tools ${params.path.provider_id}? ${users}`);
      await context.client.api.DELETE(one, { params: { ...params, query: { confirm: true } } });
      print(context, { id: params.path.provider_id, deleted: true }, () => ['Deleted.']);
    },
  },
];

function idOf(context: CommandContext) {
  return { path: { provider_id: positional(context, 0) } };
}

/** A document by its address, or the text of a file. */
async function sourceOf({ terminal }: CommandContext, place: string): Promise<{ document: string } | { url: string }> {
  if (/^https?:\/\//i.test(place)) return { url: place };
  return { document: (await readRegular(resolve(terminal.directory, place))) ?? '' };
}

function settingsOf({ options: { server, variable, auth } }: CommandContext) {
  const variables = pairs(variable, 'variable');
  const place = typeof server !== 'string' ? {} : /^\d+$/.test(server) ? { index: Number(server) } : { url: server };
  const chosen = { ...place, ...(Object.keys(variables).length > 0 && { variables }) };
  const { scopes, ...authentication } = pairs(auth, 'auth');
  return {
    ...(Object.keys(chosen).length > 0 && { server: chosen }),
    ...(authentication.type !== undefined && {
      authentication: { ...authentication, ...(scopes !== undefined && { scopes: scopes.split(' ') }) },
    }),
  };
}

function shown({ id, name, server_url, configured, credential_fields, tool_list, warnings }: Imported): string[] {
  const missing = configured ? 'ready' : `not configured (${credential_fields.join(', ')})`;
  const rows = tool_list.map((tool) => [tool.enabled ? 'on' : 'off', tool.name, tool.method, tool.path, tool.summary]);
  return [
    `${name} (${id}), ${server_url}, ${missing}`,
    ...table([['TOOL', 'NAME', 'METHOD', 'PATH', 'SUMMARY'], ...rows]),
    ...warnings,
  ];
}
