import { fromJson, isMapping, isNumeric, numberOf, toJson, zeroOf } from '#engine';
import { type ItemType, type Parameter, typeName } from './parameter.ts';

export interface ReadValues {
  /** Every parameter; what does not fit has the zero value of its type. */
  readonly values: Readonly<Record<string, unknown>>;
  /** What does not fit, in words; empty when all fits. */
  readonly problems: readonly string[];
}

type Reply = Readonly<Record<string, unknown>>;

/** Characters of a number that comes as text. */
const MAX_DIGITS = 40;
/** Options a reason lists. */
const MAX_LISTED = 20;

/** A value that can't become one of the type. */
const UNFIT = Symbol('unfit');

/** Reads the parameters from a model's reply; null: the reply has no object. */
export function readValues(reply: Reply | null, parameters: readonly Parameter[]): ReadValues {
  if (reply === null) {
    return {
      values: Object.fromEntries(parameters.map((parameter) => [parameter.name, zeroOf(valueType(parameter))])),
      problems: ["The model's reply has no JSON object the parameters could be read from."],
    };
  }
  const source = unwrapped(reply, parameters);
  const problems: string[] = [];
  const entries = parameters.map((parameter) => [parameter.name, readValue(source, parameter, problems)] as const);
  return { values: Object.fromEntries(entries), problems };
}

/** Some models put the values into an object of their own. */
function unwrapped(reply: Reply, parameters: readonly Parameter[]): Reply {
  if (parameters.some(({ name }) => Object.hasOwn(reply, name))) return reply;
  const [only, ...more] = Object.values(reply);
  return more.length === 0 && isMapping(only) ? only : reply;
}

function readValue(source: Reply, parameter: Parameter, problems: string[]): unknown {
  const { name } = parameter;
  const given = Object.hasOwn(source, name) ? source[name] : undefined;
  const zero = zeroOf(valueType(parameter));
  if (given === undefined || given === null) {
    if (parameter.isRequired) problems.push(`The required parameter ${name} is missing in the model's reply.`);
    return zero;
  }
  const value = readGiven(given, parameter, problems);
  if (value !== UNFIT) return value;
  const expected =
    parameter.type === 'select' ? `one of: ${parameter.options.slice(0, MAX_LISTED).join(', ')}` : typeName(parameter);
  problems.push(`The value of the parameter ${name} in the model's reply is not ${expected}.`);
  return zero;
}

function readGiven(given: unknown, parameter: Parameter, problems: string[]): unknown {
  const { type, options } = parameter;
  if (type === 'array') return readList(given, parameter, problems);
  return type === 'select' ? readOption(given, options) : convert(given, type);
}

function readList(given: unknown, { name, itemType }: Parameter, problems: string[]): unknown {
  if (!Array.isArray(given)) return UNFIT;
  const items = given.map((item) => convert(item, itemType));
  const kept = items.filter((item) => item !== UNFIT);
  if (kept.length < items.length) {
    problems.push(
      `Items of the parameter ${name} in the model's reply are not of type ${itemType}: they are left out.`,
    );
  }
  return kept;
}

function convert(given: unknown, type: ItemType): unknown {
  switch (type) {
    case 'string':
      return readText(given) ?? UNFIT;
    case 'number':
      return readNumber(given);
    case 'boolean':
      return readBoolean(given);
    case 'object':
      return isMapping(given) ? given : UNFIT;
  }
}

function readText(given: unknown): string | null {
  if (typeof given === 'string') return given;
  return isNumeric(given) || typeof given === 'boolean' ? toJson(given) : null;
}

/** Numbers come as text as well. One that no JSON can hold is none. */
function readNumber(given: unknown): unknown {
  if (isNumeric(given)) return typeof given === 'bigint' || Number.isFinite(numberOf(given)) ? given : UNFIT;
  if (typeof given !== 'string') return UNFIT;
  const text = given.trim().replace(/^\+/, '');
  return text.length <= MAX_DIGITS && /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d{1,3})?$/.test(text)
    ? readNumber(fromJson(text))
    : UNFIT;
}

function readBoolean(given: unknown): unknown {
  if (typeof given === 'boolean') return given;
  const text = readText(given)?.trim().toLowerCase();
  if (text === 'true' || text === '1' || text === 'yes') return true;
  return text === 'false' || text === '0' || text === 'no' ? false : UNFIT;
}

function readOption(given: unknown, options: readonly string[]): unknown {
  const text = readText(given);
  if (text === null) return UNFIT;
  if (options.length === 0 || options.includes(text)) return text;
  const wanted = text.trim().toLowerCase();
  return options.find((option) => option.trim().toLowerCase() === wanted) ?? UNFIT;
}

function valueType(parameter: Parameter): string {
  return parameter.type === 'select' ? 'string' : parameter.type;
}
