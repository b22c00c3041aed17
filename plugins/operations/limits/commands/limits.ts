import {
  appOf,
  type Command,
  type CommandContext,
  pairsOption,
  print,
  received,
  routeCommand,
  rowsOf,
  type Schemas,
  table,
  UsageError,
} from '#plugins/commands/contract.ts';

const names = ['requests-per-minute', 'concurrent-runs', 'tokens-per-day'];
const text = { type: 'string' } as const;

/** What an app and each of its end users may use. */
export const commands: readonly Command[] = [
  {
    name: 'apps limits',
    positionals: ['ID'],
    options: Object.fromEntries(names.flatMap((name) => [name, `user-${name}`]).map((name) => [name, text])),
    usage:
      'weft apps limits ID [--requests-per-minute N] [--concurrent-runs N] [--tokens-per-day N] [--user-requests-per-minute N] …',
    summary: "show an app's limits, or change those named; --user-… is for each end user, `none` lifts a limit",
    async run(context) {
      const params = { path: appOf(context) };
      const app = given(context, '');
      const user = given(context, 'user-');
      const body = { ...(app && { app }), ...(user && { user }) };
      const { api } = context.client;
      const path = '/console/api/apps/{app_id}/limits';
      const answer = await received(app || user ? api.PATCH(path, { params, body }) : api.GET(path, { params }));
      print(context, answer, () => table(rows(answer)));
    },
  },
  routeCommand('plan show', 'GET', '/console/api/workspace/plan', {
    say: ({ name, has_own_terms: hasOwn, limits }) => [
      `Plan: ${name}${hasOwn ? ', with terms of its own' : ''}`,
      ...rowsOf(
        { LIMIT: 'limit', USED: ({ used }) => used ?? '-', ALLOWED: ({ allowed }) => allowed ?? 'any' },
        limits,
      ),
    ],
  }),
  routeCommand('workspace plan', 'PUT', '/console/api/workspace/plan', {
    takes: { plan: 'PLAN' },
    without: { limits: 'are said by --limit' },
    more: {
      limit: {
        ...pairsOption,
        shown: 'NAME=N',
        help: 'Terms for the workspace alone; N may be `none`: any number. `--limit none` takes its own terms back.',
      },
    },
    fill: (context) => ({ limits: terms(context) }),
    json: { plan: 'plan' },
    say: (_answer, { plan }) => `The plan is ${plan}.`,
  }),
];

function given({ options }: CommandContext, prefix: string): Record<string, number | null> | undefined {
  const values: Record<string, number | null> = {};
  for (const name of names) {
    const value = options[prefix + name];
    if (value !== undefined) values[key(name)] = amount(prefix + name, String(value));
  }
  return Object.keys(values).length === 0 ? undefined : values;
}

function terms({ options }: CommandContext): Record<string, number | null> | undefined {
  const given = [options.limit ?? []].flat();
  if (given.length === 0) return undefined;
  if (given.length === 1 && given[0] === 'none') return {};
  return Object.fromEntries(
    given.map((text) => {
      const [name = '', value = ''] = String(text).split('=');
      if (!/^[a-z_-]+$/.test(name)) throw new UsageError(`--limit takes NAME=N, not '${text}'`);
      return [name.replaceAll('-', '_'), amount('limit', value)];
    }),
  );
}

function amount(name: string, value: string): number | null {
  if (value === 'none') return null;
  if (!/^[1-9][0-9]{0,12}$/.test(value))
    throw new UsageError(`--${name} takes a number from 1 or none, not '${value}'`);
  return Number(value);
}

function rows({ app, user }: Schemas['AppLimits']): string[][] {
  const shown = (value: number | null | undefined) => (value == null ? 'none' : String(value));
  return [['LIMIT', 'APP', 'EACH USER'], ...names.map((name) => [name, shown(app[key(name)]), shown(user[key(name)])])];
}

function key(name: string) {
  return name.replaceAll('-', '_') as keyof Schemas['UseLimits'];
}
