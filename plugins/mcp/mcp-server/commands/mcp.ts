import {
  appOf,
  type Command,
  type CommandContext,
  confirmed,
  pairs,
  pairsOption,
  print,
  printable,
  received,
  type Schemas,
  table,
  UsageError,
} from '#plugins/commands/contract.ts';

const ofApp = '/console/api/apps/{app_id}/mcp';
const ofWorkspace = '/console/api/mcp-server';
const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;

type AppServer = Schemas['McpAppServer'];
type WorkspaceServer = Schemas['McpWorkspaceServer'];

const LOST = 'Clients with the address so far reach it no more, and answers under way end.';

/** Apps, and workspaces, as MCP servers. Without an app the server of the workspace is meant. */
export const commands: readonly Command[] = [
  {
    name: 'mcp show',
    positionals: ['[APP]'],
    options: {},
    usage: 'weft mcp show [APP]',
    summary: 'show an app as an MCP server, and the tool that clients see; without one, the server of the workspace',
    async run(context) {
      if (!isOfApp(context)) {
        const server = await received(context.client.api.GET(ofWorkspace));
        return print(context, server, () => workspaceLines(server));
      }
      const server = await received(context.client.api.GET(ofApp, { params: { path: appOf(context) } }));
      print(context, server, () => appLines(server));
    },
  },
  {
    name: 'mcp set',
    positionals: ['[APP]'],
    options: { enabled: text, name: text, description: text, parameter: pairsOption },
    usage: 'weft mcp set [APP] [--enabled on|off] [--name NAME] [--description TEXT] [--parameter NAME=TEXT…]',
    summary:
      'switch an app on or off as an MCP server, or describe its tool to models; without one, switch the server of the workspace',
    run: (context) => (isOfApp(context) ? setApp(context) : setWorkspace(context)),
  },
  {
    name: 'mcp code',
    positionals: ['[APP]'],
    options: { remove: flag, yes: flag },
    usage: 'weft mcp code [APP] [--remove] [--yes]',
    summary:
      'make the address anew by which clients reach the MCP server of an app, or of the workspace, and show it this once; --remove takes it away; asks before unless --yes is given',
    run: (context) => (context.options.remove === true ? removeCode(context) : renewCode(context)),
  },
];

function isOfApp({ positionals }: CommandContext): boolean {
  return positionals.length > 0;
}

async function setApp(context: CommandContext): Promise<void> {
  const { enabled, name, description, parameter } = context.options;
  const body = {
    ...(enabled !== undefined && { enabled: isOn(enabled) }),
    ...(typeof name === 'string' && { name }),
    ...(typeof description === 'string' && { description }),
    ...(parameter !== undefined && { parameters: pairs(parameter, 'parameter') }),
  };
  if (Object.keys(body).length === 0) throw new UsageError('say what to change, such as --enabled on');
  const server = await received(context.client.api.PATCH(ofApp, { params: { path: appOf(context) }, body }));
  print(context, server, () => appLines(server));
}

async function setWorkspace(context: CommandContext): Promise<void> {
  const { enabled, ...others } = context.options;
  if (enabled === undefined || Object.values(others).some((value) => value !== undefined))
    throw new UsageError('the server of the workspace takes --enabled on|off; name an app to describe its tool');
  const server = await received(context.client.api.PATCH(ofWorkspace, { body: { enabled: isOn(enabled) } }));
  print(context, server, () => workspaceLines(server));
}

async function renewCode(context: CommandContext): Promise<void> {
  await confirmed(context, `Make the address of this MCP server anew? ${LOST}`);
  const { api } = context.client;
  const made = isOfApp(context)
    ? await received(api.POST(`${ofApp}/code`, { params: { path: appOf(context) } }))
    : await received(api.POST(`${ofWorkspace}/code`));
  print(context, made, () => [`The address is ${printable(made.url)}`, 'It is not shown again.']);
}

async function removeCode(context: CommandContext): Promise<void> {
  await confirmed(context, `Take the address of this MCP server away? ${LOST}`);
  const { api } = context.client;
  if (isOfApp(context)) await received(api.DELETE(`${ofApp}/code`, { params: { path: appOf(context) } }));
  else await received(api.DELETE(`${ofWorkspace}/code`));
  print(context, {}, () => ['It has no address of its own any more.']);
}

function isOn(value: unknown): boolean {
  if (value === 'on' || value === 'off') return value === 'on';
  throw new UsageError(`--enabled takes on or off, not '${String(value)}'`);
}

function shared(server: AppServer | WorkspaceServer, command: string): string[][] {
  const { enabled, has_code: hasCode, code_end: end, url } = server;
  return [
    ['enabled', enabled ? 'on' : 'off'],
    ['code', hasCode ? `…${end ?? ''}` : `none: make one with \`${command}\``],
    ['address for keys', printable(url)],
  ];
}

function appLines(server: AppServer): string[] {
  const { name, tool } = server;
  const parameters = Object.entries(server.parameters).map(([input, said]) => [
    `parameter ${printable(input)}`,
    printable(said),
  ]);
  const shown = tool === null ? 'nothing is published' : printable(tool.description);
  return table([
    // Without the app the command would make the code of the whole workspace.
    ...shared(server, 'weft mcp code APP'),
    ['tool', printable(name || 'named when it is switched on')],
    ['told to models', shown],
    ...parameters,
  ]);
}

function workspaceLines(server: WorkspaceServer): string[] {
  const tools = server.tools.map(({ name, title }) => ['tool', `${printable(name)} (${printable(title)})`]);
  return table([...shared(server, 'weft mcp code'), ...tools]);
}
