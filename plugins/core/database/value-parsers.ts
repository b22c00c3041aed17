import pg from 'pg';

type Parse = (text: string) => unknown;
type ParseBinary = (bytes: Buffer) => unknown;

const { builtins } = pg.types;
const textArray: number = 1009;
const int8Array = 1016;
const dateArray = 1182;

/** An int8 beyond 2^53 is an error rather than a neighbouring number; none of our columns comes near. */
function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`The int8 value ${text} does not fit a number`);
  return value;
}

/** Without a zone the text is taken as UTC, whatever zone the process runs in. */
function parseTimestamp(text: string): Date {
  return new Date(`${text.replace(' ', 'T')}Z`);
}

function arrayOf(parse: Parse): Parse {
  const parseTexts: Parse = pg.types.getTypeParser(textArray);
  return (text) => (parseTexts(text) as (string | null)[]).map((item) => (item === null ? null : parse(item)));
}

/**
 * How values come out of the database, on both back ends: int8 → number, timestamptz and timestamp → Date, date → text
 * (`2026-11-21`), json and jsonb → parsed, numeric → text, bytea → Buffer.
 */
const parsers: ReadonlyMap<number, Parse> = new Map<number, Parse>([
  [builtins.INT8, parseInt8],
  [int8Array, arrayOf(parseInt8)],
  [builtins.TIMESTAMP, parseTimestamp],
  [builtins.DATE, (text) => text],
  [dateArray, arrayOf((text) => text)],
]);

export const valueParsers = {
  getTypeParser(oid: number, format?: 'text' | 'binary'): Parse | ParseBinary {
    const parse = format === 'binary' ? undefined : parsers.get(oid);
    if (parse !== undefined) return parse;
    return format === 'binary' ? pg.types.getTypeParser(oid, 'binary') : pg.types.getTypeParser(oid);
  },
};
