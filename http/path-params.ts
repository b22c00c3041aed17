/**
 * The names of a path's parameters: of `/apps/:app_id/*`, `app_id` and `*`. The router lets none of them be missing or
 * empty. Of a path that the compiler does not know (`string`), any name, which may be there or not.
 */
export type ParamNames<Path extends string> = string extends Path ? string : NamesIn<Path>;

type NamesIn<Path extends string> = Path extends `${string}/:${infer Rest}`
  ? Rest extends `${infer Name}/${infer Further}`
    ? Name | NamesIn<`/${Further}`>
    : Rest
  : Path extends `${string}/*`
    ? '*'
    : never;
