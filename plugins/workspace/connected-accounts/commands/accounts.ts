import {
  type Command,
  type CommandContext,
  positional,
  print,
  printable,
  received,
  routeCommand,
  type Schemas,
  timeOf,
  UsageError,
} from '#plugins/commands/contract.ts';

const all = '/console/api/connected-accounts';
const one = `${all}/{id}` as const;
const client = '/console/api/account-services/{service}/client';
const columns = { ID: 'id', SERVICE: 'service', ACCOUNT: 'label', OF: 'owner', STATE: 'state' } as const;
/** Milliseconds between two looks whether somebody has allowed it, and for how long they have time. */
const LOOK = 2_000;
const PATIENCE = 600_000;

type Account = Schemas['ConnectedAccount'];

/** Accounts at other services. */
export const commands: readonly Command[] = [
  routeCommand('accounts list', 'GET', all, {
    table: columns,
    none: 'No accounts are connected: weft accounts connect SERVICE',
  }),
  routeCommand('accounts services', 'GET', '/console/api/account-services', {
    table: { SERVICE: 'id', NAME: 'label', READY: 'ready' },
  }),
  routeCommand('accounts show', 'GET', one, { say: described }),
  {
    name: 'accounts connect',
    positionals: ['SERVICE'],
    options: {
      workspace: { type: 'boolean' },
      token: { type: 'boolean' },
      device: { type: 'boolean' },
      url: { type: 'string' },
      user: { type: 'string' },
    },
    usage: 'weft accounts connect SERVICE [--workspace] [--device | --token] [--url ADDRESS] [--user NAME]',
    summary:
      'connect an account at a service: prints a page to open in a browser, and waits. With --device, prints a code to type at the service (GitHub, GitLab); with --token, asks for an access token instead',
    run(context) {
      if (context.options.token === true) return paste(context);
      return context.options.device === true ? device(context) : consent(context);
    },
  },
  routeCommand('accounts disconnect', 'DELETE', one, {
    options: { confirm: 'force' },
    confirm: 'Disconnect the account? What works with it stands still.',
    json: { disconnected: 'id' },
    say: 'Disconnected.',
  }),
  routeCommand('accounts for-visitors', 'PATCH', one, {
    takes: { id: 'ID', for_visitors: 'on|off' },
    say: ({ label, for_visitors: isFor }) =>
      isFor ? `Visitors of published apps work with ${label}.` : `Visitors do not work with ${label}.`,
  }),
  routeCommand('accounts take-back', 'DELETE', `${one}/loans/{loan_id}`, {
    takes: { id: 'ID', loan_id: 'LOAN' },
    confirm: 'Take the account back? What works with it stands still.',
    json: { taken_back: 'loan_id' },
    say: 'Taken back.',
  }),
  {
    name: 'accounts set-client',
    positionals: ['SERVICE', 'CLIENT_ID'],
    options: { url: { type: 'string' }, 'drive-readonly': { type: 'boolean' } },
    usage: 'weft accounts set-client SERVICE CLIENT_ID [--url ADDRESS] [--drive-readonly]',
    summary: 'set the OAuth client of the workspace at a service; its secret is asked for',
    async run(context) {
      const body = {
        ...{ client_id: positional(context, 1), client_secret: await secretOf(context, 'Client secret') },
        ...(typeof context.options.url === 'string' && { base_url: context.options.url }),
        ...(context.options['drive-readonly'] === true && { drive_readonly: true }),
      };
      const params = { path: { service: positional(context, 0) } };
      await received(context.client.api.PUT(client, { params, body }));
      print(context, { result: 'success' }, () => ['Stored.']);
    },
  },
  routeCommand('accounts remove-client', 'DELETE', client, {
    takes: { service: 'SERVICE' },
    options: { base_url: 'url' },
    confirm: 'Remove the client? Accounts that were connected by it can no longer be renewed.',
    json: { removed: 'service' },
    say: 'Removed.',
  }),
];

async function paste(context: CommandContext): Promise<void> {
  const { options } = context;
  const body = {
    ...{ service: positional(context, 0), owner: ownerOf(context), token: await secretOf(context, 'Access token') },
    ...(typeof options.url === 'string' && { base_url: options.url }),
    ...(typeof options.user === 'string' && { username: options.user }),
  };
  const account = await received(context.client.api.POST(all, { body }));
  print(context, account, () => [`Connected ${account.label}.`]);
}

/** The service gives a code; here is only looked whether it was typed there. */
async function device(context: CommandContext): Promise<void> {
  const { client: server, options, terminal } = context;
  const { api } = server;
  const service = positional(context, 0);
  const owner = ownerOf(context);
  const { data: services } = await received(api.GET('/console/api/account-services'));
  const capabilities = services.find(({ id }) => id === service)?.capabilities.map(({ id }) => id) ?? [service];
  const body = { service, owner, capabilities, ...(typeof options.url === 'string' && { base_url: options.url }) };
  const begun = await received(api.POST(`${all}/device`, { body }));
  terminal.err(`Open ${printable(begun.url)} and type the code ${printable(begun.user_code)}\n`);
  for (let waited = 0; waited < begun.expires_in; waited += begun.interval) {
    await new Promise((resolve) => setTimeout(resolve, begun.interval * 1_000));
    const { account } = await received(api.POST(`${all}/device/look`, { body: { id: begun.id, owner } }));
    if (account === null) continue;
    print(context, account, () => [`Connected ${printable(account.label)}.`]);
    return;
  }
  throw new UsageError('The code was not typed in time. Begin again.');
}

/** The page does it where the person is signed in; here is only looked whether it was done. */
async function consent(context: CommandContext): Promise<void> {
  const service = positional(context, 0);
  if (!/^[a-z][a-z0-9-]{0,59}$/.test(service))
    throw new UsageError('SERVICE is a name of weft accounts services, such as google.');
  const owner = ownerOf(context);
  const known = new Map((await accountsOf(context)).map((account) => [account.id, stampOf(account)]));
  const page = owner === 'me' ? '/account/integrations' : '/integrations';
  context.terminal.err(`Open this page and connect ${service}: ${context.client.url}${page}\n`);
  for (let waited = 0; waited < PATIENCE; waited += LOOK) {
    const found = (await accountsOf(context)).find(
      (account) => account.service === service && account.owner === owner && known.get(account.id) !== stampOf(account),
    );
    if (found !== undefined) {
      print(context, found, () => [`Connected ${found.label}.`]);
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK));
  }
  throw new UsageError('Nothing was connected in ten minutes. Begin again.');
}

async function accountsOf(context: CommandContext): Promise<readonly Account[]> {
  return (await received(context.client.api.GET(all))).data;
}

const stampOf = ({ state, capabilities }: Account) => `${state} ${capabilities.join()}`;

function ownerOf({ options, client: { isPerson } }: CommandContext): 'me' | 'workspace' {
  return options.workspace === true || !isPerson ? 'workspace' : 'me';
}

async function secretOf({ terminal }: CommandContext, name: string): Promise<string> {
  const typed = (await terminal.secret?.(`${name}: `)) ?? '';
  if (typed !== '') return typed;
  throw new UsageError(`${name} is asked for: run this where it can be typed.`);
}

function described(account: Schemas['ConnectedAccountDetail']): readonly string[] {
  const { label, service, owner, state, reason, capabilities, last_used_at: used, lent_to: loans, uses } = account;
  return [
    `${label} at ${service}, ${owner === 'me' ? 'yours' : 'of the workspace'}`,
    state === 'ready' ? `Allows ${capabilities.join(', ')}` : `Does not work: ${reason ?? ''}`,
    ...(used === null ? [] : [`Last used ${timeOf(used)}`]),
    ...loans.map(({ id, name }) => `Lent to ${name} (${id})`),
    ...uses.map(({ day, name, uses: count }) => `${day}  ${count}  ${name}`),
  ];
}
