import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { number } from '#plugins/studio/web/contract.tsx';
import { perMillion } from './prices.ts';

/** Tokens that a model reads; a dash where it is not known. */
export function sizeText({ context_size: size }: { readonly context_size: number | null }): string {
  return size === null ? '–' : number(size);
}

/** What a million tokens cost: of the prompt, of the answer. */
export function priceText(price: Schemas['ModelPrice'] | null): string {
  if (price === null) return '–';
  const money = (value: string) =>
    number(Number(perMillion(value, price.unit)), { minimumFractionDigits: 2, maximumFractionDigits: 4 });
  return `${money(price.prompt)} / ${money(price.completion)} ${price.currency}`;
}
