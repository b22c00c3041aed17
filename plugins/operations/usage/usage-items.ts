import type { BudgetState, DailyFigures, Price, UsageGroup, UsageSum } from './contract.ts';

/** Names of apps or keys by id; what is gone for good has none. */
export type Names = ReadonlyMap<string, string>;

/** What was used, on the wire. */
export function sumItem({
  runs,
  calls,
  outcomes,
  messages,
  requests,
  promptTokens,
  completionTokens,
  totalTokens,
  cachedTokens,
  cacheWriteTokens,
  reasoningTokens,
  unpricedTokens,
  prices,
}: UsageSum) {
  return {
    runs,
    calls,
    outcomes: outcomes === null ? null : { ...outcomes },
    messages,
    requests,
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: totalTokens,
    cached_tokens: cachedTokens,
    cache_write_tokens: cacheWriteTokens,
    reasoning_tokens: reasoningTokens,
    unpriced_tokens: unpricedTokens,
    is_priced: unpricedTokens === 0,
    prices: prices.map(priceItem),
  };
}

/** `names`: by id; null where groups are days or models, which have none. `storage`: bytes; null of models and keys. */
export function groupItem({ key, ...sum }: UsageGroup, names: Names | null, storage: number | null = null) {
  return { key, name: names?.get(key) ?? null, ...sumItem(sum), storage_bytes: storage };
}

/** Ratings of a day. */
export interface DailyRatings {
  readonly like: number;
  readonly dislike: number;
}

/** `storage`: bytes at the end of the day. */
export function figuresItem(
  { day, users, latency, ...sum }: DailyFigures,
  { like, dislike }: DailyRatings,
  storage: number,
) {
  const rest = { latency: { ...latency }, likes: like, dislikes: dislike, storage_bytes: storage };
  return { day, ...sumItem(sum), users, ...rest };
}

export function budgetItem(
  { id, appId, keyId, period, unit, amount, action, used, ...budget }: BudgetState,
  { apps: names, keys }: { readonly apps: Names; readonly keys: Names },
) {
  return {
    id,
    app_id: appId,
    app_name: appId === null ? null : (names.get(appId) ?? null),
    key_id: keyId,
    key_name: keyId === null ? null : (keys.get(keyId) ?? null),
    period,
    unit,
    currency: unit === 'price' ? budget.currency : null,
    amount,
    action,
    model: budget.model === null ? null : { provider: budget.model.provider, name: budget.model.model },
    used,
    exceeded: budget.isExceeded,
  };
}

function priceItem({ currency, amount }: Price) {
  return { currency, amount };
}
