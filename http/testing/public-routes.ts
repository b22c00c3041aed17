import type { Contributions } from '../../kernel/index.ts';
import { Public, type Route } from '../contract.ts';

/** `METHOD /path` of every route that anyone may call, sorted: compared with a golden file, one line each. */
export function publicRoutes(routes: Contributions<Route>): readonly string[] {
  return routes
    .all()
    .filter((item) => item.access.authenticator === Public.authenticator)
    .map((item) => `${item.method} ${item.path}`)
    .sort();
}
