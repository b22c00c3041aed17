import {
  appOf,
  type Command,
  identifier,
  positional,
  print,
  queryOf,
  received,
  type Schemas,
  saved,
  table,
} from '#plugins/commands/contract.ts';

const text = { type: 'string' } as const;
const days = { from: text, to: text } as const;
const range = '[--from 2026-01-01] [--to 2026-01-31]';

/** Days: of one app to look at, of all as files. */
export const commands: readonly Command[] = [
  {
    name: 'usage export',
    positionals: ['FILE'],
    options: { ...days, by: text, app: text },
    usage: `weft usage export FILE [--by model|app-day] [--app ID] ${range}`,
    summary:
      'write what was used to a new file, as CSV: a line for each model that an app used on a day, or all that an app did on a day',
    async run(context) {
      const { from, to, by, app } = context.options;
      if (typeof app === 'string') identifier(app, 'app');
      const query = queryOf<'/console/api/usage/export'>({ from, to, by, app_id: app });
      const { data } = await context.client.api.GET('/console/api/usage/export', {
        params: { query },
        parseAs: 'stream',
      });
      await saved(context, positional(context, 0), data);
    },
  },
  {
    name: 'usage figures',
    positionals: ['APP'],
    options: { ...days, csv: text },
    usage: `weft usage figures APP ${range} [--csv FILE]`,
    summary:
      "show an app's days: runs, messages, users, tokens, prices, latencies, likes, storage; --csv writes them to a new file",
    async run(context) {
      const { from, to, csv } = context.options;
      const params = { path: appOf(context), query: queryOf<'/console/api/apps/{app_id}/figures'>({ from, to }) };
      const { api } = context.client;
      if (typeof csv === 'string') {
        const { data } = await api.GET('/console/api/apps/{app_id}/figures/export', { params, parseAs: 'stream' });
        return await saved(context, csv, data);
      }
      const answer = await received(api.GET('/console/api/apps/{app_id}/figures', { params }));
      const columns = [
        'DAY',
        'RUNS',
        'FAILED',
        'MESSAGES',
        'USERS',
        'REQUESTS',
        'TOKENS',
        'PRICE',
        'P50',
        'P95',
        'LIKES',
        'STORAGE',
      ];
      print(context, answer, () =>
        answer.data.length === 0
          ? [`Nothing happened from ${answer.from} to ${answer.to} (UTC).`]
          : table([columns, ...answer.data.map(figuresRow)]),
      );
    },
  },
];

function figuresRow(figures: Schemas['DailyFigures']): string[] {
  const { day, runs, outcomes, messages, users, requests, total_tokens, prices, latency, likes, dislikes } = figures;
  const storage = `${(figures.storage_bytes / 1_048_576).toFixed(2)} MB`;
  const price = prices.map(({ currency, amount }) => `${amount} ${currency}`).join(' + ');
  const counts = [runs, outcomes?.failed ?? 0, messages, users, requests, total_tokens].map(String);
  const times = [latency.p50, latency.p95].map((seconds) => (seconds === null ? '-' : `${seconds} s`));
  return [day, ...counts, price === '' ? '-' : price, ...times, `${likes} of ${likes + dislikes}`, storage];
}
