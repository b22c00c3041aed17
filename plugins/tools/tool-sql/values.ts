import pg from 'pg';

type Parse = (text: string) => unknown;

const { builtins } = pg.types;

/** Beyond 2^53 it stays text: a neighbouring number would be wrong. */
const wholeNumber: Parse = (text) => (Number.isSafeInteger(Number(text)) ? Number(text) : text);
/** NaN and the infinities are no JSON. */
const float: Parse = (text) => (Number.isFinite(Number(text)) ? Number(text) : text);
const arrays = [1000, 1005, 1007, 1009, 1015, 1016];

const parsers: ReadonlyMap<number, Parse> = new Map<number, Parse>([
  [builtins.BOOL, (text) => text === 't'],
  [builtins.INT2, wholeNumber],
  [builtins.INT4, wholeNumber],
  [builtins.INT8, wholeNumber],
  [builtins.OID, wholeNumber],
  [builtins.FLOAT4, float],
  [builtins.FLOAT8, float],
  [builtins.JSON, JSON.parse],
  [builtins.JSONB, JSON.parse],
  // bool, int2, int4, text, varchar, int8.
  ...arrays.map((oid) => [oid, pg.types.getTypeParser(oid) as Parse] as const),
]);

/** A value as JSON: numbers, booleans, JSON and plain lists as such; anything else as the server writes it (numeric, dates, bytea). */
export function readValue(type: number, text: string | null): unknown {
  return text === null ? null : (parsers.get(type)?.(text) ?? text);
}

/** Names of columns, each once: a second `id` is `id_2`. */
export function uniqueNames(names: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    let unique = name;
    for (let count = 2; taken.has(unique); count += 1) unique = `${name}_${count}`;
    taken.add(unique);
    return unique;
  });
}
