import { Float, fromJson, isNumeric, toText } from '#engine';
import { readLenientJson } from '#plugins/models/contract.ts';
import type { ToolParameter } from './tool.ts';

/** What is wrong with an argument, in words that name it. */
export class ToolArgumentError extends Error {
  override readonly name = 'ToolArgumentError';
}

const YES = ['true', 'yes', 'y', '1'];
const NO = ['false', 'no', 'n', '0', ''];
/** A whole number, a fraction, an exponent; no hexadecimal, no blanks between. */
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/**
 * The value a parameter takes for what was given: text is read as the parameter's type (app DSL, tool). Null stays null.
 */
export function castArgument(parameter: ToolParameter, given: unknown): unknown {
  if (given === null || given === undefined) return null;
  switch (parameter.type) {
    case 'string':
    case 'secret-input':
      return toText(given);
    case 'select':
      return selected(parameter, toText(given));
    case 'number':
      return numberFrom(parameter, given);
    case 'boolean':
      return booleanFrom(parameter, given);
    case 'object':
      return objectFrom(parameter, given);
    case 'array':
      return listFrom(given);
    case 'file':
      return Array.isArray(given) ? (given[0] ?? null) : given;
    case 'files':
      return Array.isArray(given) ? given : [given];
  }
}

/**
 * Arguments for a call: every declared parameter that has a value, with defaults for those that have none. What is not
 * declared is left out. Throws ToolArgumentError for a required one that is missing.
 */
export function completeArguments(
  parameters: readonly ToolParameter[],
  given: ReadonlyMap<string, unknown>,
): Record<string, unknown> {
  const complete: [string, unknown][] = [];
  for (const parameter of parameters) {
    const value = given.get(parameter.name) ?? null;
    const isMissing = value === null || (value === '' && !isText(parameter));
    const filled = isMissing || (value === '' && hasDefault(parameter)) ? (parameter.default ?? null) : value;
    if (filled !== null) complete.push([parameter.name, filled]);
    else if (parameter.required === true) {
      throw new ToolArgumentError(`The parameter "${parameter.name}" is required and has no value.`);
    }
  }
  return Object.fromEntries(complete);
}

function isText({ type }: ToolParameter): boolean {
  return type === 'string' || type === 'secret-input';
}

function hasDefault(parameter: ToolParameter): boolean {
  return parameter.default !== undefined && parameter.default !== null;
}

function selected({ name, options = [] }: ToolParameter, text: string): string {
  if (text === '' || options.length === 0 || options.includes(text)) return text;
  throw new ToolArgumentError(`The parameter "${name}" must be one of ${options.join(', ')}.`);
}

function numberFrom({ name }: ToolParameter, given: unknown): unknown {
  if (isNumeric(given)) return given;
  if (typeof given === 'boolean') return given ? 1 : 0;
  const text = typeof given === 'string' ? given.trim() : '?';
  if (text === '') return null;
  if (!NUMBER.test(text)) throw new ToolArgumentError(`The parameter "${name}" must be a number.`);
  if (/^[+-]?\d+$/.test(text)) {
    const whole = Number(text);
    return Number.isSafeInteger(whole) ? whole : BigInt(text);
  }
  const number = Number(text);
  if (!Number.isFinite(number)) throw new ToolArgumentError(`The parameter "${name}" is too large a number.`);
  return Float.of(number);
}

function booleanFrom({ name }: ToolParameter, given: unknown): boolean {
  if (typeof given === 'boolean') return given;
  if (isNumeric(given)) return Number(given) !== 0;
  const text = typeof given === 'string' ? given.trim().toLowerCase() : '?';
  if (YES.includes(text)) return true;
  if (NO.includes(text)) return false;
  throw new ToolArgumentError(`The parameter "${name}" must be true or false.`);
}

function objectFrom({ name }: ToolParameter, given: unknown): unknown {
  const value = typeof given === 'string' ? parsed(given) : given;
  if (value === null) return null;
  if (typeof value === 'object' && !Array.isArray(value) && !(value instanceof Float)) return value;
  throw new ToolArgumentError(`The parameter "${name}" must be a JSON object.`);
}

/** A text that is no JSON list is its only item. */
function listFrom(given: unknown): unknown {
  const value = typeof given === 'string' ? parsed(given) : given;
  if (Array.isArray(value)) return value;
  return given === '' ? null : [given];
}

function parsed(text: string): unknown {
  if (text.trim() === '') return null;
  try {
    return fromJson(text);
  } catch {
    try {
      return readLenientJson(text);
    } catch {
      return undefined;
    }
  }
}
