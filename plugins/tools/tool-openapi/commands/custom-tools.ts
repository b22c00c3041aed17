import {
  type Command,
  type CommandContext,
  confirmed,
  counted,
  pairs,
  pairsOption,
  positional,
  print,
  readRegular,
  received,
  type Schemas,
  table,
  timeOf,
  typedValue,
  UsageError,
} from '#plugins/commands/contract.ts';

const all = '/console/api/custom-tools';
const one = '/console/api/custom-tools/{provider_id}';
const text = { type: 'string' } as const;
const given = {
  name: text,
  server: text,
  variable: pairsOption,
  operation: { type: 'string', multiple: true },
  auth: pairsOption,
  credential: pairsOption,
} as const;
const givenUsage =
  '[--name NAME] [--server URL|INDEX] [--variable k=v]… [--operation NAME]… [--auth type=bearer]… [--credential token=…]…';

type Imported = Schemas['CustomToolImport'];

/** Tools from OpenAPI documents. */
export const commands: readonly Command[] = [
  {
    name: 'tools preview',
    positionals: ['FILE|URL'],
    options: {},
    usage: 'weft tools preview FILE|URL',
    summary: 'show the servers, authentication and operations of an OpenAPI document; stores nothing',
    async run(context) {
      const answer = await received(
        context.client.api.POST(`${all}/preview`, { body: await sourceOf(positional(context, 0)) }),
      );
      print(context, answer, () => [
        `${answer.title || 'Without a title'} (${answer.version})`,
        ...answer.servers.map(({ index, url, template, problem }) =>
          `Server ${index}: ${url || template} ${problem}`.trim(),
        ),
        ...answer.authentications.map(
          ({ scheme, authentication }) => `Authentication ${scheme}: ${JSON.stringify(authentication)}`,
        ),
        ...table([
          ['NAME', 'METHOD', 'PATH', 'SUMMARY'],
          ...answer.operations.map(({ name, method, path, summary }) => [name, method, path, summary]),
        ]),
        ...answer.warnings,
      ]);
    },
  },
  {
    name: 'tools import',
    positionals: ['FILE|URL'],
    options: given,
    usage: `weft tools import FILE|URL ${givenUsage}`,
    summary: 'make tools of the operations of an OpenAPI document (all unless named)',
    async run(context) {
      const body = { ...(await sourceOf(positional(context, 0))), ...settingsOf(context) };
      const answer = await received(context.client.api.POST(all, { body }));
      print(context, answer, () => shown(answer));
    },
  },
  {
    name: 'tools update',
    positionals: ['ID'],
    options: { ...given, from: text },
    usage: `weft tools update ID [--from FILE|URL] ${givenUsage}`,
    summary: 'change custom tools, or import their document anew; what is not named stays',
    async run(context) {
      const { from } = context.options;
      const source = typeof from === 'string' ? await sourceOf(from) : {};
      const body = { ...source, ...settingsOf(context) };
      if (Object.keys(body).length === 0)
        throw new UsageError('name what changes: --from, --name, --server, --operation, --auth or --credential');
      const answer = await received(context.client.api.PATCH(one, { params: idOf(context), body }));
      print(context, answer, () => shown(answer));
    },
  },
  {
    name: 'tools custom',
    positionals: [],
    options: {},
    usage: 'weft tools custom',
    summary: 'list providers of tools from OpenAPI documents',
    async run(context) {
      const answer = await received(context.client.api.GET(all));
      const rows = answer.data.map(({ id, name, configured, tools, server_url: server, updated_at: at }) => [
        id,
        name,
        configured ? 'ready' : 'not configured',
        counted(tools, 'tool'),
        server,
        timeOf(at),
      ]);
      print(context, answer, () =>
        rows.length === 0
          ? ['No custom tools: weft tools import FILE|URL']
          : table([['ID', 'NAME', 'STATE', 'TOOLS', 'SERVER', 'CHANGED'], ...rows]),
      );
    },
  },
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
  {
    name: 'tools test',
    positionals: ['ID', 'TOOL'],
    options: { argument: pairsOption },
    usage: 'weft tools test ID TOOL [--argument k=v]…',
    summary: 'call a custom tool once, with its credentials',
    async run(context) {
      const { path } = idOf(context);
      const params = { path: { ...path, tool: positional(context, 1) } };
      const values = Object.entries(pairs(context.options.argument, 'argument')).map(([name, value]) => [
        name,
        typedValue(value),
      ]);
      const body = { arguments: Object.fromEntries(values) };
      const answer = await received(context.client.api.POST(`${one}/tools/{tool}/test`, { params, body }));
      print(context, answer, () => [
        `Status ${answer.status} ${answer.media_type}`,
        answer.file === null ? answer.text : JSON.stringify(answer.file),
      ]);
    },
  },
  {
    name: 'tools authorize',
    positionals: [],
    options: { id: text, state: text, code: text },
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
async function sourceOf(place: string): Promise<{ document: string } | { url: string }> {
  return /^https?:\/\//i.test(place) ? { url: place } : { document: (await readRegular(place)) ?? '' };
}

function settingsOf({ options }: CommandContext) {
  const { name, server, variable, operation, auth, credential } = options;
  const variables = pairs(variable, 'variable');
  const place = typeof server !== 'string' ? {} : /^\d+$/.test(server) ? { index: Number(server) } : { url: server };
  const chosen = { ...place, ...(Object.keys(variables).length > 0 && { variables }) };
  const { scopes, ...authentication } = pairs(auth, 'auth');
  const credentials = pairs(credential, 'credential');
  return {
    ...(typeof name === 'string' && { name }),
    ...(Object.keys(chosen).length > 0 && { server: chosen }),
    ...(Array.isArray(operation) && { operations: operation as string[] }),
    ...(authentication.type !== undefined && {
      authentication: { ...authentication, ...(scopes !== undefined && { scopes: scopes.split(' ') }) } as never,
    }),
    ...(Object.keys(credentials).length > 0 && { credentials }),
  };
}

function shown({
  id,
  name,
  server_url,
  configured,
  credential_fields,
  tool_list,
  warnings,
}: Pick<
  Imported,
  'id' | 'name' | 'server_url' | 'configured' | 'credential_fields' | 'tool_list' | 'warnings'
>): string[] {
  const missing = configured ? 'ready' : `not configured (${credential_fields.join(', ')})`;
  const rows = tool_list.map((tool) => [tool.enabled ? 'on' : 'off', tool.name, tool.method, tool.path, tool.summary]);
  return [
    `${name} (${id}), ${server_url}, ${missing}`,
    ...table([['TOOL', 'NAME', 'METHOD', 'PATH', 'SUMMARY'], ...rows]),
    ...warnings,
  ];
}
