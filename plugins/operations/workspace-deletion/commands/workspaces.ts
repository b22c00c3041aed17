import {
  type Command,
  type CommandContext,
  CommandError,
  confirmed,
  identifier,
  ownWorkspaces,
  positional,
  print,
  received,
  routeCommand,
  type Schemas,
  saved,
  table,
  UsageError,
} from '#plugins/commands/contract.ts';

type Installed = Schemas['InstalledWorkspace'];

/** All workspaces, for whoever runs the server. */
export const commands: readonly Command[] = [
  {
    name: 'workspaces list',
    positionals: [],
    options: {},
    usage: 'weft workspaces list',
    summary: 'list your workspaces; with the management token all there are, deleted ones too',
    async run(context) {
      if (context.client.isPerson) return listOwn(context);
      const found: Installed[] = [];
      for (let hasMore = true; hasMore; ) {
        const after = found.at(-1)?.id;
        const query = { limit: 100, ...(after !== undefined && { after }) };
        const page = await received(
          context.client.api.GET('/console/api/installation/workspaces', { params: { query } }),
        );
        found.push(...page.data);
        hasMore = page.has_more && page.data.length > 0;
      }
      const rows = found.map(({ id, name, plan, purge_at: purgeAt }) => [
        id,
        name,
        plan,
        purgeAt == null ? '' : `deleted, restorable until ${day(purgeAt)}`,
      ]);
      print(context, { data: found }, () => table([['ID', 'NAME', 'PLAN', ''], ...rows]));
    },
  },
  {
    name: 'workspaces delete',
    positionals: ['ID'],
    options: { name: { type: 'string' }, yes: { type: 'boolean' } },
    usage: 'weft workspaces delete ID --name NAME [--yes]',
    summary:
      'close a workspace at once and remove it after some weeks; its name confirms. Offers the export and asks before unless --yes is given',
    async run(context) {
      const { name } = context.options;
      if (typeof name !== 'string') throw new UsageError('--name takes the name of the workspace, to be sure');
      const id = identifier(positional(context, 0), 'workspace');
      const question = `What is in it is written to a file by: weft workspaces export ${id} FILE\nDelete the workspace ${id}?`;
      await confirmed(context, question, { isUndoable: true });
      const headers = { 'X-Workspace-Id': id };
      const answer = await received(
        context.client.api.POST('/console/api/workspace/deletion', { body: { name }, headers }),
      );
      print(context, answer, () => [
        `Closed. It can be restored until ${day(answer.purge_at ?? 0)}: weft workspaces restore ${answer.id}`,
      ]);
    },
  },
  {
    name: 'workspaces export',
    positionals: ['ID', 'FILE'],
    options: {},
    usage: 'weft workspaces export ID FILE',
    summary:
      'write everything a workspace owns, without secrets, to a new zip file; a deleted one too, while it is there',
    async run(context) {
      const headers = { 'X-Workspace-Id': identifier(positional(context, 0), 'workspace') };
      const { data } = await context.client.api.POST('/console/api/workspace/export', { headers, parseAs: 'stream' });
      await saved(context, positional(context, 1), data);
    },
  },
  routeCommand('workspaces restore', 'POST', '/console/api/installation/workspaces/{workspace_id}/restore', {
    summary: 'open a deleted workspace again',
    takes: { workspace_id: 'ID' },
    say: ({ name }) => `${name} is open again.`,
  }),
];

async function listOwn(context: CommandContext): Promise<void> {
  const data = await ownWorkspaces(context);
  const rows = data.map(({ id, name, role, is_current: isCurrent, purge_at: purgeAt }) => [
    id,
    name,
    role,
    purgeAt == null ? (isCurrent ? 'you are here' : '') : `deleted, restorable until ${day(purgeAt)}`,
  ]);
  print(context, { data }, () => (rows.length === 0 ? ['None.'] : table([['ID', 'NAME', 'ROLE', ''], ...rows])));
}

function day(seconds: number): string {
  const date = new Date(seconds * 1000);
  if (Number.isNaN(date.getTime())) throw new CommandError('unexpected_answer', 'The server sent no time.');
  return date.toISOString().slice(0, 10);
}
