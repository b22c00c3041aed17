import type { ToolParameter } from '#plugins/tools/contract.ts';

/** A file that a tool is given: its bytes, and what is known of it. */
export interface GivenFile {
  readonly name: string;
  readonly media_type: string;
  readonly content: Uint8Array;
}

interface Values {
  readonly string: string;
  readonly 'secret-input': string;
  readonly number: number;
  readonly boolean: boolean;
  readonly object: Readonly<Record<string, unknown>>;
  readonly array: readonly unknown[];
  readonly file: GivenFile;
  readonly files: readonly GivenFile[];
}

type ValueOf<P extends ToolParameter> = P['type'] extends 'select'
  ? P extends { readonly options: readonly (infer Option)[] }
    ? Option
    : string
  : P['type'] extends keyof Values
    ? Values[P['type']]
    : unknown;

/** What is always there: what is required, and what has a default. */
type Certain<P extends ToolParameter> = P extends
  | { readonly required: true }
  | { readonly default: string | number | boolean | object }
  ? P
  : never;

/** The arguments of a tool, from the parameters it declares. */
export type ArgumentsOf<P extends readonly ToolParameter[]> = {
  readonly [One in Certain<P[number]> as One['name']]: ValueOf<One>;
} & {
  readonly [One in Exclude<P[number], Certain<P[number]>> as One['name']]?: ValueOf<One>;
};

/** A field of a form that a workspace fills. */
export interface SettingField {
  readonly type: 'string';
  readonly title?: string;
  readonly description?: string;
  readonly placeholder?: string;
  readonly enum?: readonly string[];
  readonly default?: string;
  readonly format?: 'uri' | 'json' | 'text';
  readonly minLength?: number;
  readonly maxLength?: number;
  /** Sealed, put into requests by the server as `inject` says, and never given to the code. */
  readonly secret?: boolean;
}

/** The form itself. */
export interface SettingsForm {
  readonly type: 'object';
  readonly required?: readonly string[];
  readonly properties: Readonly<Record<string, SettingField>>;
}

type FieldValue<F extends SettingField> = F extends { readonly enum: readonly (infer Option)[] } ? Option : string;
type PlainNames<S extends SettingsForm> = {
  [Name in keyof S['properties']]: S['properties'][Name] extends { readonly secret: true } ? never : Name;
}[keyof S['properties']];
type RequiredNames<S extends SettingsForm> = S extends { readonly required: readonly (infer Name)[] } ? Name : never;

/** What code sees of what is set: all but the secrets. */
export type SettingsOf<S extends SettingsForm> = {
  readonly [Name in Extract<PlainNames<S>, RequiredNames<S>>]: FieldValue<S['properties'][Name]>;
} & {
  readonly [Name in Exclude<PlainNames<S>, RequiredNames<S>>]?: FieldValue<S['properties'][Name]>;
};
