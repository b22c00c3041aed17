import { readFileSync } from 'node:fs';

/** What a route takes under a name. */
export interface RouteField {
  readonly in: 'path' | 'query' | 'body';
  /** `time`: seconds since 1970. `pairs`: texts by name. `json`: what is no single value. */
  readonly kind: 'text' | 'choice' | 'flag' | 'integer' | 'number' | 'time' | 'id' | 'pairs' | 'json' | 'file';
  readonly choices?: readonly string[];
  readonly isMany?: boolean;
  readonly isRequired?: boolean;
  readonly isNullable?: boolean;
  readonly default?: boolean;
  readonly min?: number;
  /** What an id is of, as routes say it. */
  readonly of?: string;
  readonly help?: string;
}

/** What the command line knows of a route. */
export interface RouteShape {
  readonly summary: string;
  readonly body?: string;
  readonly bodyIsOptional?: boolean;
  readonly fields: Readonly<Record<string, RouteField>>;
}

let shapes: Readonly<Record<string, RouteShape>> | undefined;

/** Read when the first command asks: a copy of the client has commands, but none of a route. */
export function shapeOf(method: string, path: string): RouteShape {
  shapes ??= JSON.parse(
    readFileSync(new URL('./generated/route-fields.json', import.meta.url), 'utf8'),
  ) as typeof shapes;
  const shape = shapes?.[`${method} ${path}`];
  if (shape === undefined) throw new Error(`${method} ${path} is no route for commands: npm run client`);
  return shape;
}
