import {
  type Command,
  type CommandContext,
  identifier,
  positional,
  print,
  queryOf,
  received,
  type Schemas,
  table,
  UsageError,
} from '#plugins/commands/contract.ts';

const text = { type: 'string' } as const;

/** What was used, and what may be. */
export const commands: readonly Command[] = [
  {
    name: 'usage',
    positionals: [],
    options: { from: text, to: text, by: text, app: text },
    usage: 'weft usage [--from 2026-01-01] [--to 2026-01-31] [--by day|app|model|key] [--app ID]',
    summary:
      'show what was used: runs, calls of models outside of them, messages, tokens, prices, storage (UTC; the last 30 days unless named)',
    async run(context) {
      const { from, to, by, app } = context.options;
      if (typeof app === 'string') identifier(app, 'app');
      const query = queryOf<'/console/api/usage'>({ from, to, app_id: app, group_by: by, limit: 1_000 });
      const answer = await received(context.client.api.GET('/console/api/usage', { params: { query } }));
      print(context, answer, () => [
        ...table([
          [
            answer.group_by.toUpperCase(),
            'RUNS',
            'FAILED',
            'CALLS',
            'MESSAGES',
            'REQUESTS',
            'TOKENS',
            'PRICE',
            'STORAGE',
          ],
          ...answer.data.map((group) => [
            ...usageRow(group.name === null ? group.key : `${group.name} ${group.key}`, group),
            storageOf(group.storage_bytes),
          ]),
          [...usageRow('total', answer.total), storageOf(answer.storage_bytes)],
        ]),
        ...(answer.groups > answer.data.length
          ? [`${answer.groups - answer.data.length} more; choose fewer days.`]
          : []),
      ]);
    },
  },
  {
    name: 'usage overview',
    positionals: [],
    options: { from: text, to: text, limit: text },
    usage: 'weft usage overview [--from 2026-01-01] [--to 2026-01-31] [--limit N]',
    summary: 'show a time at a glance: sums, the apps and models used most, what went wrong',
    async run(context) {
      const { from, to, limit } = context.options;
      const query = queryOf<'/console/api/usage/overview'>({ from, to, limit });
      const answer = await received(context.client.api.GET('/console/api/usage/overview', { params: { query } }));
      const columns = ['RUNS', 'FAILED', 'CALLS', 'MESSAGES', 'REQUESTS', 'TOKENS', 'PRICE'];
      print(context, answer, () => [
        `${answer.from} to ${answer.to} (UTC)`,
        ...table([
          ['APP', ...columns],
          ...answer.apps.map((app) => usageRow(`${app.app_name ?? '(gone)'} ${app.app_id}`, app)),
          usageRow('total', answer.total),
        ]),
        '',
        ...table([['MODEL', ...columns], ...answer.models.map((model) => usageRow(model.key, model))]),
        ...(answer.errors.length === 0 ? [] : ['']),
        ...(answer.errors.length === 0
          ? []
          : table([
              ['FAILED WITH', 'RUNS'],
              ...answer.errors.map(({ code, runs }) => [code ?? 'unknown', String(runs)]),
            ])),
      ]);
    },
  },
  {
    name: 'budgets list',
    positionals: [],
    options: {},
    usage: 'weft budgets list',
    summary: 'list budgets, and what of them is used',
    async run(context) {
      const answer = await received(context.client.api.GET('/console/api/budgets'));
      print(context, answer, () =>
        answer.data.length === 0
          ? ['No budgets: weft budgets set AMOUNT --per month']
          : table([['ID', 'OF', 'AMOUNT', 'PER', 'USED', 'ACTION'], ...answer.data.map(budgetRow)]),
      );
    },
  },
  {
    name: 'budgets set',
    positionals: ['AMOUNT'],
    options: { per: text, unit: text, action: text, model: text, app: text, key: text },
    usage:
      'weft budgets set AMOUNT [--unit USD|tokens] [--per month|day] [--action stop|warn | --model PROVIDER/NAME] [--app ID | --key ID]',
    summary:
      'allow the workspace, an app, or an app key so much money or so many tokens; beyond, runs stop, or go on with a cheaper model',
    async run(context) {
      const answer = await received(context.client.api.PUT('/console/api/budgets', { body: budgetOf(context) }));
      print(context, answer, () => table([['ID', 'OF', 'AMOUNT', 'PER', 'USED', 'ACTION'], budgetRow(answer)]));
    },
  },
  {
    name: 'budgets remove',
    positionals: ['ID'],
    options: {},
    usage: 'weft budgets remove ID',
    summary: 'remove a budget',
    async run(context) {
      const id = identifier(positional(context, 0), 'budget');
      await context.client.api.DELETE('/console/api/budgets/{budget_id}', { params: { path: { budget_id: id } } });
      print(context, { removed: id }, () => ['Removed.']);
    },
  },
];

function budgetOf(context: CommandContext) {
  const { per = 'month', unit = 'USD', model, app, key } = context.options;
  const { action = model === undefined ? 'stop' : 'downgrade' } = context.options;
  if (per !== 'month' && per !== 'day') throw new UsageError('--per takes month or day');
  if (action !== 'stop' && action !== 'warn' && action !== 'downgrade') {
    throw new UsageError('--action takes stop, warn or downgrade');
  }
  if (typeof app === 'string') identifier(app, 'app');
  if (typeof key === 'string') identifier(key, 'key');
  const whose = {
    ...(typeof app === 'string' && { app_id: app }),
    ...(typeof key === 'string' && { key_id: key }),
    ...(typeof model === 'string' && { model: modelOf(model) }),
  };
  const common = { ...whose, period: per, action, amount: positional(context, 0) } as const;
  if (unit === 'tokens') return { ...common, unit } as const;
  return { ...common, unit: 'price', currency: String(unit) } as const;
}

/** Names of models may have slashes, ids of providers have none. */
function modelOf(text: string) {
  const [, provider, name] = /^([^/]+)\/(.+)$/.exec(text) ?? [];
  if (provider === undefined || name === undefined)
    throw new UsageError('--model takes PROVIDER/NAME: weft models list');
  return { provider, name };
}

/** Megabytes, as limits of plans are. */
function storageOf(bytes: number | null): string {
  return bytes === null ? '-' : `${(bytes / 1_048_576).toFixed(2)} MB`;
}

function usageRow(key: string, sum: Schemas['UsageSum']): string[] {
  const { runs, calls, outcomes, messages, requests, total_tokens, prices, is_priced } = sum;
  const known = prices.map(({ currency, amount }) => `${amount} ${currency}`).join(' + ');
  // What cost nothing that is known may still have cost something.
  const price = is_priced ? known : [known, 'not all known'].filter((part) => part !== '').join(' + ');
  const counts = [runs, outcomes === null ? '-' : outcomes.failed, calls, messages, requests, total_tokens].map(String);
  return [key === '' ? 'unknown' : key, ...counts, price === '' ? '-' : price];
}

function budgetRow({
  id,
  app_id,
  app_name,
  key_id,
  key_name,
  model,
  amount,
  unit,
  currency,
  period,
  used,
  action,
  exceeded,
}: Schemas['Budget']): string[] {
  const app = `app ${app_name ?? '(gone)'} ${app_id}`;
  const of = key_id !== null ? `key ${key_name ?? '(gone)'} ${key_id} of ${app}` : app_id === null ? 'workspace' : app;
  const does = model === null ? action : `${model.provider}/${model.name}`;
  return [
    id,
    of,
    `${amount} ${unit === 'tokens' ? unit : currency}`,
    period,
    used,
    exceeded ? `${does}: used up` : does,
  ];
}
