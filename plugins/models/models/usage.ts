import type { Usage } from '#engine';
import type { CallMeasure, ModelPrice, PriceTier, ResolvedModel, TokenCounts, TokenPrices } from './contract.ts';
import { add, type Decimal, formatDecimal, multiply, parseDecimal, round, ZERO } from './decimal.ts';

/** Decimals of a price (runtime API, usage object). */
const PRICE_SCALE = 7;
/** Of a call; more than any model reads or writes. */
const MAX_TOKENS = 1_000_000_000;

/**
 * What a call cost: tokens × unit price × unit, each price rounded to 7 decimals, the total their sum. The price of the
 * prompt is the sum of what was read anew, from the cache, and written into it, of which each may have a price of its own.
 */
export function usageOf(price: ModelPrice | undefined, measure: CallMeasure): Usage {
  const counts = countsOf(measure);
  const { promptTokens, completionTokens, cachedTokens, cacheWriteTokens, reasoningTokens } = counts;
  const totalTokens = promptTokens + completionTokens;
  const unit = price?.unit ?? '0';
  const prices = pricesFor(price, promptTokens);
  const anew = costOf(promptTokens - cachedTokens - cacheWriteTokens, prices.prompt, unit);
  const cached = costOf(cachedTokens, prices.cachedPrompt ?? prices.prompt, unit);
  const written = costOf(cacheWriteTokens, prices.cacheWrite ?? prices.prompt, unit);
  const prompt = round(add(add(anew, cached), written), PRICE_SCALE);
  const completion = round(costOf(completionTokens, prices.completion, unit), PRICE_SCALE);
  return {
    promptTokens,
    completionTokens,
    totalTokens,
    ...(cachedTokens > 0 && { cachedTokens }),
    ...(cacheWriteTokens > 0 && { cacheWriteTokens }),
    ...(reasoningTokens > 0 && { reasoningTokens }),
    ...(price === undefined && totalTokens > 0 && { unpricedTokens: totalTokens }),
    promptUnitPrice: prices.prompt,
    promptPriceUnit: unit,
    promptPrice: formatDecimal(prompt),
    completionUnitPrice: prices.completion,
    completionPriceUnit: unit,
    completionPrice: formatDecimal(completion),
    totalPrice: formatDecimal(add(prompt, completion)),
    currency: price?.currency ?? 'USD',
    latency: thousandths(measure.latency),
    timeToFirstToken: measure.timeToFirstToken === null ? null : thousandths(measure.timeToFirstToken),
    timeToGenerate: measure.timeToFirstToken === null ? null : thousandths(measure.latency - measure.timeToFirstToken),
  };
}

/** The same of a model, which is named in it. */
export function modelUsage({ provider, description }: ResolvedModel, measure: CallMeasure): Usage {
  return { ...usageOf(description.price, measure), model: `${provider}/${description.name}` };
}

/** Whatever a provider tells becomes numbers that records hold: kinds of tokens are never more than what they are part of. */
function countsOf(measure: CallMeasure): Required<TokenCounts> {
  const promptTokens = countOf(measure.promptTokens);
  const completionTokens = countOf(measure.completionTokens);
  const cachedTokens = Math.min(countOf(measure.cachedTokens), promptTokens);
  const cacheWriteTokens = Math.min(countOf(measure.cacheWriteTokens), promptTokens - cachedTokens);
  const reasoningTokens = Math.min(countOf(measure.reasoningTokens), completionTokens);
  return { promptTokens, completionTokens, cachedTokens, cacheWriteTokens, reasoningTokens };
}

function countOf(tokens = 0): number {
  return tokens >= 0 ? Math.min(Math.round(tokens), MAX_TOKENS) : 0;
}

const FREE: TokenPrices = { prompt: '0', completion: '0' };

/** Of the highest tier that the prompt reaches; a tier that leaves out the prices of the cache has none. */
function pricesFor(price: ModelPrice | undefined, promptTokens: number): TokenPrices {
  let reached: PriceTier | undefined;
  for (const tier of price?.tiers ?? []) {
    if (promptTokens >= tier.from && tier.from >= (reached?.from ?? 0)) reached = tier;
  }
  return reached ?? price ?? FREE;
}

function costOf(tokens: number, unitPrice: string, unit: string): Decimal {
  if (tokens === 0) return ZERO;
  const price = parseDecimal(unitPrice) ?? ZERO;
  const perUnit = parseDecimal(unit) ?? ZERO;
  return multiply({ digits: BigInt(tokens), scale: 0 }, multiply(price, perUnit));
}

function thousandths(seconds: number): number {
  return Math.round(Math.max(0, seconds) * 1000) / 1000;
}
