import {
  appOf,
  type Command,
  type CommandContext,
  CommandError,
  counted,
  eitherCommand,
  identifier,
  positional,
  print,
  printable,
  received,
  routeCommand,
  type Schemas,
  table,
  timeOf,
} from '#plugins/commands/contract.ts';

const all = '/console/api/repositories';
const single = '/console/api/repositories/{repository_id}';
const one = '/console/api/repositories/{repository_id}/apps/{key}';

type Repository = Schemas['Repository'];
type Run = Schemas['RepositoryRun'];

/** Milliseconds between two looks whether a sync is over, and until that is given up. */
const LOOK = 500;
const PATIENCE = 300_000;

const reaching = {
  options: {
    account_id: 'account',
    environment_file: 'environment',
    takes_new: 'takes-new',
    host_key: 'host-key',
    public_key: 'public-key',
  },
  takes: { url: 'URL', branch: 'BRANCH' },
} as const;

const firstPlan = routeCommand('repositories plan', 'POST', '/console/api/repository-plans', {
  ...reaching,
  say: ({ data, commits, skipped }) => [
    ...data.flatMap(itemLines),
    ...commits.map(({ name }) => `+ commit ${printable(name)}`),
    ...skipped.map(printable),
    `Plan: ${counted(data.length, 'document')}, ${counted(commits.length, 'app')} to commit.`,
  ],
});

const branchPlan = routeCommand('repositories plan', 'POST', `${single}/plan`, {
  takes: { repository_id: 'ID' },
  say: ({ commit, data, skipped }) => [
    ...data.flatMap(itemLines),
    ...skipped.map(printable),
    `Plan of ${printable(commit).slice(0, 10)}: ${data.length === 0 ? 'no app changes' : counted(data.length, 'app')}.`,
  ],
});

/** Repositories that apps are kept in step with. */
export const commands: readonly Command[] = [
  {
    name: 'repositories status',
    positionals: ['[ID]'],
    options: {},
    usage: 'weft repositories status [ID]',
    summary: 'tell what is in step with its repository and what waits; of one repository, app by app',
    run: status,
  },
  eitherCommand('repositories plan', [firstPlan, branchPlan], {
    usage: 'URL BRANCH [--account ACCOUNT] [--folder FOLDER] … | ID --branch BRANCH',
    summary: 'preview what linking a repository would do; of a linked one, what merging a branch would change',
    positionals: ['URL|ID', '[BRANCH]'],
    which: ({ options }) => (options.branch === undefined ? 0 : 1),
  }),
  routeCommand('repositories link', 'POST', all, {
    ...reaching,
    say: ({ id }) => [`Linked: ${id}`, `weft repositories status ${id}`],
  }),
  routeCommand('repositories key', 'POST', '/console/api/repository-keys', {
    takes: { url: 'URL' },
    say: ({ key, public_key: publicKey, host_key: hostKey }) => [
      'Add this deploy key to the repository, with write access for commits:',
      publicKey,
      `The server shows the host key ${printable(hostKey)}: compare it with the one it tells of.`,
      `Then: weft repositories link URL BRANCH --key ${key} --public-key '${publicKey}' --host-key ${printable(hostKey)}`,
    ],
  }),
  routeCommand('repositories hook-secret', 'POST', `${single}/hook-secret`, {
    say: ({ url, secret }) => [`Address  ${printable(url)}`, `Secret   ${printable(secret)}`],
  }),
  routeCommand('repositories add-hook', 'POST', `${single}/hook`, { say: () => ['The host calls on each push now.'] }),
  routeCommand('repositories change', 'PATCH', single, {
    options: { environment_file: 'environment', takes_new: 'takes-new' },
    say: () => ['Changed.'],
  }),
  routeCommand('repositories unlink', 'DELETE', single, {
    confirm: 'Unlink the repository? Apps and files stay as they are.',
    json: { unlinked: 'repository_id' },
    say: 'Unlinked.',
  }),
  routeCommand('repositories pause', 'POST', `${single}/pause`, { say: () => ['Done.'] }),
  {
    name: 'repositories sync',
    positionals: ['ID'],
    options: { approve: { type: 'string' } },
    usage: 'weft repositories sync ID [--approve COMMIT]',
    summary:
      'sync a repository now, wait until that is over, and tell what was done; --approve applies what waits for a look',
    run: sync,
  },
  routeCommand('repositories runs', 'GET', `${single}/runs`, {
    say: ({ data }) => (data.length === 0 ? ['Nothing was synced yet.'] : data.flatMap(runLines)),
  }),
  routeCommand('repositories conflicts', 'GET', one, {
    say: ({ conflicts }) =>
      conflicts.length === 0
        ? ['No conflicts.']
        : conflicts.flatMap(({ place, title, path, base, ours, theirs }) => [
            `${printable(title)}: ${printable(path)}`,
            `  place       ${printable(place)}`,
            `  before      ${shown(base)}`,
            `  here        ${shown(ours)}`,
            `  repository  ${shown(theirs)}`,
          ]),
  }),
  {
    name: 'repositories solve',
    positionals: ['ID', 'KEY'],
    options: { keep: { type: 'string' } },
    usage: 'weft repositories solve ID KEY --keep ours|theirs',
    summary: 'solve all conflicts of an app for one side: ours, as it is here, or theirs, as it is in the repository',
    run: solve,
  },
  routeCommand('repositories settle', 'POST', `${one}/settle`, {
    takes: { what: 'WHAT' },
    say: () => ['Done: the repository is synced soon.'],
  }),
  {
    name: 'apps repositories',
    positionals: ['ID'],
    options: {},
    usage: 'weft apps repositories ID',
    summary: 'tell which repositories an app is kept in step with',
    async run(context) {
      const params = { path: appOf(context) };
      const answer = await received(context.client.api.GET('/console/api/apps/{app_id}/repositories', { params }));
      print(context, answer, () =>
        answer.data.length === 0
          ? ['The app is kept in step with no repository: weft repositories link']
          : answer.data.map(
              ({ repository, branch, file, state, reason }) =>
                `${printable(repository)} (${printable(branch)}) ${printable(file)}: ${words(state)}${reason === null ? '' : `. ${printable(reason)}`}`,
            ),
      );
    },
  },
];

async function status(context: CommandContext): Promise<void> {
  const { api } = context.client;
  if (context.positionals.length === 0) {
    const answer = await received(api.GET(all, {}));
    print(context, answer, () => {
      if (answer.data.length === 0) return ['No repositories: weft repositories link URL BRANCH --account ACCOUNT'];
      const rows = answer.data.map((item) => [
        item.id,
        printable(`${item.repository} ${item.branch} /${item.folder}`),
        stateOf(item),
      ]);
      return table([['ID', 'REPOSITORY', 'STATE'], ...rows]);
    });
    return;
  }
  const answer = await received(api.GET(single, { params: { path: { repository_id: idOf(context) } } }));
  print(context, answer, () => [
    `${printable(answer.repository.repository)} (${printable(answer.repository.branch)}): ${stateOf(answer.repository)}`,
    ...table([
      ['APP', 'FILE', 'STATE'],
      ...answer.data.map(({ name, file, state, reason, pull }) => [
        printable(name),
        printable(file),
        `${words(state)}${pull?.number == null ? '' : ` in #${pull.number}`}${reason === null ? '' : `: ${printable(reason)}`}`,
      ]),
    ]),
  ]);
}

async function sync(context: CommandContext): Promise<number> {
  const { api } = context.client;
  const params = { path: { repository_id: idOf(context) } };
  const { approve } = context.options;
  const before = await received(api.GET(`${single}/runs`, { params }));
  await received(
    api.POST(`${single}/sync`, { params, body: typeof approve === 'string' ? { approved: approve } : {} }),
  );
  const until = performance.now() + PATIENCE;
  for (;;) {
    const { repository } = await received(api.GET(single, { params }));
    if (!repository.is_syncing) break;
    if (performance.now() > until)
      throw new CommandError('timeout', 'The sync takes longer: weft repositories runs ID');
    await new Promise((resolve) => setTimeout(resolve, LOOK));
  }
  const after = await received(api.GET(`${single}/runs`, { params }));
  const seen = before.data[0]?.id;
  const end = after.data.findIndex(({ id }) => id === seen);
  const runs = end === -1 ? after.data : after.data.slice(0, end);
  print(context, { data: runs }, () => (runs.length === 0 ? ['In step.'] : runs.flatMap(runLines)));
  return runs.some(({ outcome }) => outcome === 'failed' || outcome === 'conflict') ? 1 : 0;
}

async function solve(context: CommandContext): Promise<void> {
  const { api } = context.client;
  const { keep } = context.options;
  if (keep !== 'ours' && keep !== 'theirs') throw new CommandError('usage', '--keep takes ours or theirs');
  const params = { path: { repository_id: idOf(context), key: positional(context, 1) } };
  const { conflicts } = await received(api.GET(one, { params }));
  if (conflicts.length === 0) throw new CommandError('no_conflict', 'The app has no conflicts.');
  const choices = Object.fromEntries(conflicts.map(({ place }) => [place, keep] as const));
  const answer = await received(api.POST(`${one}/solve`, { params, body: { choices } }));
  print(context, answer, () => [`Solved: ${counted(conflicts.length, 'place')}. The repository is synced soon.`]);
}

function idOf(context: CommandContext): string {
  return identifier(positional(context, 0), 'repository');
}

function stateOf({ state, reason, apps, is_syncing: isSyncing }: Repository): string {
  if (state === 'broken') return `broken: ${printable(reason ?? '')}`;
  if (state === 'paused') return 'paused';
  const counts = Object.entries(apps).filter(([, count]) => count > 0);
  const told = counts.map(([name, count]) => `${count} ${words(name)}`).join(', ');
  return `${told === '' ? 'no apps' : told}${isSyncing ? ', syncing' : ''}`;
}

function words(state: string): string {
  return state === 'pull_request' ? 'waits' : state.replaceAll('_', ' ');
}

function runLines({ started_at: at, outcome, message, items }: Run): string[] {
  const head = `${timeOf(at)} ${outcome}${message === null ? '' : `: ${printable(message)}`}`;
  return [head, ...items.flatMap(itemLines).map((line) => `  ${line}`)];
}

function itemLines({ action, name, key, details }: Schemas['RepositoryRunItem']): string[] {
  return [`${action.replaceAll('_', ' ')} ${printable(name || key)}`, ...details.map((line) => `  ${printable(line)}`)];
}

function shown(value: unknown): string {
  return value === undefined ? '(not there)' : printable(JSON.stringify(value).slice(0, 300));
}
