import { type Command, type CommandContext, positional, print, printable, table } from '../command.ts';
import { UsageError } from '../terminal.ts';
import { appPath } from './apps.ts';

type Uses = Readonly<Record<string, number | null>>;

interface LimitsAnswer {
  readonly app: Uses;
  readonly user: Uses;
}

const names = ['requests-per-minute', 'concurrent-runs', 'tokens-per-day'];
const text = { type: 'string' } as const;

/** What an app and each of its end users may use. */
export const limitCommands: readonly Command[] = [
  {
    name: 'apps limits',
    positionals: ['ID'],
    options: Object.fromEntries(names.flatMap((name) => [name, `user-${name}`]).map((name) => [name, text])),
    usage:
      'weft apps limits ID [--requests-per-minute N] [--concurrent-runs N] [--tokens-per-day N] [--user-requests-per-minute N] …',
    summary: "show an app's limits, or change those named; --user-… is for each end user, `none` lifts a limit",
    async run(context) {
      const path = `${appPath(context)}/limits`;
      const app = given(context, '');
      const user = given(context, 'user-');
      const body = { ...(app && { app }), ...(user && { user }) };
      const request = app || user ? { method: 'PATCH' as const, path, body } : { method: 'GET' as const, path };
      const answer = (await context.client.call(request)) as LimitsAnswer;
      print(context, answer, () => table(rows(answer)));
    },
  },
  {
    name: 'workspace plan',
    positionals: ['PLAN'],
    options: {},
    usage: 'weft workspace plan PLAN',
    summary: 'put the workspace on a plan: unlimited, sandbox, professional, team or enterprise',
    async run(context) {
      const plan = positional(context, 0);
      await context.client.call({ method: 'PUT', path: '/console/api/workspace/plan', body: { plan } });
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

function amount(name: string, value: string): number | null {
  if (value === 'none') return null;
  if (!/^[1-9][0-9]{0,12}$/.test(value))
    throw new UsageError(`--${name} takes a number from 1 or none, not '${value}'`);
  return Number(value);
}

function rows({ app, user }: LimitsAnswer): string[][] {
  const shown = (value: number | null | undefined) => (value == null ? 'none' : String(value));
  return [['LIMIT', 'APP', 'EACH USER'], ...names.map((name) => [name, shown(app[key(name)]), shown(user[key(name)])])];
}

function key(name: string): string {
  return name.replaceAll('-', '_');
}
