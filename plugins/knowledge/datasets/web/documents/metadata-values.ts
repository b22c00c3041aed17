import type { Schemas } from '#plugins/commands/generated/schemas.ts';

type Field = Schemas['DatasetField'];
type Valued = Pick<Schemas['KnowledgeDocument'], 'metadata'>;

/** How a value of each type is typed. */
export const inputTypes = { string: 'text', number: 'number', time: 'datetime-local' } as const;

/** What all of the documents have in a field, as an input shows it; "": they differ, or have none. */
export function shownValue(field: Field, documents: readonly Valued[]): string {
  const values = documents.map(({ metadata }) => metadata.find(({ id }) => id === field.id)?.value);
  const [first] = values;
  if (first === undefined || values.some((value) => value !== first)) return '';
  return field.type === 'time' ? localTime(Number(first)) : String(first);
}

/** What was changed in a form, by the id of its field; null takes the value away. */
export function changedValues(
  fields: readonly Field[],
  documents: readonly Valued[],
  form: FormData,
): Record<string, string | number | null> {
  const values: Record<string, string | number | null> = {};
  for (const field of fields) {
    const typed = String(form.get(field.id) ?? '').trim();
    if (typed === shownValue(field, documents)) continue;
    values[field.id] = typed === '' ? null : typedValue(field, typed);
  }
  return values;
}

function typedValue({ type }: Field, typed: string): string | number {
  if (type === 'string') return typed;
  return type === 'number' ? Number(typed) : Math.round(new Date(typed).getTime() / 1000);
}

/** Seconds since 1970 as an input for times has them, in the time zone of the browser. */
function localTime(seconds: number): string {
  const time = new Date(seconds * 1000);
  if (Number.isNaN(time.getTime())) return '';
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
