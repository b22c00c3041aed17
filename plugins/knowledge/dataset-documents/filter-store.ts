import { type RawBuilder, sql } from 'kysely';
import { PlatformError } from '#kernel';
import type { QueryPart } from '#plugins/database/contract.ts';
import type { MetadataField } from '#plugins/datasets/contract.ts';
import type { FilterCondition } from '#plugins/node-knowledge/contract.ts';
import type { Base } from './document-store.ts';
import { clean } from './row-store.ts';

/** The more there are, the more a search costs. */
const MAX_CONDITIONS = 100;
const MAX_VALUES = 1_000;

/** A value of a document: as text, and as a number where it is one (times in seconds since the epoch). */
interface Value {
  readonly type: MetadataField['type'];
  readonly text: RawBuilder<string | null>;
  readonly number: RawBuilder<number | null>;
}

const sources = sql<string>`case d.data_source_type when 'upload_file' then 'file_upload'
  when 'website_crawl' then 'website' else 'notion' end`;

/** Built-in fields, which every document has. */
const builtIn: ReadonlyMap<string, Value> = new Map([
  ['document_name', ofText(sql`d.name`)],
  ['uploader', ofText(sql`d.uploader_name`)],
  ['upload_date', ofTime(sql`d.created_at`)],
  ['last_update_date', ofTime(sql`d.updated_at`)],
  ['source', ofText(sources)],
]);

const holdsNever = sql<boolean>`false`;

/**
 * Ids of documents whose metadata meet conditions (runtime API, RetrievalModel; app DSL, knowledge-retrieval). Texts are compared as
 * they are written, upper case and lower case apart. A document without the value meets `empty` alone. Fields that nobody
 * knows are in no document; a condition without a value to compare with is met by none.
 */
export function documentsWhere(
  base: Base,
  fields: readonly MetadataField[],
  filter: { readonly operator: 'and' | 'or'; readonly conditions: readonly FilterCondition[] },
): QueryPart {
  if (filter.conditions.length > MAX_CONDITIONS) {
    const message = `A metadata filter has at most ${MAX_CONDITIONS} conditions, this one has ${filter.conditions.length}.`;
    throw new PlatformError('invalid', 'dataset-documents.invalid_param', message, { field: 'conditions' });
  }
  const conditions = filter.conditions.map((condition) => holds(fieldValue(fields, condition.name), condition));
  const all =
    conditions.length === 0 ? sql`true` : sql.join(conditions, filter.operator === 'or' ? sql` or ` : sql` and `);
  return sql`(select d.id from dataset_documents d
    where d.workspace_id = ${base.workspaceId}::uuid and d.dataset_id = ${base.id}::uuid and (${all}))`;
}

function fieldValue(fields: readonly MetadataField[], name: string): Value | undefined {
  const field = fields.find((known) => known.name === name);
  if (field === undefined) return builtIn.get(name);
  const json = sql`(d.doc_metadata -> ${field.id})`;
  const text = sql<string | null>`(d.doc_metadata ->> ${field.id})`;
  return {
    type: field.type,
    text,
    number: sql<number>`(case when jsonb_typeof(${json}) = 'number' or ${text} ~ '^\\s*-?[0-9]{1,30}([.][0-9]{1,30})?\\s*$'
      then ${text}::double precision end)`,
  };
}

function ofText(text: RawBuilder<unknown>): Value {
  return { type: 'string', text: sql<string>`(${text})`, number: sql<null>`null::double precision` };
}

function ofTime(time: RawBuilder<unknown>): Value {
  const number = sql<number>`extract(epoch from ${time})::double precision`;
  return { type: 'time', text: sql<string>`(floor(${number})::bigint::text)`, number };
}

function holds(value: Value | undefined, { operator, value: wanted }: FilterCondition): RawBuilder<boolean> {
  if (operator === 'empty')
    return value === undefined ? sql<boolean>`true` : sql<boolean>`coalesce(${value.text}, '') = ''`;
  if (value === undefined) return holdsNever;
  switch (operator) {
    case 'not empty':
      return sql<boolean>`coalesce(${value.text}, '') <> ''`;
    case 'in':
    case 'not in':
      return isAmong(value, wanted, operator === 'in');
    case 'contains':
    case 'not contains':
    case 'start with':
    case 'end with':
      return comparesText(value, operator, wanted);
    default:
      return compares(value, operator, wanted);
  }
}

function comparesText(value: Value, operator: FilterCondition['operator'], wanted: unknown): RawBuilder<boolean> {
  const text = textOf(wanted);
  if (text === null) return holdsNever;
  if (operator === 'start with') return sql<boolean>`coalesce(starts_with(${value.text}, ${text}), false)`;
  if (operator === 'end with') return sql<boolean>`coalesce(right(${value.text}, length(${text})) = ${text}, false)`;
  const found = sql`position(${text} in ${value.text})`;
  return operator === 'contains'
    ? sql<boolean>`coalesce(${found} > 0, false)`
    : sql<boolean>`coalesce(${found} = 0, false)`;
}

const signs: Readonly<Record<string, RawBuilder<unknown>>> = {
  is: sql`=`,
  '=': sql`=`,
  'is not': sql`<>`,
  '≠': sql`<>`,
  '>': sql`>`,
  after: sql`>`,
  '<': sql`<`,
  before: sql`<`,
  '≥': sql`>=`,
  '≤': sql`<=`,
};

function compares(value: Value, operator: string, wanted: unknown): RawBuilder<boolean> {
  const sign = signs[operator];
  if (sign === undefined) {
    const message = `"${operator}" is no operator of a metadata filter.`;
    throw new PlatformError('invalid', 'dataset-documents.invalid_param', message, { field: 'comparison_operator' });
  }
  const isEquality = ['is', '=', 'is not', '≠'].includes(operator);
  if (isEquality && value.type === 'string' && (operator.startsWith('is') || typeof wanted !== 'number')) {
    const text = textOf(wanted);
    return text === null ? holdsNever : sql<boolean>`coalesce(${value.text} ${sign} ${text}, false)`;
  }
  const number = numberOf(wanted);
  return number === null
    ? holdsNever
    : sql<boolean>`coalesce(${value.number} ${sign} ${number}::double precision, false)`;
}

function isAmong(value: Value, wanted: unknown, isWanted: boolean): RawBuilder<boolean> {
  const list = Array.isArray(wanted) ? wanted : typeof wanted === 'string' ? wanted.split(',') : [wanted];
  if (list.length > MAX_VALUES) {
    const message = `A list of a metadata filter has at most ${MAX_VALUES} values, this one has ${list.length}.`;
    throw new PlatformError('invalid', 'dataset-documents.invalid_param', message, { field: 'value' });
  }
  const [compared, values] =
    value.type === 'string'
      ? [
          value.text,
          sql`${list
            .map(textOf)
            .filter(isThere)
            .map((text) => text.trim())}::text[]`,
        ]
      : [value.number, sql`${list.map(numberOf).filter(isThere)}::double precision[]`];
  const among = sql`${compared} = any(${values})`;
  return isWanted ? sql<boolean>`coalesce(${among}, false)` : sql<boolean>`coalesce(not (${among}), false)`;
}

function isThere<T>(value: T | null): value is T {
  return value !== null;
}

function textOf(value: unknown): string | null {
  if (typeof value === 'string') return clean(value);
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;
}

/** A number, or the seconds of a time that is written out. */
function numberOf(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string' || value.trim() === '') return null;
  const number = Number(value);
  if (Number.isFinite(number)) return number;
  const time = /^\d{4}-\d{2}-\d{2}/.test(value.trim()) ? Date.parse(value.trim()) : Number.NaN;
  return Number.isFinite(time) ? time / 1000 : null;
}
