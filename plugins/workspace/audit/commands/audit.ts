import {
  type Command,
  type CommandContext,
  identifier,
  positional,
  print,
  queryOf,
  received,
  type Schemas,
  saved,
  secondsOf,
  table,
  timeOf,
} from '#plugins/commands/contract.ts';

const text = { type: 'string' } as const;
const chosen = { account: text, action: text, from: text, to: text } as const;
const choice = '[--account ID] [--action ACTION] [--from TIME] [--to TIME]';

/** Who did what in the workspace. */
export const commands: readonly Command[] = [
  {
    name: 'audit list',
    positionals: [],
    options: { ...chosen, limit: text, before: text },
    usage: `weft audit list ${choice} [--limit N] [--before ID]`,
    summary: 'show who did what, newest first; ACTION is a whole one or how some begin, such as members',
    async run(context) {
      const { limit, before } = context.options;
      if (typeof before === 'string') identifier(before, 'entry of the audit log');
      const query = queryOf<'/console/api/audit'>({ ...filtersOf(context), limit, before });
      const answer = await received(context.client.api.GET('/console/api/audit', { params: { query } }));
      print(context, answer, () =>
        answer.data.length === 0
          ? ['Nothing.']
          : [
              ...table([['AT', 'WHO', 'ACTION', 'OF', 'DETAILS'], ...answer.data.map(entryRow)]),
              ...(answer.has_more ? [`More: the same with --before ${answer.data.at(-1)?.id}`] : []),
            ],
      );
    },
  },
  {
    name: 'audit export',
    positionals: ['FILE'],
    options: chosen,
    usage: `weft audit export FILE ${choice}`,
    summary: 'write who did what to a new file, as CSV',
    async run(context) {
      const params = { query: filtersOf(context) };
      const { data } = await context.client.api.GET('/console/api/audit/export', { params, parseAs: 'stream' });
      await saved(context, positional(context, 0), data);
    },
  },
];

function filtersOf({ options }: CommandContext) {
  const { account, action, from, to } = options;
  if (typeof account === 'string') identifier(account, 'member');
  return queryOf<'/console/api/audit/export'>({
    account_id: account,
    action,
    from: secondsOf(from),
    to: secondsOf(to),
  });
}

function entryRow({ at, actor, action, targets, details }: Schemas['AuditEntry']): string[] {
  return [timeOf(at), actor, action, pairsOf(targets), pairsOf(details)];
}

function pairsOf(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');
}
