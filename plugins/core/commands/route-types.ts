import type { Paths } from './generated/paths.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Addresses that a method is there for. */
export type PathsWith<Verb extends Method> = {
  [Path in keyof Paths]: Lowercase<Verb> extends keyof Paths[Path] ? Path : never;
}[keyof Paths];

type Operation<Verb extends Method, Path extends keyof Paths> = Paths[Path][Lowercase<Verb> & keyof Paths[Path]];
type KeysOf<Value> = Value extends object ? keyof Value & string : never;
type Parameters<Op> = Op extends { readonly parameters: infer All }
  ? KeysOf<All['path' & keyof All]> | KeysOf<All['query' & keyof All]>
  : never;
type Body<Op> = Op extends { readonly requestBody?: infer Request }
  ? NonNullable<Request> extends { readonly content: infer Content }
    ? Content[keyof Content]
    : never
  : never;

/** The names under which a route takes something, wherever they stand. */
export type FieldOf<Verb extends Method, Path extends keyof Paths> =
  | Parameters<Operation<Verb, Path>>
  | KeysOf<Body<Operation<Verb, Path>>>;

type Answers<Op> = Op extends { readonly responses: infer All } ? All : never;
type Success<All> = All extends { readonly [Status in 200 | 201 | 202 as Status]?: unknown }
  ? All[(200 | 201 | 202) & keyof All]
  : never;

/** The JSON that a route answers. */
export type AnswerOf<Verb extends Method, Path extends keyof Paths> =
  Success<Answers<Operation<Verb, Path>>> extends { readonly content: { readonly 'application/json': infer Answer } }
    ? Answer
    : unknown;

/** What a list is a list of; else the answer itself. */
export type ItemOf<Answer> = Answer extends {
  readonly [Name in 'data' | 'items' | 'records' as Name]?: readonly (infer Item)[];
}
  ? Item
  : Answer;
