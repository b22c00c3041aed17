import { bytesAnswer, emptyAnswer, jsonAnswer, listOf, objectSchema, orNull, type RouteDocs, schemas } from '#http';

const { integer, money, text, uuid, boolean } = schemas;
const day = { type: 'string', format: 'date' };
const seconds = { type: ['number', 'null'] };

const sum = {
  runs: integer,
  calls: { ...integer, description: 'Calls of models outside of runs.' },
  outcomes: orNull(
    objectSchema('RunOutcomes', { succeeded: integer, partial: integer, failed: integer, stopped: integer }),
  ),
  messages: integer,
  requests: integer,
  prompt_tokens: integer,
  completion_tokens: integer,
  total_tokens: integer,
  cached_tokens: { ...integer, description: 'Of the prompts: read from caches of providers.' },
  cache_write_tokens: { ...integer, description: 'Of the prompts: written into them.' },
  reasoning_tokens: { ...integer, description: 'Of the completions: thoughts.' },
  unpriced_tokens: { ...integer, description: 'Of models whose price was not known: they are not in the prices.' },
  is_priced: { ...boolean, description: 'Whether the prices are all that was used.' },
  prices: listOf(objectSchema('UsagePrice', { currency: text, amount: money })),
};
const group = objectSchema('UsageGroup', {
  key: text,
  name: { ...orNull(text), description: 'Of an app or a key, deleted or not; null of days, models and what is gone.' },
  ...sum,
  storage_bytes: {
    type: ['integer', 'null'],
    description:
      'What files took at the end of the day, or of an app at the end of the last day; null of models and keys.',
  },
});
const figures = objectSchema('DailyFigures', {
  day,
  ...sum,
  users: integer,
  latency: objectSchema('RunLatency', { p50: seconds, p95: seconds, p99: seconds }),
  likes: integer,
  dislikes: integer,
  storage_bytes: { ...integer, description: 'What files of the app took at the end of the day.' },
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
      'Runs count on the day (UTC) on which they end; `calls` are calls of models outside of runs (names of conversations, suggested questions, speech, moderation, embeddings of annotations), whose tokens and prices are in the sums. Grouped by `app` or `key` (app keys), `key` is its id and `name` its name; by `model`, `provider/model`. By `model` and `key`, `runs` are those that used a model: `outcomes` is null then, `messages` and `requests` are 0, and what was used without a key is in no group of keys. `requests` are those of the runtime API that were taken: with each run the one that started it, and others that were not refused; of these the last second may be missing.',
    answers: {
      200: jsonAnswer(
        'A page; by day in order, else what used most tokens first. `total` is of all pages.',
        objectSchema('UsagePage', {
          from: day,
          to: day,
          group_by: text,
          page: integer,
          limit: integer,
          groups: integer,
          total: objectSchema('UsageSum', sum),
          storage_bytes: { ...integer, description: 'What files took at the end of the last day.' },
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
      'Read from what is added up per day, whatever the number of runs. `app_name` is null when the app is gone.',
    answers: {
      200: jsonAnswer(
        'Apps and models that used most tokens first, codes of most runs that failed first; a code is null where what went wrong has none.',
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
      'By `model` there is a line for each day, app, model and currency: days on which an app used no model have none. By `app-day` there is one for each day and app on which anything happened, with runs and how they ended, messages, end users, requests and tokens; `prices` are like `0.049 USD; 1.2 EUR`.',
    answers: { 200: bytesAnswer('Lines in the order of days, below the names of the columns.', 'text/csv') },
    errors: { 400: ['invalid_range'] },
  },
  exportFigures: {
    tag,
    description: 'The same as the figures, a line for each day; `prices` are like `0.049 USD; 1.2 EUR`.',
    answers: { 200: bytesAnswer('Days on which anything happened, in order.', 'text/csv') },
    errors: { 400: ['invalid_range'] },
  },
  figures: {
    tag,
    description:
      'Latencies are of runs that succeeded, to within a bucket of a fixed scale. `users` are end users with a run that ended on the day.',
    answers: {
      200: jsonAnswer(
        'Days on which anything happened, in order.',
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
      200: jsonAnswer('All of them.', objectSchema('BudgetList', { data: listOf(budget) }), { data: [budgetExample] }),
    },
  },
  setBudget: {
    tag,
    description:
      'There is one for each app key or app (or the workspace), period, unit and currency, and one more that downgrades; setting it again changes it. `stop` refuses runs, and further calls of models in runs under way, with `rate_limit_error`; what is under way then may exceed it. `downgrade` has further calls of language models go to `model`, also in runs under way; when that can not be called, they are refused as with `stop`. `warn` only shows. Runs of other processes count within 2 s of their end.',
    bodyExample: { period: 'month', unit: 'price', currency: 'USD', amount: '100', action: 'stop' },
    answers: { 200: jsonAnswer('The budget, and what of it is used.', budget, budgetExample) },
    errors: { 400: ['invalid_budget', ...modelErrors], 409: ['too_many_budgets'] },
  },
  removeBudget: { tag, answers: { 204: emptyAnswer('It is gone.') }, errors: { 404: ['budget_not_found'] } },
} as const satisfies Readonly<Record<string, RouteDocs>>;
