import {
  type Command,
  type CommandContext,
  CommandError,
  positional,
  print,
  printable,
  received,
  routeCommand,
  type Schemas,
  table,
  UsageError,
} from '#plugins/commands/contract.ts';

const givenRoles = ['admin', 'editor', 'member'] as const;
type GivenRole = (typeof givenRoles)[number];
const text = { type: 'string' } as const;

/** People: who belongs to the workspace, and the first owner. */
export const commands: readonly Command[] = [
  {
    name: 'owner claim',
    positionals: ['EMAIL'],
    options: { name: text },
    usage: 'weft owner claim EMAIL [--name NAME]',
    summary: 'make the account that owns the workspace; takes the password from WEFT_PASSWORD, else asks for it',
    async run(context) {
      const email = positional(context, 0);
      const name = String(context.options.name ?? email.split('@')[0]);
      const body = { email, name, password: await passwordOf(context) };
      const answer = await received(context.client.api.POST('/console/api/workspace/claim', { body }));
      print(context, answer, () => [`${printable(answer.email)} owns the workspace; sign in with that address.`]);
    },
  },
  {
    name: 'members list',
    positionals: [],
    options: { search: text, role: text },
    usage: 'weft members list [--search PART] [--role owner|admin|editor|member]',
    summary: 'list the members of the workspace and who is invited, all or those with a part of name or address',
    async run(context) {
      const { search, role } = context.options;
      const members = await allMembers(context, { search, role });
      const open = await received(context.client.api.GET('/console/api/invitations'));
      const invitations = open.data.filter((one) => isMeant(one, { search, role }));
      const rows = [
        ...members.map(({ email, role, name }) => [email, role, name]),
        ...invitations.map(({ email, role }) => [email, role, '(invited)']),
      ];
      const none =
        search === undefined && role === undefined ? 'Nobody yet: weft owner claim EMAIL' : 'Nobody like it.';
      print(context, { members, invitations }, () =>
        rows.length === 0 ? [none] : table([['EMAIL', 'ROLE', 'NAME'], ...rows]),
      );
    },
  },
  routeCommand('members invite', 'POST', '/console/api/invitations', {
    takes: { email: 'EMAIL' },
    defaults: { role: 'member' },
    say: ({ link }) => (link == null ? 'A mail with the link is on its way.' : `Pass this link on: ${link}`),
  }),
  {
    name: 'members role',
    positionals: ['EMAIL', 'ROLE'],
    options: {},
    usage: 'weft members role EMAIL admin|editor|member',
    summary: "change a member's role",
    async run(context) {
      const role = roleOf(positional(context, 1));
      const params = { path: { account_id: await memberOf(context) } };
      const answer = await received(
        context.client.api.PATCH('/console/api/members/{account_id}', { params, body: { role } }),
      );
      print(context, answer, () => [`${printable(answer.email)} is ${answer.role}.`]);
    },
  },
  {
    name: 'members remove',
    positionals: ['EMAIL'],
    options: {},
    usage: 'weft members remove EMAIL',
    summary: 'remove a member; their access ends at once',
    async run(context) {
      const params = { path: { account_id: await memberOf(context) } };
      await context.client.api.DELETE('/console/api/members/{account_id}', { params });
      print(context, { removed: positional(context, 0) }, () => ['Removed.']);
    },
  },
  routeCommand('accounts reset-link', 'POST', '/console/api/accounts/reset-link', {
    takes: { email: 'EMAIL' },
    say: ({ link }) => link,
  }),
];

/** From the environment, else the first line that is typed: arguments are seen by everybody on the machine. */
async function passwordOf({ terminal }: CommandContext): Promise<string> {
  if (terminal.env.WEFT_PASSWORD) return terminal.env.WEFT_PASSWORD;
  for await (const line of terminal.lines('Password: ')) return line;
  throw new UsageError('no password: type one, or set WEFT_PASSWORD');
}

interface Asked {
  readonly search?: unknown;
  readonly role?: unknown;
}

/** Page after page; what is wrong with the question, the server says. */
async function allMembers({ client }: CommandContext, asked: Asked): Promise<readonly Schemas['Member'][]> {
  const found: Schemas['Member'][] = [];
  for (let cursor: string | undefined; ; ) {
    const query = { ...asked, limit: 100, cursor } as { readonly limit: number };
    const page = await received(client.api.GET('/console/api/members', { params: { query } }));
    found.push(...page.data);
    if (page.next_cursor === null) return found;
    cursor = page.next_cursor;
  }
}

function isMeant({ email, role }: { readonly email: string; readonly role: string }, asked: Asked): boolean {
  const part = typeof asked.search === 'string' ? asked.search.toLowerCase() : '';
  return email.includes(part) && (asked.role === undefined || asked.role === role);
}

async function memberOf(context: CommandContext): Promise<string> {
  const email = positional(context, 0).trim().toLowerCase();
  const member = (await allMembers(context, { search: email })).find((one) => one.email === email);
  if (member !== undefined) return member.account_id;
  throw new CommandError('no_member', `'${printable(email)}' is no member; \`weft members list\` shows who is.`);
}

function roleOf(value: unknown): GivenRole {
  const role = givenRoles.find((one) => one === value);
  if (role === undefined) throw new UsageError(`a role is ${givenRoles.join(', ')}, not '${String(value)}'`);
  return role;
}
