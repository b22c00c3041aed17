import { bytesAnswer, emptyAnswer, jsonAnswer, listOf, objectSchema, orNull, type RouteDocs, schemas } from '#http';

const { integer, money, text, uuid, boolean } = schemas;
const day = { type: 'string', format: 'date' };
const seconds = { type: ['number', 'null'] };

const sum = {
  runs: integer,
  calls: { ...integer, description: 'Number of model calls outside of runs.' },
  outcomes: orNull(
    objectSchema('RunOutcomes', { succeeded: integer, partial: integer, failed: integer, stopped: integer }),
  ),
  messages: integer,
  requests: integer,
  prompt_tokens: integer,
  completion_tokens: integer,
  total_tokens: integer,
  cached_tokens: { ...integer, description: 'Input tokens that were read from the cache of the provider.' },
  cache_write_tokens: { ...integer, description: 'Input tokens that were written to the cache of the provider.' },
  reasoning_tokens: { ...integer, description: 'Output tokens used for reasoning.' },
  unpriced_tokens: { ...integer, description: 'Tokens of models without a known price. Not included in the prices.' },
  is_priced: { ...boolean, description: 'Whether the prices cover all usage.' },
  prices: listOf(objectSchema('UsagePrice', { currency: text, amount: money })),
};
const group = objectSchema('UsageGroup', {
  key: text,
  name: {
    ...orNull(text),
    description:
      'Name of the app or key, deleted or not. null for days, models, and apps or keys that no longer exist.',
  },
  ...sum,
  storage_bytes: {
    type: ['integer', 'null'],
    description:
      'Storage used by files at the end of the day, or for an app at the end of the last day, in bytes. null for models and keys.',
  },
});
const figures = objectSchema('DailyFigures', {
  day,
  ...sum,
  users: integer,
  latency: objectSchema('RunLatency', { p50: seconds, p95: seconds, p99: seconds }),
  likes: integer,
  dislikes: integer,
  storage_bytes: { ...integer, description: 'Storage used by files of the app at the end of the day, in bytes.' },
});
const budget = objectSchema('Budget', {
  id: uuid,
  app_id: orNull(uuid),
  app_name: orNull(text),
  key_id: orNull(uuid),
  key_name: orNull(text),
  period: { type: 'string', enum: ['day', 'month'] },
  unit: { type: 'string', enum: ['tokens', 'price'] },
  currency: orNull(text),
  amount: money,
  action: { type: 'string', enum: ['stop', 'downgrade', 'warn'] },
  model: orNull(objectSchema('BudgetModel', { provider: text, name: text })),
  used: money,
  exceeded: boolean,
});

const sumExample = {
  runs: 120,
  calls: 40,
  outcomes: { succeeded: 117, partial: 0, failed: 2, stopped: 1 },
  messages: 120,
  requests: 131,
  prompt_tokens: 40_000,
  completion_tokens: 9_000,
  total_tokens: 49_000,
  cached_tokens: 12_000,
  cache_write_tokens: 0,
  reasoning_tokens: 2_500,
  unpriced_tokens: 0,
  is_priced: true,
  prices: [{ currency: 'USD', amount: '0.049' }],
};
const range = { from: '2026-01-01', to: '2026-01-31' };
const budgetExample = {
  id: '01976bd2-1a2b-7c3d-8e4f-5a6b7c8d9e0f',
  app_id: null,
  app_name: null,
  key_id: null,
  key_name: null,
  period: 'month',
  unit: 'price',
  currency: 'USD',
  amount: '100',
  action: 'stop',
  model: null,
  used: '12.5',
  exceeded: false,
};
const tag = 'Usage';
const modelErrors = ['provider_not_initialize', 'model_currently_not_support'];

/** What is told of the routes of usage and budgets. */
export const usageDocs = {
  groups: {
    tag,
    description:
      'Runs are counted on the day (UTC) on which they end. `calls` are model calls outside of runs (conversation titles, suggested questions, speech, moderation, embeddings of annotations); their tokens and prices are included in the totals. Grouped by `app` or `key` (app key), `key` is the id and `name` the name; grouped by `model`, it is `provider/model`. Grouped by `model` and `key`, `runs` counts runs that used a model; `outcomes` is null, `messages` and `requests` are 0, and usage without a key is in no group. `requests` are accepted requests of the runtime API: those that started runs, and others that were not rejected (the last second may be missing).',
    answers: {
      200: jsonAnswer(
        'A page of usage: by day in chronological order, otherwise by most tokens. `total` covers all pages.',
        objectSchema('UsagePage', {
          from: day,
          to: day,
          group_by: text,
          page: integer,
          limit: integer,
          groups: integer,
          total: objectSchema('UsageSum', sum),
          storage_bytes: { ...integer, description: 'Storage used by files at the end of the last day, in bytes.' },
          data: listOf(group),
        }),
        {
          ...range,
          group_by: 'day',
          page: 1,
          limit: 100,
          groups: 1,
          total: sumExample,
          storage_bytes: 1_048_576,
          data: [{ key: '2026-01-05', name: null, ...sumExample, storage_bytes: 524_288 }],
        },
      ),
    },
    errors: { 400: ['invalid_range'] },
  },
  overview: {
    tag,
    description:
      'Based on daily totals, so its speed does not depend on the number of runs. `app_name` is null if the app no longer exists.',
    answers: {
      200: jsonAnswer(
        'Apps and models by most tokens; error codes by most failed runs. A code is null for errors without a code.',
        objectSchema('UsageOverview', {
          from: day,
          to: day,
          total: objectSchema('UsageSum', sum),
          apps: listOf(objectSchema('AppUsage', { app_id: uuid, app_name: orNull(text), ...sum })),
          models: listOf(group),
          errors: listOf(objectSchema('FailureCount', { code: orNull(text), runs: integer })),
        }),
        {
          ...range,
          total: sumExample,
          apps: [{ app_id: '4d3c2b1a-0f9e-4d8c-b7a6-958473625140', app_name: 'Ferns', ...sumExample }],
          models: [
            {
              key: 'openai/gpt-5',
              name: null,
              ...sumExample,
              outcomes: null,
              messages: 0,
              requests: 0,
              storage_bytes: null,
            },
          ],
          errors: [{ code: 'models.completion_request_error', runs: 2 }],
        },
      ),
    },
    errors: { 400: ['invalid_range'] },
  },
  export: {
    tag,
    description:
      '`model`: one row per day, app, model and currency; days on which an app used no model have none. `app-day`: one row per app and day with activity, with runs and their outcomes, messages, end users, requests and tokens; `prices` are formatted as `0.049 USD; 1.2 EUR`.',
    answers: { 200: bytesAnswer('The rows in chronological order, after a header row.', 'text/csv') },
    errors: { 400: ['invalid_range'] },
  },
  exportFigures: {
    tag,
    description: 'The daily statistics, one row per day. `prices` are formatted as `0.049 USD; 1.2 EUR`.',
    answers: { 200: bytesAnswer('The days with activity, in chronological order.', 'text/csv') },
    errors: { 400: ['invalid_range'] },
  },
  figures: {
    tag,
    description:
      'Latencies cover runs that succeeded, and are approximated by the buckets of a fixed scale. `users` counts end users with a run that ended on that day.',
    answers: {
      200: jsonAnswer(
        'The days with activity, in chronological order.',
        objectSchema('AppFigures', { from: day, to: day, data: listOf(figures) }),
        {
          ...range,
          data: [
            {
              day: '2026-01-05',
              ...sumExample,
              users: 14,
              latency: { p50: 1.2, p95: 4.1, p99: 7 },
              likes: 9,
              dislikes: 1,
              storage_bytes: 524_288,
            },
          ],
        },
      ),
    },
    errors: { 400: ['invalid_range'] },
  },
  budgets: {
    tag,
    answers: {
      200: jsonAnswer('The complete list.', objectSchema('BudgetList', { data: listOf(budget) }), {
        data: [budgetExample],
      }),
    },
  },
  setBudget: {
    tag,
    description:
      'There is at most one budget per app key or app (or for the workspace), period, unit and currency, plus one that downgrades; setting it again changes it. `stop` rejects new runs, and further model calls of runs in progress, with `rate_limit_error`; calls in progress may exceed the budget. `downgrade` sends further language model calls, also of runs in progress, to `model`; if that model cannot be called, they are rejected as with `stop`. `warn` only notifies. Runs of other processes are counted within 2 seconds of their end.',
    bodyExample: { period: 'month', unit: 'price', currency: 'USD', amount: '100', action: 'stop' },
    answers: { 200: jsonAnswer('The budget, and how much of it is used.', budget, budgetExample) },
    errors: { 400: ['invalid_budget', ...modelErrors], 409: ['too_many_budgets'] },
  },
  removeBudget: {
    tag,
    answers: { 204: emptyAnswer('Deleted.') },
    errors: { 404: ['budget_not_found'] },
  },
} as const satisfies Readonly<Record<string, RouteDocs>>;
