import type { ModelUse, TokenKinds, Usage } from '#engine';

/** What a run without a model has used. */
export const noUsage: Usage = {
  promptTokens: 0,
  completionTokens: 0,
  totalTokens: 0,
  promptUnitPrice: '0',
  promptPriceUnit: '0',
  promptPrice: '0',
  completionUnitPrice: '0',
  completionPriceUnit: '0',
  completionPrice: '0',
  totalPrice: '0',
  currency: 'USD',
  latency: 0,
  timeToFirstToken: null,
  timeToGenerate: null,
};

/**
 * The sum of two usages. Unit prices and currency are those of the later one that cost something; the first token is the
 * earlier one's.
 */
export function addUsage(sum: Usage, usage: Usage): Usage {
  if (sum === noUsage) return usage;
  const { model: _model, parts: _parts, ...shown } = isZero(usage.totalPrice) ? sum : usage;
  return {
    ...shown,
    ...addKinds(sum, usage),
    promptTokens: addTokens(sum.promptTokens, usage.promptTokens),
    completionTokens: addTokens(sum.completionTokens, usage.completionTokens),
    totalTokens: addTokens(sum.totalTokens, usage.totalTokens),
    promptPrice: addDecimals(sum.promptPrice, usage.promptPrice),
    completionPrice: addDecimals(sum.completionPrice, usage.completionPrice),
    totalPrice: addDecimals(sum.totalPrice, usage.totalPrice),
    latency: addSeconds(sum.latency, usage.latency) ?? 0,
    timeToFirstToken: sum.timeToFirstToken ?? usage.timeToFirstToken,
    timeToGenerate: addSeconds(sum.timeToGenerate, usage.timeToGenerate),
    ...usedBy(sum, usage),
  };
}

/** What each model used: mostly there is one. Prices of different currencies stay apart. */
export function modelUses(usage: Usage): readonly ModelUse[] {
  const { parts, model = '', promptTokens, completionTokens, totalTokens, totalPrice: price, currency } = usage;
  if (parts !== undefined) return parts;
  if (totalTokens === 0 && isZero(price)) return [];
  return [{ model, promptTokens, completionTokens, totalTokens, ...kindsOf(usage), price, currency }];
}

const kinds = ['cachedTokens', 'cacheWriteTokens', 'reasoningTokens', 'unpricedTokens'] as const;

/** Those that there are. */
function kindsOf(counts: TokenKinds): TokenKinds {
  return addKinds(counts, {});
}

function addKinds(sum: TokenKinds, more: TokenKinds): TokenKinds {
  const added: { -readonly [Kind in keyof TokenKinds]: TokenKinds[Kind] } = {};
  for (const kind of kinds) {
    const tokens = addTokens(sum[kind] ?? 0, more[kind] ?? 0);
    if (tokens > 0) added[kind] = tokens;
  }
  return added;
}

function usedBy(sum: Usage, usage: Usage): Pick<Usage, 'model' | 'parts'> {
  const isOne = sum.parts === undefined && usage.parts === undefined && sum.model === usage.model;
  if (isOne && sum.currency === usage.currency) return usage.model === undefined ? {} : { model: usage.model };
  const parts: ModelUse[] = [];
  for (const use of [...modelUses(sum), ...modelUses(usage)]) {
    const index = parts.findIndex(({ model, currency }) => model === use.model && currency === use.currency);
    const known = parts[index];
    if (known === undefined) parts.push(use);
    else parts[index] = addUse(known, use);
  }
  return { parts };
}

function addUse(sum: ModelUse, use: ModelUse): ModelUse {
  return {
    ...sum,
    ...addKinds(sum, use),
    promptTokens: addTokens(sum.promptTokens, use.promptTokens),
    completionTokens: addTokens(sum.completionTokens, use.completionTokens),
    totalTokens: addTokens(sum.totalTokens, use.totalTokens),
    price: addDecimals(sum.price, use.price),
  };
}

/** The `usage` output of nodes that ask a model, and `usage` of answers (app DSL, llm; runtime API, usage object). */
export function usageRecord(usage: Usage): Readonly<Record<string, unknown>> {
  return {
    prompt_tokens: usage.promptTokens,
    prompt_unit_price: usage.promptUnitPrice,
    prompt_price_unit: usage.promptPriceUnit,
    prompt_price: usage.promptPrice,
    completion_tokens: usage.completionTokens,
    completion_unit_price: usage.completionUnitPrice,
    completion_price_unit: usage.completionPriceUnit,
    completion_price: usage.completionPrice,
    total_tokens: usage.totalTokens,
    total_price: usage.totalPrice,
    currency: usage.currency,
    latency: usage.latency,
    time_to_first_token: usage.timeToFirstToken,
    time_to_generate: usage.timeToGenerate,
  };
}

/**
 * The same for records of nodes, which people read: with the kinds of tokens that there were, and `is_priced: false` where
 * the price of a model is not known, so that a cost of 0 is not taken for none.
 */
export function usageDetails(usage: Usage): Readonly<Record<string, unknown>> {
  const { cachedTokens = 0, cacheWriteTokens = 0, reasoningTokens = 0, unpricedTokens = 0 } = usage;
  return {
    ...usageRecord(usage),
    ...(cachedTokens > 0 && { prompt_cached_tokens: cachedTokens }),
    ...(cacheWriteTokens > 0 && { prompt_cache_write_tokens: cacheWriteTokens }),
    ...(reasoningTokens > 0 && { completion_reasoning_tokens: reasoningTokens }),
    ...(unpricedTokens > 0 && { is_priced: false }),
  };
}

/** The most records of runs can hold. */
const maxTokens = 2 ** 31 - 1;

function addTokens(a: number, b: number): number {
  return Math.min(a + b, maxTokens);
}

function addSeconds(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.round((a + b) * 1000) / 1000;
}

function isZero(text: string): boolean {
  return readDecimal(text).units === 0n;
}

/** The exact sum of two decimal strings, with the digits of the longer one. A text that is no number counts as 0. */
export function addDecimals(a: string, b: string): string {
  const left = readDecimal(a);
  const right = readDecimal(b);
  const scale = Math.max(left.scale, right.scale);
  return writeDecimal(rescale(left, scale) + rescale(right, scale), scale);
}

interface Decimal {
  /** The number times 10 to the power of `scale`. */
  readonly units: bigint;
  readonly scale: number;
}

function readDecimal(text: string): Decimal {
  const match = /^\s*([+-]?)(\d+)(?:\.(\d*))?(?:[eE]([+-]?\d{1,3}))?\s*$/.exec(text);
  if (match === null) return { units: 0n, scale: 0 };
  const [, sign, whole = '0', fraction = '', exponent = '0'] = match;
  const units = BigInt(sign + whole + fraction);
  const scale = fraction.length - Number(exponent);
  return scale < 0 ? { units: units * 10n ** BigInt(-scale), scale: 0 } : { units, scale };
}

function rescale(decimal: Decimal, scale: number): bigint {
  return decimal.units * 10n ** BigInt(scale - decimal.scale);
}

function writeDecimal(units: bigint, scale: number): string {
  const sign = units < 0n ? '-' : '';
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0');
  const point = digits.length - scale;
  return scale === 0 ? sign + digits : `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}
