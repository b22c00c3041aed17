import { type Command, eitherCommand, routeCommand } from '#plugins/commands/contract.ts';

const options = { from: 'from DAY', to: 'to DAY' };

/** Days: of one app to look at, of all as files. */
export const commands: readonly Command[] = [
  routeCommand('usage export', 'GET', '/console/api/usage/export', {
    options: { ...options, app_id: 'app' },
    isSaved: true,
  }),
  eitherCommand(
    'usage figures',
    [
      routeCommand('usage figures', 'GET', '/console/api/apps/{app_id}/figures', {
        options,
        table: {
          DAY: 'day',
          RUNS: 'runs',
          FAILED: ({ outcomes }) => outcomes?.failed ?? 0,
          MESSAGES: 'messages',
          USERS: 'users',
          REQUESTS: 'requests',
          TOKENS: 'total_tokens',
          PRICE: ({ prices }) => prices.map(({ currency, amount }) => `${amount} ${currency}`).join(' + ') || '-',
          P50: ({ latency }) => secondsOf(latency.p50),
          P95: ({ latency }) => secondsOf(latency.p95),
          LIKES: ({ likes, dislikes }) => `${likes} of ${likes + dislikes}`,
          STORAGE: ({ storage_bytes: bytes }) => `${(bytes / 1_048_576).toFixed(2)} MB`,
        },
        none: (_given, { from, to }) => `Nothing happened from ${from} to ${to} (UTC).`,
      }),
      routeCommand('usage figures', 'GET', '/console/api/apps/{app_id}/figures/export', {
        options,
        more: { csv: { type: 'string', shown: 'FILE', help: 'Write them to a new file, as CSV.' } },
        isSaved: ({ options: { csv } }) => String(csv),
      }),
    ],
    {
      summary:
        "show an app's days: runs, messages, users, tokens, prices, latencies, likes, storage; --csv writes them to a new file",
      usage: 'APP [--from DAY] [--to DAY] [--csv FILE]',
      which: ({ options: { csv } }) => Number(csv !== undefined),
    },
  ),
];

function secondsOf(latency: number | null): string {
  return latency === null ? '-' : `${latency} s`;
}
