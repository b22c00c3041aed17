import { amountOf, amountText } from './amount.ts';
import type { Price, UsageGroup, UsageSum } from './contract.ts';

/** All groups together. */
export function totalOf(groups: readonly UsageGroup[]): UsageSum {
  const sum = (of: (group: UsageGroup) => number) => groups.reduce((total, group) => total + of(group), 0);
  const outcome = (name: 'succeeded' | 'partial' | 'failed' | 'stopped') =>
    sum(({ outcomes }) => outcomes?.[name] ?? 0);
  const isByModel = groups.every(({ outcomes }) => outcomes === null);
  return {
    runs: sum(({ runs }) => runs),
    calls: sum(({ calls }) => calls),
    outcomes: isByModel
      ? null
      : {
          succeeded: outcome('succeeded'),
          partial: outcome('partial'),
          failed: outcome('failed'),
          stopped: outcome('stopped'),
        },
    messages: sum(({ messages }) => messages),
    requests: sum(({ requests }) => requests),
    promptTokens: sum(({ promptTokens }) => promptTokens),
    completionTokens: sum(({ completionTokens }) => completionTokens),
    totalTokens: sum(({ totalTokens }) => totalTokens),
    cachedTokens: sum(({ cachedTokens }) => cachedTokens),
    cacheWriteTokens: sum(({ cacheWriteTokens }) => cacheWriteTokens),
    reasoningTokens: sum(({ reasoningTokens }) => reasoningTokens),
    unpricedTokens: sum(({ unpricedTokens }) => unpricedTokens),
    prices: pricesOf(groups.flatMap(({ prices }) => prices)),
  };
}

function pricesOf(prices: readonly Price[]): Price[] {
  const sums = new Map<string, bigint>();
  for (const { currency, amount } of prices) sums.set(currency, (sums.get(currency) ?? 0n) + amountOf(amount));
  return [...sums].sort().map(([currency, amount]) => ({ currency, amount: amountText(amount) }));
}
