/**
 * What a value is that a JSON Schema took, as far as the schema is written out (in place, or `as const`): `unknown` where
 * its type can't tell. Properties that are required or have a default are there; so that this holds, values come from a
 * validator that fills in defaults, as those of routes do.
 */
export type SchemaValue<Schema> = Schema extends { readonly const: infer Value }
  ? Value
  : Schema extends { readonly enum: readonly (infer Value)[] }
    ? Value
    : Schema extends { readonly type: infer Type }
      ? ValueOfType<Type, Schema>
      : Schema extends { readonly anyOf: readonly (infer One)[] } | { readonly oneOf: readonly (infer One)[] }
        ? ValueOfOne<One>
        : unknown;

/** Of any of several schemas. */
type ValueOfOne<Schema> = Schema extends unknown ? SchemaValue<Schema> : never;

interface PlainValues {
  readonly string: string;
  readonly number: number;
  readonly integer: number;
  readonly boolean: boolean;
  readonly null: null;
}

/** Of one type, or of any in a list. A type that is not known (`string`) can be every one. */
type ValueOfType<Type, Schema> = Type extends readonly (infer One)[]
  ? ValueOfType<One, Schema>
  : Type extends keyof PlainValues
    ? PlainValues[Type]
    : Type extends 'array'
      ? readonly (Schema extends { readonly items: infer Item } ? SchemaValue<Item> : unknown)[]
      : Type extends 'object'
        ? ObjectValue<Schema>
        : unknown;

type ObjectValue<Schema> = Schema extends { readonly properties: infer Properties }
  ? {
      readonly [Name in keyof Properties as IsThere<Name, Schema, Properties> extends true ? Name : never]: SchemaValue<
        Properties[Name]
      >;
    } & {
      readonly [Name in keyof Properties as IsThere<Name, Schema, Properties> extends true
        ? never
        : Name]?: SchemaValue<Properties[Name]>;
    }
  : Schema extends { readonly additionalProperties: infer Item }
    ? Readonly<Record<string, SchemaValue<Item>>>
    : Readonly<Record<string, unknown>>;

type IsThere<Name extends keyof Properties, Schema, Properties> = Properties[Name] extends { readonly default: unknown }
  ? true
  : Schema extends { readonly required: readonly (infer Required)[] }
    ? string extends Required
      ? false
      : Name extends Required
        ? true
        : false
    : false;
