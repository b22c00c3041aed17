/**
 * What a value is that a JSON Schema took, as far as the schema is written out (in place, or `as const`): `unknown` where
 * its type can't tell. Properties that are required or have a default are there; so that this holds, values come from a
 * validator that fills in defaults, as those of routes do. `Open`: what an object is of which the schema names nothing.
 */
export type SchemaValue<Schema, Open = Readonly<Record<string, unknown>>> = Schema extends {
  readonly const: infer Value;
}
  ? Value
  : Schema extends { readonly enum: readonly (infer Value)[] }
    ? Value
    : Schema extends { readonly type: infer Type }
      ? ValueOfType<Type, Schema, Open>
      : Schema extends { readonly anyOf: readonly (infer One)[] } | { readonly oneOf: readonly (infer One)[] }
        ? ValueOfOne<One, Open>
        : unknown;

/** Of any of several schemas. */
type ValueOfOne<Schema, Open> = Schema extends unknown ? SchemaValue<Schema, Open> : never;

interface PlainValues {
  readonly string: string;
  readonly number: number;
  readonly integer: number;
  readonly boolean: boolean;
  readonly null: null;
}

/** Of one type, or of any in a list. A type that is not known (`string`) can be every one. */
type ValueOfType<Type, Schema, Open> = Type extends readonly (infer One)[]
  ? ValueOfType<One, Schema, Open>
  : Type extends keyof PlainValues
    ? PlainValues[Type]
    : Type extends 'array'
      ? readonly (Schema extends { readonly items: infer Item } ? SchemaValue<Item, Open> : unknown)[]
      : Type extends 'object'
        ? ObjectValue<Schema, Open>
        : unknown;

type ObjectValue<Schema, Open> = Schema extends { readonly properties: infer Properties }
  ? {
      readonly [Name in keyof Properties as IsThere<Name, Schema, Properties> extends true ? Name : never]: SchemaValue<
        Properties[Name],
        Open
      >;
    } & {
      readonly [Name in keyof Properties as IsThere<Name, Schema, Properties> extends true
        ? never
        : Name]?: SchemaValue<Properties[Name], Open>;
    }
  : Schema extends { readonly additionalProperties: true }
    ? Open
    : Schema extends { readonly additionalProperties: infer Item }
      ? Readonly<Record<string, SchemaValue<Item, Open>>>
      : Open;

type IsThere<Name extends keyof Properties, Schema, Properties> = Properties[Name] extends { readonly default: unknown }
  ? true
  : Schema extends { readonly required: readonly (infer Required)[] }
    ? string extends Required
      ? false
      : Name extends Required
        ? true
        : false
    : false;
