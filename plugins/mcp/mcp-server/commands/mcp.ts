import {
  type Command,
  type CommandContext,
  eitherCommand,
  routeCommand,
  type Schemas,
  table,
  UsageError,
} from '#plugins/commands/contract.ts';

const ofApp = '/console/api/apps/{app_id}/mcp';
const ofWorkspace = '/console/api/mcp-server';

type AppServer = Schemas['McpAppServer'];
type WorkspaceServer = Schemas['McpWorkspaceServer'];

const LOST = 'Clients with the address so far reach it no more, and answers under way end.';
const renewed = {
  confirm: `Make the address of this MCP server anew? ${LOST}`,
  say: ({ url }: { readonly url: string }) => [`The address is ${url}`, 'It is not shown again.'],
};
const removed = {
  confirm: `Take the address of this MCP server away? ${LOST}`,
  json: {},
  say: 'It has no address of its own any more.',
};
/** Without an app the server of the workspace is meant. */
const positionals = ['[APP]'];
const isOfApp = ({ positionals: given }: CommandContext) => given.length;

/** Apps, and workspaces, as MCP servers. */
export const commands: readonly Command[] = [
  eitherCommand(
    'mcp show',
    [
      routeCommand('mcp show', 'GET', ofWorkspace, { say: workspaceLines }),
      routeCommand('mcp show', 'GET', ofApp, { say: appLines }),
    ],
    {
      summary: 'show an app as an MCP server, and the tool that clients see; without one, the server of the workspace',
      usage: '[APP]',
      positionals,
      which: isOfApp,
    },
  ),
  eitherCommand(
    'mcp set',
    [
      routeCommand('mcp set', 'PATCH', ofWorkspace, { say: workspaceLines }),
      routeCommand('mcp set', 'PATCH', ofApp, { options: { parameters: 'parameter' }, say: appLines }),
    ],
    {
      summary:
        'switch an app on or off as an MCP server, or describe its tool to models; without one, switch the server of the workspace',
      usage: '[APP] [--enabled on|off] [--name TEXT] [--description TEXT] [--parameter NAME=TEXT…]',
      positionals,
      which(context) {
        const { enabled: _enabled, json: _json, ...others } = context.options;
        if (isOfApp(context) === 0 && Object.values(others).some((value) => value !== undefined))
          throw new UsageError('the server of the workspace takes --enabled on|off; name an app to describe its tool');
        return isOfApp(context);
      },
    },
  ),
  eitherCommand(
    'mcp code',
    [
      routeCommand('mcp code', 'POST', `${ofWorkspace}/code`, renewed),
      routeCommand('mcp code', 'POST', `${ofApp}/code`, renewed),
      routeCommand('mcp code', 'DELETE', `${ofWorkspace}/code`, removed),
      routeCommand('mcp code', 'DELETE', `${ofApp}/code`, removed),
    ],
    {
      summary:
        'make the address anew by which clients reach the MCP server of an app, or of the workspace, and show it this once; --remove takes it away',
      usage: '[APP] [--remove] [--yes]',
      positionals,
      flags: ['remove'],
      which: (context) => isOfApp(context) + (context.options.remove === true ? 2 : 0),
    },
  ),
];

function shared(server: AppServer | WorkspaceServer, command: string): string[][] {
  const { enabled, has_code: hasCode, code_end: end, url } = server;
  return [
    ['enabled', enabled ? 'on' : 'off'],
    ['code', hasCode ? `…${end ?? ''}` : `none: make one with \`${command}\``],
    ['address for keys', url],
  ];
}

function appLines(server: AppServer): string[] {
  const { name, tool } = server;
  const parameters = Object.entries(server.parameters).map(([input, said]) => [`parameter ${input}`, said]);
  const shown = tool === null ? 'nothing is published' : tool.description;
  return table([
    // Without the app the command would make the code of the whole workspace.
    ...shared(server, 'weft mcp code APP'),
    ['tool', name || 'named when it is switched on'],
    ['told to models', shown],
    ...parameters,
  ]);
}

function workspaceLines(server: WorkspaceServer): string[] {
  const tools = server.tools.map(({ name, title }) => ['tool', `${name} (${title})`]);
  return table([...shared(server, 'weft mcp code'), ...tools]);
}
