import type { Credentials, ModelDescription, ModelPrice, PriceTier, TokenPrices } from './contract.ts';
import { formatDecimal, parseDecimal } from './decimal.ts';

/** Format of a credentials field that holds a workspace's own prices; the field's name is the same for all providers. */
export const PRICES_FORMAT = 'model-prices';
const PRICES_FIELD = 'prices';

/** Prices are told per million tokens unless they say otherwise. */
const PER_MILLION = '0.000001';
/** Digits after the point. */
const MAX_SCALE = 18;
const MAX_PRICE = 1_000_000_000n;
const MAX_TIERS = 16;
/** Tokens. */
const MAX_FROM = 1_000_000_000;

/**
 * Reads `{"<model>": {"prompt": "2.5", "completion": "10", "unit": "0.000001", "currency": "USD"}}`; only one of the two
 * prices is needed, numbers may be text or not. `cached_prompt`, `cache_write` and `tiers` (`[{"from": 200000, "prompt":
 * "5", "completion": "20"}]`, in any order) are for models that have them. Throws SyntaxError, which names the model.
 */
export function readPrices(text: string): ReadonlyMap<string, ModelPrice> {
  const prices = new Map<string, ModelPrice>();
  for (const [model, entry] of Object.entries(mappingOf(parse(text), 'it'))) {
    const price = mappingOf(entry, `the price of ${model}`);
    if (price.prompt === undefined && price.completion === undefined) {
      throw new SyntaxError(`the price of ${model} has neither prompt nor completion`);
    }
    prices.set(model, {
      ...tokenPricesOf(price, model),
      ...(price.tiers !== undefined && { tiers: tiersOf(price.tiers, model) }),
      unit: decimalOf(price.unit ?? PER_MILLION, `unit of ${model}`),
      currency: currencyOf(price.currency ?? 'USD', model),
    });
  }
  return prices;
}

function tokenPricesOf(price: Readonly<Record<string, unknown>>, model: string): TokenPrices {
  const { cached_prompt: cached, cache_write: write } = price;
  return {
    prompt: decimalOf(price.prompt ?? '0', `prompt of ${model}`),
    completion: decimalOf(price.completion ?? '0', `completion of ${model}`),
    ...(cached !== undefined && { cachedPrompt: decimalOf(cached, `cached_prompt of ${model}`) }),
    ...(write !== undefined && { cacheWrite: decimalOf(write, `cache_write of ${model}`) }),
  };
}

function tiersOf(given: unknown, model: string): PriceTier[] {
  if (!Array.isArray(given) || given.length > MAX_TIERS) {
    throw new SyntaxError(`tiers of ${model} is no list of ${MAX_TIERS} at most`);
  }
  const tiers = given.map((entry: unknown) => {
    const { from, ...price } = mappingOf(entry, `a tier of ${model}`);
    if (typeof from !== 'number' || !Number.isInteger(from) || from < 1 || from > MAX_FROM) {
      throw new SyntaxError(`from of a tier of ${model} is no number of tokens`);
    }
    return { from, ...tokenPricesOf(price, model) };
  });
  if (new Set(tiers.map(({ from }) => from)).size === tiers.length) return tiers;
  throw new SyntaxError(`two tiers of ${model} begin at the same number of tokens`);
}

/** A model with the price the workspace set for it, if it did. */
export function withOwnPrice(description: ModelDescription, credentials: Credentials): ModelDescription {
  const text = credentials[PRICES_FIELD];
  const price = text === undefined ? undefined : readPrices(text).get(description.name);
  return price === undefined ? description : { ...description, price };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new SyntaxError('it is no JSON');
  }
}

function mappingOf(value: unknown, what: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new SyntaxError(`${what} is no JSON object`);
  }
  return { ...value };
}

function decimalOf(value: unknown, what: string): string {
  const decimal = typeof value === 'string' || typeof value === 'number' ? parseDecimal(String(value)) : null;
  if (decimal === null || decimal.digits < 0n || decimal.scale > MAX_SCALE)
    throw new SyntaxError(`${what} is no price`);
  if (decimal.digits >= MAX_PRICE * 10n ** BigInt(decimal.scale)) throw new SyntaxError(`${what} is beyond measure`);
  return formatDecimal(decimal);
}

function currencyOf(value: unknown, model: string): string {
  if (typeof value === 'string' && /^[A-Z]{3}$/.test(value)) return value;
  throw new SyntaxError(`currency of ${model} is no code of three letters`);
}
