import { isFileValue, isMapping, isNumeric } from '#engine';

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string';
const isBoolean: Check = (value) => typeof value === 'boolean';
const isInteger: Check = (value) => typeof value === 'bigint' || (typeof value === 'number' && Number.isInteger(value));
const listOf =
  (fits: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(fits);

/** Files come from uploads only: lists of them can be emptied. */
const checks: ReadonlyMap<string, Check> = new Map([
  ['string', isText],
  ['secret', isText],
  ['number', isNumeric],
  ['integer', isInteger],
  ['float', isNumeric],
  ['boolean', isBoolean],
  ['object', isMapping],
  ['array[string]', listOf(isText)],
  ['array[number]', listOf(isNumeric)],
  ['array[object]', listOf(isMapping)],
  ['array[boolean]', listOf(isBoolean)],
  ['array[any]', Array.isArray],
  ['array[file]', (value) => Array.isArray(value) && value.length === 0],
]);

/**
 * Whether a value a caller gives (read with `fromJson`) fits a variable's type. Nothing that looks like a file does: its
 * record could name somebody else's.
 */
export function valueFits(value: unknown, valueType: string): boolean {
  return checks.get(valueType)?.(value) === true && !holdsFile(value);
}

function holdsFile(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || isNumeric(value)) return false;
  return isFileValue(value) || Object.values(value).some(holdsFile);
}
