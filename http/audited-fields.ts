import { RawJson, type Reply } from './reply.ts';

/**
 * What a record of who did what may keep of a request and its answer besides the parameters of the path. An allow-list:
 * what is not named here is kept nowhere, and what opens something by being known is never named. `app.id` goes into an
 * object, and into each of a list.
 */
export interface AuditedFields {
  readonly body?: readonly string[];
  readonly query?: readonly string[];
  /** Of the answer's body, which is JSON: ids of what was made, mostly. */
  readonly answer?: readonly string[];
}

interface Exchange {
  readonly body: unknown;
  readonly query: Readonly<Record<string, unknown>>;
  readonly reply: Reply<unknown> | undefined;
}

/** Characters kept of a value. */
const MAX_CHARACTERS = 500;
/** Values kept of a list. */
const MAX_VALUES = 50;

/** The named fields that are there, as texts; of a name in several places the answer's. */
export function auditedDetails(fields: AuditedFields | 'path' | undefined, exchange: Exchange): Record<string, string> {
  if (fields === undefined || fields === 'path') return {};
  return {
    ...picked(fields.query, () => exchange.query),
    ...picked(fields.body, () => exchange.body),
    ...picked(fields.answer, () => contentOf(exchange.reply)),
  };
}

/** Texts of others, as they fit into any record: whole characters, none that steers, not too many. */
export function recordable(text: string, most: number): string {
  return text
    .slice(0, most)
    .toWellFormed()
    .replace(/\p{Cc}/gu, '\ufffd');
}

function picked(names: readonly string[] | undefined, source: () => unknown): Record<string, string> {
  if (names === undefined || names.length === 0) return {};
  const from = source();
  const found = names.flatMap((name) => {
    const values = valuesAt(from, name.split('.'));
    if (values.length === 0) return [];
    const shown = values.slice(0, MAX_VALUES).map(String).join(', ');
    return [[name, recordable(shown, MAX_CHARACTERS)] as const];
  });
  return Object.fromEntries(found);
}

function valuesAt(value: unknown, path: readonly string[]): unknown[] {
  if (value === undefined) return [];
  if (value instanceof RawJson) return valuesAt(JSON.parse(value.text), path);
  if (Array.isArray(value)) return value.flatMap((item) => valuesAt(item, path));
  const [name, ...rest] = path;
  const isObject = typeof value === 'object' && value !== null;
  // An object is no value: what is in it has to be named.
  if (name === undefined) return isObject ? [] : [value];
  if (!isObject || !Object.hasOwn(value, name)) return [];
  return valuesAt((value as Readonly<Record<string, unknown>>)[name], rest);
}

function contentOf(reply: Reply<unknown> | undefined): unknown {
  if (reply?.body.kind !== 'text' || reply.body.contentType !== 'application/json') return undefined;
  return reply.body.value ?? JSON.parse(reply.body.text);
}
