import {
  type Columns,
  type Command,
  routeCommand,
  rowsOf,
  type Schemas,
  table,
  UsageError,
} from '#plugins/commands/contract.ts';

const columns = ['RUNS', 'FAILED', 'CALLS', 'MESSAGES', 'REQUESTS', 'TOKENS', 'PRICE'];
const budgets: Columns<Schemas['Budget']> = {
  ID: 'id',
  OF: whoseOf,
  AMOUNT: ({ amount, unit, currency }) => `${amount} ${unit === 'tokens' ? unit : currency}`,
  PER: 'period',
  USED: 'used',
  ACTION: (budget) => (budget.exceeded ? `${actionOf(budget)}: used up` : actionOf(budget)),
};

/** What was used, and what may be. */
export const commands: readonly Command[] = [
  routeCommand('usage', 'GET', '/console/api/usage', {
    summary:
      'show what was used: runs, calls of models outside of them, messages, tokens, prices, storage (UTC; the last 30 days unless named)',
    options: { from: 'from DAY', to: 'to DAY', app_id: 'app', group_by: 'by' },
    fixed: { limit: 1_000 },
    say: (answer) => [
      ...table([
        [answer.group_by.toUpperCase(), ...columns, 'STORAGE'],
        ...answer.data.map((group) => [
          ...usageRow(group.name === null ? group.key : `${group.name} ${group.key}`, group),
          storageOf(group.storage_bytes),
        ]),
        [...usageRow('total', answer.total), storageOf(answer.storage_bytes)],
      ]),
      ...(answer.groups > answer.data.length ? [`${answer.groups - answer.data.length} more; choose fewer days.`] : []),
    ],
  }),
  routeCommand('usage overview', 'GET', '/console/api/usage/overview', {
    options: { from: 'from DAY', to: 'to DAY' },
    say: (answer) => [
      `${answer.from} to ${answer.to} (UTC)`,
      ...table([
        ['APP', ...columns],
        ...answer.apps.map((app) => usageRow(`${app.app_name ?? '(gone)'} ${app.app_id}`, app)),
        usageRow('total', answer.total),
      ]),
      '',
      ...table([['MODEL', ...columns], ...answer.models.map((model) => usageRow(model.key, model))]),
      ...(answer.errors.length === 0
        ? []
        : ['', ...rowsOf({ 'FAILED WITH': ({ code }) => code ?? 'unknown', RUNS: 'runs' }, answer.errors)]),
    ],
  }),
  routeCommand('budgets list', 'GET', '/console/api/budgets', {
    table: budgets,
    none: 'No budgets: weft budgets set AMOUNT --per month',
  }),
  routeCommand('budgets set', 'PUT', '/console/api/budgets', {
    summary:
      'allow the workspace, an app, or an app key so much money or so many tokens; beyond, runs stop, or go on with a cheaper model',
    takes: { amount: 'AMOUNT' },
    options: { period: 'per', app_id: 'app', key_id: 'key', model: 'model PROVIDER/NAME' },
    without: { unit: 'is said by --unit', currency: 'is said by --unit' },
    more: { unit: { type: 'string', shown: 'USD|tokens', help: 'What the amount is in. Default: USD.' } },
    read: { model: modelOf },
    defaults: { period: 'month', action: 'stop' },
    fill: ({ options: { unit = 'USD', action, model } }) => ({
      ...(unit === 'tokens' ? { unit } : { unit: 'price', currency: unit }),
      ...(action === undefined && model !== undefined && { action: 'downgrade' }),
    }),
    table: budgets,
  }),
  routeCommand('budgets remove', 'DELETE', '/console/api/budgets/{budget_id}', {
    takes: { budget_id: 'ID' },
    json: { removed: 'budget_id' },
    say: 'Removed.',
  }),
];

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

function whoseOf({ app_id: app, app_name: appName, key_id: key, key_name: keyName }: Schemas['Budget']): string {
  if (app === null) return 'workspace';
  const ofApp = `app ${appName ?? '(gone)'} ${app}`;
  return key === null ? ofApp : `key ${keyName ?? '(gone)'} ${key} of ${ofApp}`;
}

function actionOf({ model, action }: Schemas['Budget']): string {
  return model === null ? action : `${model.provider}/${model.name}`;
}
