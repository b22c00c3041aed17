import { readFileSync } from 'node:fs';
import type { ModelDescription, ModelPrice } from '#plugins/models/model-description.ts';

/** What `generated/` holds of a provider (`testing/write-catalogue.ts`). */
export interface CatalogueFile {
  readonly source: string;
  /** Day of the prices. */
  readonly asOf: string;
  /** Of all prices, per token. */
  readonly unit: string;
  readonly currency: string;
  readonly models: readonly CatalogueRow[];
}

/** A model, with what else it is called: other names, beginnings of names, and pieces that occur in names. */
export interface CatalogueRow extends Omit<ModelDescription, 'price'> {
  readonly price?: Omit<ModelPrice, 'unit' | 'currency' | 'asOf'>;
  readonly names?: readonly string[];
  readonly prefixes?: readonly string[];
  readonly parts?: readonly string[];
}

interface Catalogue {
  readonly models: readonly ModelDescription[];
  /** Names in lower case, with those of the list they stand for. */
  readonly names: ReadonlyMap<string, string>;
  readonly rows: readonly CatalogueRow[];
}

const folder = new URL('./generated/', import.meta.url);
/** Providers whose models are those of another, and other ids of a provider. */
const SAME: Readonly<Record<string, string>> = { azure_openai: 'openai', mistral: 'mistralai', xai: 'x' };
const EMPTY: Catalogue = { models: [], names: new Map(), rows: [] };

const kept = new Map<string, Catalogue>();

/**
 * The models of a provider that are known, with list prices; empty where none are. Its file is read on the first call:
 * a provider gives its `models` by a getter, so that a start reads none.
 */
export function catalogueOf(providerId: string): readonly ModelDescription[] {
  return open(providerId).models;
}

/**
 * The name in the provider's catalogue that another name stands for: a dated snapshot, `…-latest`, or one that
 * the provider gives the same model. undefined: it is not known.
 */
export function catalogueNameOf(providerId: string, model: string): string | undefined {
  const { names, rows } = open(providerId);
  const wanted = model.trim().toLowerCase();
  const exact = names.get(wanted) ?? names.get(undated(wanted));
  if (exact !== undefined) return exact;
  return (
    longest(rows, ({ prefixes = [] }) => prefixes.filter((prefix) => wanted.startsWith(prefix))) ??
    longest(rows, ({ parts = [] }) => parts.filter((part) => wanted.includes(part)))
  );
}

/** Without the date, `-latest` or number of a snapshot at its end: `gpt-5-2026-01-31`, `claude-x-20260131`, `gemini-x-001`. */
export function undated(model: string): string {
  return model.replace(/(?:-preview)?[-@](?:\d{4}-\d{2}-\d{2}|\d{2}-\d{2}|\d{2}-\d{4}|\d{8}|\d{3,4}|latest)$/, '');
}

function longest(rows: readonly CatalogueRow[], found: (row: CatalogueRow) => readonly string[]): string | undefined {
  let name: string | undefined;
  let length = 0;
  for (const row of rows) {
    for (const text of found(row)) {
      if (text.length <= length) continue;
      name = row.name;
      length = text.length;
    }
  }
  return name;
}

function open(providerId: string): Catalogue {
  const id = Object.hasOwn(SAME, providerId) ? (SAME[providerId] ?? providerId) : providerId;
  const known = kept.get(id);
  if (known !== undefined) return known;
  const catalogue = read(id);
  kept.set(id, catalogue);
  return catalogue;
}

function read(id: string): Catalogue {
  // An id of somebody's plugin is no path.
  if (!/^[a-z][a-z0-9_]*$/.test(id)) return EMPTY;
  let text: string;
  try {
    text = readFileSync(new URL(`${id}.json`, folder), 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return EMPTY;
    throw error;
  }
  const { asOf, unit, currency, models: rows } = JSON.parse(text) as CatalogueFile;
  const names = new Map<string, string>();
  for (const { name, names: others = [] } of rows) for (const other of others) names.set(other, name);
  for (const { name } of rows) names.set(name.toLowerCase(), name);
  const models = rows.map(({ names: _, prefixes: __, parts: ___, price, ...description }): ModelDescription => {
    return price === undefined ? description : { ...description, price: { ...price, unit, currency, asOf } };
  });
  return { models, names, rows };
}
