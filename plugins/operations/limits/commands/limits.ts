import {
  appOf,
  type Command,
  type CommandContext,
  pairsOption,
  positional,
  print,
  printable,
  received,
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
  {
    name: 'plan show',
    positionals: [],
    options: {},
    usage: 'weft plan show',
    summary: 'show the plan of the workspace, what it allows and what of it is used',
    async run(context) {
      const answer = await received(context.client.api.GET('/console/api/workspace/plan'));
      const lines = answer.limits.map(({ limit, allowed, used }) => [
        printable(limit),
        used === null ? '-' : String(used),
        allowed === null ? 'any' : String(allowed),
      ]);
      const name = `${printable(answer.name)}${answer.has_own_terms ? ', with terms of its own' : ''}`;
      print(context, answer, () => [`Plan: ${name}`, ...table([['LIMIT', 'USED', 'ALLOWED'], ...lines])]);
    },
  },
  {
    name: 'workspace plan',
    positionals: ['PLAN'],
    options: { limit: pairsOption },
    usage: 'weft workspace plan PLAN [--limit NAME=N… | --limit none]',
    summary:
      'put the workspace on a plan: unlimited, sandbox, professional, team or enterprise; --limit is for it alone, N may be `none`: any number; `--limit none` takes its own terms back',
    async run(context) {
      const plan = positional(context, 0);
      const limits = terms(context);
      const body = { plan, ...(limits && { limits }) };
      await context.client.api.PUT('/console/api/workspace/plan', { body });
      print(context, { plan }, () => [`The plan is ${printable(plan)}.`]);
    },
  },
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
