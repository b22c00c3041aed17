import type { MetadataField } from '#plugins/datasets/contract.ts';
import { invalid } from './document-errors.ts';

type Values = Readonly<Record<string, string | number | null>>;

interface MetadataChange {
  readonly documentId: string;
  readonly values: Values;
  readonly partial: boolean;
}

/** Characters of a value. */
const MAX_VALUE = 2_000;

/** Values as they are kept: of the kind that their field has. Throws for fields that the base has not. */
export function checkedMetadata(fields: readonly MetadataField[], values: Values): Values {
  const known = new Map(fields.map((field) => [field.id, field]));
  return Object.fromEntries(
    Object.entries(values).map(([id, value]) => {
      const field = known.get(id.toLowerCase());
      if (field === undefined) {
        throw invalid('metadata', `The knowledge base has no metadata field with the id ${id.slice(0, 64)}.`);
      }
      return [field.id, value === null ? null : checkedValue(field, value)];
    }),
  );
}

function checkedValue({ name, type }: MetadataField, value: string | number): string | number {
  if (type === 'string') {
    const text = String(value);
    if (text.length > MAX_VALUE)
      throw invalid('metadata', `The value of ${name} is longer than ${MAX_VALUE} characters.`);
    return text;
  }
  const number = typeof value === 'number' ? value : numberOf(value, type);
  if (Number.isFinite(number)) return number;
  const wanted = type === 'number' ? 'a number' : 'a time: seconds since 1970, or a date such as 2026-01-31';
  throw invalid('metadata', `The value of ${name} is to be ${wanted}, and is "${String(value).slice(0, 40)}".`);
}

function numberOf(value: string, type: 'number' | 'time'): number {
  const number = value.trim() === '' ? Number.NaN : Number(value);
  if (Number.isFinite(number) || type === 'number') return number;
  return /^\d{4}-\d{2}-\d{2}/.test(value.trim()) ? Date.parse(value.trim()) / 1000 : Number.NaN;
}

/** Of several changes of one document, the later ones win where they say something. */
export function mergedChanges(changes: readonly MetadataChange[]): readonly MetadataChange[] {
  const merged = new Map<string, MetadataChange>();
  for (const change of changes) {
    const documentId = change.documentId.toLowerCase();
    const before = change.partial ? merged.get(documentId) : undefined;
    const values = { ...before?.values, ...change.values };
    merged.set(documentId, { documentId, values, partial: change.partial && before?.partial !== false });
  }
  return [...merged.values()];
}
