import type { KindsOfTokens, Price, UsageGroup, UsageSum } from './contract.ts';

/** What happened, by whatever it was added up by. */
export interface DayRow {
  readonly key: string;
  readonly succeeded: number;
  readonly partial: number;
  readonly failed: number;
  readonly stopped: number;
  readonly messages: number;
  readonly users: number;
  readonly requests: number;
}

/** What was used of models, in one currency. */
export interface ModelRow extends KindsOfTokens {
  readonly key: string;
  readonly currency: string;
  readonly runs: number;
  readonly calls: number;
  readonly prompt: number;
  readonly completion: number;
  readonly total: number;
  readonly price: string;
}

/** Days know outcomes, models know tokens: an app without models is in the first only. */
export function joined(days: readonly DayRow[], models: readonly ModelRow[]): UsageGroup[] {
  const byKey = Map.groupBy(models, ({ key }) => key);
  const dayByKey = new Map(days.map((day) => [day.key, day]));
  return [...new Set([...dayByKey.keys(), ...byKey.keys()])].map((key) => {
    const day = dayByKey.get(key);
    const used = byKey.get(key) ?? [];
    return { key, ...(day === undefined ? ofModels(used) : { ...ofModels(used), ...ofDay(day) }) };
  });
}

function ofDay({ succeeded, partial, failed, stopped, messages, requests }: DayRow) {
  const runs = succeeded + partial + failed + stopped;
  return { runs, outcomes: { succeeded, partial, failed, stopped }, messages, requests };
}

function ofModels(rows: readonly ModelRow[]): UsageSum {
  const sum = (of: (row: ModelRow) => number) => rows.reduce((total, row) => total + of(row), 0);
  return {
    runs: sum(({ runs }) => runs),
    calls: sum(({ calls }) => calls),
    outcomes: null,
    messages: 0,
    requests: 0,
    promptTokens: sum(({ prompt }) => prompt),
    completionTokens: sum(({ completion }) => completion),
    totalTokens: sum(({ total }) => total),
    cachedTokens: sum(({ cachedTokens }) => cachedTokens),
    cacheWriteTokens: sum(({ cacheWriteTokens }) => cacheWriteTokens),
    reasoningTokens: sum(({ reasoningTokens }) => reasoningTokens),
    unpricedTokens: sum(({ unpricedTokens }) => unpricedTokens),
    prices: rows.map(({ currency, price }): Price => ({ currency, amount: price })),
  };
}
