import type { Usage } from '#engine';
import type { CallMeasure, ModelPrice, ResolvedModel } from './contract.ts';
import { add, type Decimal, formatDecimal, multiply, parseDecimal, round, ZERO } from './decimal.ts';

/** Decimals of a price (runtime API, usage object). */
const PRICE_SCALE = 7;
/** Of a call; more than any model reads or writes. */
const MAX_TOKENS = 1_000_000_000;

/** What a call cost: tokens × unit price × unit, each price rounded to 7 decimals, the total their sum. */
export function usageOf(price: ModelPrice | undefined, measure: CallMeasure): Usage {
  const promptTokens = countOf(measure.promptTokens);
  const completionTokens = countOf(measure.completionTokens);
  const prompt = priceOf(promptTokens, price?.prompt, price?.unit);
  const completion = priceOf(completionTokens, price?.completion, price?.unit);
  return {
    promptTokens,
    completionTokens,
    totalTokens: promptTokens + completionTokens,
    promptUnitPrice: price?.prompt ?? '0',
    promptPriceUnit: price?.unit ?? '0',
    promptPrice: formatDecimal(prompt),
    completionUnitPrice: price?.completion ?? '0',
    completionPriceUnit: price?.unit ?? '0',
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

/** Whatever a provider tells becomes a number that records hold. */
function countOf(tokens: number): number {
  return tokens >= 0 ? Math.min(Math.round(tokens), MAX_TOKENS) : 0;
}

function priceOf(tokens: number, unitPrice: string | undefined, unit: string | undefined): Decimal {
  const price = parseDecimal(unitPrice ?? '0') ?? ZERO;
  const perUnit = parseDecimal(unit ?? '0') ?? ZERO;
  return round(multiply({ digits: BigInt(tokens), scale: 0 }, multiply(price, perUnit)), PRICE_SCALE);
}

function thousandths(seconds: number): number {
  return Math.round(Math.max(0, seconds) * 1000) / 1000;
}
