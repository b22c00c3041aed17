import {
  askedPassword,
  type Command,
  type CommandContext,
  CommandError,
  confirmed,
  ownWorkspaces,
  positional,
  print,
  printable,
  received,
  routeCommand,
} from '#plugins/commands/contract.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The workspaces of whoever signed in (`weft login`). */
export const commands: readonly Command[] = [
  {
    name: 'workspaces switch',
    positionals: ['WORKSPACE'],
    options: {},
    usage: 'weft workspaces switch ID|NAME',
    summary: 'go to another workspace of yours: commands mean it where WEFT_WORKSPACE says nothing',
    async run(context) {
      const params = { path: { workspace_id: await meant(context) } };
      const answer = await received(context.client.api.POST('/console/api/workspaces/{workspace_id}/use', { params }));
      print(context, answer, () => [`You are in ${printable(answer.name)}, as ${answer.role}.`]);
    },
  },
  routeCommand('workspaces create', 'POST', '/console/api/workspaces', {
    takes: { name: 'NAME' },
    say: ({ id }) => id,
  }),
  {
    name: 'workspaces rename',
    positionals: ['WORKSPACE', 'NAME'],
    options: {},
    usage: 'weft workspaces rename ID|NAME NEW-NAME',
    summary: 'give a workspace of yours another name',
    async run(context) {
      const headers = { 'X-Workspace-Id': await meant(context) };
      const body = { name: positional(context, 1) };
      const answer = await received(context.client.api.PATCH('/console/api/workspace', { body, headers }));
      print(context, answer, () => [`It is called ${printable(answer.name)} now.`]);
    },
  },
  {
    name: 'workspaces transfer',
    positionals: ['WORKSPACE', 'EMAIL'],
    options: { code: { type: 'string' }, yes: { type: 'boolean' } },
    usage: 'weft workspaces transfer ID|NAME EMAIL [--code CODE] [--yes]',
    summary:
      'make another member the owner; takes your password (WEFT_PASSWORD, else it is asked for), or without one a code of the second factor',
    async run(context) {
      const { client, options } = context;
      const headers = { 'X-Workspace-Id': await meant(context) };
      const email = positional(context, 1);
      const query = { search: email.slice(0, 254), limit: 100 };
      const members = await received(client.api.GET('/console/api/members', { params: { query }, headers }));
      const heir = members.data.find((member) => member.email === email.toLowerCase());
      if (heir === undefined) throw new CommandError('no_member', `${printable(email)} is no member of the workspace.`);
      await confirmed(context, `Make ${printable(heir.email)} the owner? You become an admin.`);
      const account = await received(client.api.GET('/console/api/account'));
      const proof = account.has_password ? { current_password: await askedPassword(context) } : {};
      const code = typeof options.code === 'string' ? { code: options.code } : {};
      const body = { account_id: heir.account_id, ...proof, ...code };
      const answer = await received(client.api.POST('/console/api/workspace/transfer', { body, headers }));
      print(context, answer, () => [`${printable(heir.email)} owns it now.`]);
    },
  },
  {
    name: 'workspaces leave',
    positionals: ['WORKSPACE'],
    options: { yes: { type: 'boolean' } },
    usage: 'weft workspaces leave ID|NAME [--yes]',
    summary: 'leave a workspace; its owner transfers it first',
    async run(context) {
      const headers = { 'X-Workspace-Id': await meant(context) };
      await confirmed(context, `Leave the workspace ${printable(positional(context, 0))}?`);
      await context.client.api.POST('/console/api/members/leave', { headers });
      print(context, { result: 'success' }, () => ['You have left it.']);
    },
  },
];

/** The id of the workspace that is named by its id or, where one alone is called so, by its name. */
async function meant(context: CommandContext): Promise<string> {
  const given = positional(context, 0);
  const own = await ownWorkspaces(context);
  const found = own.filter(({ id, name }) => (uuid.test(given) ? id === given.toLowerCase() : name === given));
  const [only] = found;
  if (only !== undefined && found.length === 1) return only.id;
  const many = found.length > 1 ? 'Several workspaces are called' : 'You have no workspace';
  throw new CommandError(
    'not_found',
    `${many} '${printable(given.slice(0, 100))}'; \`weft workspaces list\` shows their ids.`,
  );
}
