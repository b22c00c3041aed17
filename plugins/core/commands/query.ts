import type { Paths } from './generated/paths.ts';

/** The query that a GET route takes. */
export type QueryOf<Path extends keyof Paths> = Paths[Path] extends {
  readonly get: { readonly parameters: { readonly query?: infer Query } };
}
  ? NonNullable<Query>
  : never;

/** A query of what was typed, under the route's names. What is wrong with its values, the server says. */
export function queryOf<Path extends keyof Paths>(
  given: {
    readonly [Name in keyof QueryOf<Path>]?: unknown;
  },
): QueryOf<Path> {
  return given as QueryOf<Path>;
}
