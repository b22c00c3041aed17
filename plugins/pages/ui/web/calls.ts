import type { Paths } from '#plugins/commands/generated/paths.ts';
import type { RequestOptions } from './api.ts';

/** Addresses that a method is there for. */
export type PathsWith<Method extends string> = {
  [Path in keyof Paths]: Method extends keyof Paths[Path] ? Path : never;
}[keyof Paths] &
  string;

type ConsolePath = Extract<keyof Paths, `/console/api/${string}`>;
type NamesIn<Path> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;

/** A route of the console that something changed, and those below it; one with names in its address goes with their values. */
export type InvalidatedRoute = {
  readonly [Path in ConsolePath]: [NamesIn<Path>] extends [never]
    ? Path
    : readonly [Path, { readonly [Name in NamesIn<Path>]: string }];
}[ConsolePath];

type Operation<Method extends string, Path extends string> = Paths[Path & keyof Paths][Method &
  keyof Paths[Path & keyof Paths]];

/** What is sent may be read-only all through, and undefined stands for what is left out. */
type Sent<Value> = Value extends readonly (infer Item)[]
  ? readonly Sent<Item>[]
  : Value extends Blob | FormData
    ? Value
    : Value extends object
      ? { readonly [Key in keyof Value]: Sent<Value[Key]> }
      : Value;

/** Required where the route requires it, and not there where it takes none. */
type Part<Name extends string, Value> = [Exclude<Value, undefined>] extends [never]
  ? { readonly [Key in Name]?: undefined }
  : undefined extends Value
    ? { readonly [Key in Name]?: Exclude<Value, undefined> }
    : { readonly [Key in Name]: Value };

type PathValues<Op> = Op extends { parameters: { path: infer Values } }
  ? { readonly [Name in keyof Values]: string }
  : undefined;

type Query<Op> = Op extends { parameters: { query?: infer Values } }
  ? Op extends { parameters: { query: unknown } }
    ? LooseQuery<Values>
    : LooseQuery<Values> | undefined
  : undefined;
type LooseQuery<Values> = [Exclude<Values, undefined>] extends [never]
  ? undefined
  : { readonly [Name in keyof Values]: Sent<Values[Name]> | undefined };

type Body<Op> = Op extends { requestBody?: infer Request }
  ? Request extends { content: { 'application/json': infer Json } }
    ? Sent<Json> | (Op extends { requestBody: unknown } ? never : undefined)
    : Request extends { content: unknown }
      ? FormData
      : undefined
  : undefined;

/** The JSON body of a route, for what builds one: `function bodyOf(fields: FormData): BodyOf<'patch', '/console/api/…'>`. */
export type BodyOf<Method extends string, Path extends PathsWith<Method>> = Exclude<
  Body<Operation<Method, Path>>,
  undefined | FormData
>;

/** What is left to say where the caller's secret says `Names` already; a part without anything that must be said may be left out. */
type Unsaid<Value, Names extends string> = [Names] extends [never]
  ? Value
  : Value extends FormData | undefined
    ? Value
    : Loose<{ readonly [Key in keyof Value as Exclude<Key, Names>]: Value[Key] }>;
type Loose<Value> = Record<never, never> extends Value ? Value | undefined : Value;

/** What is asked with: what stands in the address, in its query and in the body. */
export type QuestionOf<Method extends string, Path extends string, Names extends string = never> = Part<
  'path',
  PathValues<Operation<Method, Path>>
> &
  Part<'query', Unsaid<Query<Operation<Method, Path>>, Names>>;

/** Options of a call; `path` fills the `{names}` of the address. `Names`: what its secret says in place of its query and body. */
export type CallOf<Method extends string, Path extends string, Names extends string = never> = Omit<
  RequestOptions,
  'query' | 'body'
> &
  QuestionOf<Method, Path, Names> &
  Part<'body', Unsaid<Body<Operation<Method, Path>>, Names>>;

/** The options of a call, which may be left out where none is required. */
export type CallArguments<Options> = Record<never, never> extends Options ? [options?: Options] : [options: Options];
