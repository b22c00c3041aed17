/** A price of one's own for a model, per million tokens. */
export interface OwnPrice {
  readonly prompt: string;
  readonly completion: string;
  readonly currency: string;
}

/** The field of credentials that holds own prices; the same for all providers. */
export const PRICES = 'prices';

type Entries = Record<string, Record<string, unknown>>;

function entriesOf(text: string): Entries {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Entries) : {};
  } catch {
    return {};
  }
}

/** The price that a workspace has set for a model; null: none. `text`: the field. */
export function ownPriceOf(text: string, model: string): OwnPrice | null {
  const entry = Object.hasOwn(entriesOf(text), model) ? entriesOf(text)[model] : undefined;
  if (entry === undefined) return null;
  const per = (value: unknown) => perMillion(String(value ?? '0'), String(entry.unit ?? '0.000001'));
  return { prompt: per(entry.prompt), completion: per(entry.completion), currency: String(entry.currency ?? 'USD') };
}

/** The field with the price of one model set, or taken out; prices of the others stay. What a price had besides stays too. */
export function withOwnPrice(text: string, model: string, price: OwnPrice | null): string {
  const { [model]: before, ...others } = entriesOf(text);
  if (price === null) return Object.keys(others).length === 0 ? '' : JSON.stringify(others);
  const { unit: _, ...kept } = before ?? {};
  return JSON.stringify({ ...others, [model]: { ...kept, ...price } });
}

/** A price for `unit` tokens (`0.000001`: one million), as told per million. */
export function perMillion(price: string, unit: string): string {
  const value = Number(price) * Number(unit) * 1_000_000;
  // Digits beyond these come of the arithmetic.
  return Number.isFinite(value) ? String(Number(value.toPrecision(12))) : price;
}
