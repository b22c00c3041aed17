import type { JsonSchema } from '#kernel';

/** What a value is, or the items of an array are. */
export type ItemType = 'string' | 'number' | 'boolean' | 'object';

/** A value to be read out of the text (app DSL, parameter-extractor). */
export interface Parameter {
  readonly name: string;
  /** `select` is a string of its options. */
  readonly type: 'string' | 'number' | 'boolean' | 'select' | 'array';
  /** Arrays only; `string` otherwise. */
  readonly itemType: ItemType;
  readonly description: string;
  readonly isRequired: boolean;
  /** Empty: any text. */
  readonly options: readonly string[];
}

const TYPES: Readonly<Record<string, Pick<Parameter, 'type' | 'itemType'>>> = {
  string: { type: 'string', itemType: 'string' },
  number: { type: 'number', itemType: 'string' },
  boolean: { type: 'boolean', itemType: 'string' },
  bool: { type: 'boolean', itemType: 'string' },
  select: { type: 'select', itemType: 'string' },
  'array[string]': { type: 'array', itemType: 'string' },
  'array[number]': { type: 'array', itemType: 'number' },
  'array[object]': { type: 'array', itemType: 'object' },
  'array[boolean]': { type: 'array', itemType: 'boolean' },
  'array[bool]': { type: 'array', itemType: 'boolean' },
};

export const TYPE_NAMES: readonly string[] = ['string', 'number', 'boolean', 'select'].concat(
  ['string', 'number', 'object', 'boolean'].map((item) => `array[${item}]`),
);

/** Null for a type there is not. */
export function readType(name: string): Pick<Parameter, 'type' | 'itemType'> | null {
  const type = name.trim().toLowerCase();
  return Object.hasOwn(TYPES, type) ? (TYPES[type] ?? null) : null;
}

/** The type as documents write it. */
export function typeName({ type, itemType }: Parameter): string {
  return type === 'array' ? `array[${itemType}]` : type;
}

/** JSON Schema of an object of the parameters. */
export function parameterSchema(parameters: readonly Parameter[]): JsonSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(parameters.map((parameter) => [parameter.name, valueSchema(parameter)])),
    required: parameters.filter(({ isRequired }) => isRequired).map(({ name }) => name),
  };
}

function valueSchema({ type, itemType, description, options }: Parameter): JsonSchema {
  const described = description === '' ? {} : { description };
  if (type === 'array') return { type, items: { type: itemType }, ...described };
  if (type !== 'select') return { type, ...described };
  return { type: 'string', ...(options.length === 0 ? {} : { enum: options }), ...described };
}
