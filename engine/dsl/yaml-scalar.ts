/**
 * What plain (unquoted) YAML text means, by the rules of YAML 1.1 as the family's exporter applies them (app DSL,
 * import): `yes` is a boolean but `y` is not, `010` is octal but `000568` is text, a float needs a point and its
 * exponent a sign, dates stay the text they are.
 */
import { Float } from '#engine/run/values/value.ts';

const nulls = /^(?:~|null|Null|NULL|)$/;
const booleans = /^(?:yes|Yes|YES|no|No|NO|true|True|TRUE|false|False|FALSE|on|On|ON|off|Off|OFF)$/;
const trues = /^(?:yes|true|on)$/i;
const integers =
  /^(?:[-+]?0b[01_]+|[-+]?0[0-7_]+|[-+]?(?:0|[1-9][\d_]*)|[-+]?0x[\da-fA-F_]+|[-+]?[1-9][\d_]*(?::[0-5]?\d)+)$/;
const floats =
  /^(?:[-+]?\d[\d_]*\.[\d_]*(?:[eE][-+]\d+)?|\.\d[\d_]*(?:[eE][-+]\d+)?|[-+]?\d[\d_]*(?::[0-5]?\d)+\.[\d_]*)$/;
const dates =
  /^(?:\d{4}-\d\d-\d\d|\d{4}-\d\d?-\d\d?(?:[Tt]|[ \t]+)\d\d?:\d\d:\d\d(?:\.\d*)?(?:[ \t]*(?:Z|[-+]\d\d?(?::\d\d)?))?)$/;
/** What other readers take for something else than text: 1.2 numbers, single-letter booleans, special keys. */
const otherReaders =
  /^(?:[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?|0o[0-7]+|0x[\da-fA-F]+|[-+]?\.inf|\.nan|[yYnN]|=|<<)$/i;

/** More digits than this are no number anybody computes with. */
const longestNumber = 1000;

export function resolvePlain(text: string): null | boolean | number | bigint | Float | string {
  if (nulls.test(text)) return null;
  if (booleans.test(text)) return trues.test(text);
  if (text.length > longestNumber) return text;
  if (integers.test(text)) return readInteger(text);
  if (floats.test(text)) return readFloat(text) ?? text;
  return text;
}

/** Whether the text must be quoted so that every reader takes it for text. */
export function isTakenForAnotherType(text: string): boolean {
  return typeof resolvePlain(text) !== 'string' || dates.test(text) || otherReaders.test(text);
}

function readInteger(text: string): number | bigint {
  const isNegative = text.startsWith('-');
  const digits = text.replace(/^[-+]/, '').replaceAll('_', '');
  const magnitude = digits.includes(':') ? sexagesimal(digits.split(':')) : BigInt(withBase(digits));
  const value = isNegative ? -magnitude : magnitude;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

function withBase(digits: string): string {
  if (/^0[bx]/.test(digits)) return digits.length === 2 ? '0' : digits;
  return digits.length > 1 && digits.startsWith('0') ? `0o${digits.slice(1)}` : digits;
}

function sexagesimal(parts: readonly string[]): bigint {
  return parts.reduce((sum, part) => sum * 60n + BigInt(part), 0n);
}

/** Undefined when the number is too large for a double: the text is then worth more than infinity. */
function readFloat(text: string): number | Float | undefined {
  const isNegative = text.startsWith('-');
  const parts = text.replace(/^[-+]/, '').replaceAll('_', '').split(':');
  const magnitude = parts.reduce((sum, part) => sum * 60 + Number(part), 0);
  if (!Number.isFinite(magnitude)) return undefined;
  const value = isNegative ? -magnitude : magnitude;
  return Number.isInteger(value) ? new Float(value) : value;
}
