import FindMyWay from 'find-my-way';
import { PlatformError } from '#kernel';
import { type CompiledRoute, compileRoute } from './compiled-route.ts';
import { isCanonicalPath } from './request-target.ts';
import type { HttpMethod, Route } from './route.ts';

export interface RouteMatch {
  readonly compiled: CompiledRoute;
  readonly params: Readonly<Record<string, string>>;
}

/** The route table. Matching is strict: one spelling per path, and a path is compared before its percent-decoding. */
export interface Router {
  /** `method` as sent; HEAD finds what GET finds. */
  find(method: string, path: string): RouteMatch | undefined;
  /** The methods a path takes; empty for a path that no route has. */
  allowed(path: string): readonly string[];
}

const METHODS: readonly HttpMethod[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
/** Longer path parameters match nothing. */
const MAX_PARAMETER_LENGTH = 512;

/** Builds the table; a path that two routes claim is an error. */
export function buildRouter(routes: readonly Route[], compiledBefore: WeakMap<Route, CompiledRoute>): Router {
  const tree = FindMyWay({ maxParamLength: MAX_PARAMETER_LENGTH, querystringParser: () => ({}) });
  for (const route of routes) {
    const compiled = compiledBefore.get(route) ?? compileRoute(route);
    compiledBefore.set(route, compiled);
    register(tree, compiled);
  }

  function find(method: string, path: string): RouteMatch | undefined {
    const known = method === 'HEAD' ? 'GET' : METHODS.find((item) => item === method);
    if (known === undefined || !isCanonicalPath(path)) return undefined;
    const found = tree.find(known, path);
    if (found === null) return undefined;
    const compiled: CompiledRoute = found.store;
    if (!isSpelledAs(compiled.route.path, path)) return undefined;
    return { compiled, params: found.params as Readonly<Record<string, string>> };
  }

  function allowed(path: string): readonly string[] {
    const methods: string[] = METHODS.filter((method) => find(method, path) !== undefined);
    if (methods.includes('GET')) methods.splice(1, 0, 'HEAD');
    return methods;
  }

  return { find, allowed };
}

function register(tree: FindMyWay.Instance<FindMyWay.HTTPVersion.V1>, compiled: CompiledRoute): void {
  const { id, method, path } = compiled.route;
  const other = tree.findRoute(method, path);
  if (other !== null) {
    const taken: CompiledRoute = other.store;
    throw new PlatformError(
      'internal',
      'http.duplicate_route',
      `Routes "${taken.route.id}" and "${id}" both claim ${method} ${path}; give one of them another path.`,
    );
  }
  tree.on(method, path, neverCalled, compiled);
}

/** The tree wants a handler; we take only what `find` stores beside it. */
function neverCalled(): void {}

/**
 * The tree decodes before it compares and lets a parameter be empty. Here the fixed segments of the pattern must stand
 * in the path as they are (`/v1/%69nfo` is not `/v1/info`), and no parameter may be empty.
 */
function isSpelledAs(pattern: string, path: string): boolean {
  const isEncoded = path.includes('%');
  if (!isEncoded && !path.endsWith('/')) return true;
  const expected = pattern.split('/');
  const actual = path.split('/');
  for (const [index, segment] of expected.entries()) {
    if (segment.startsWith('*')) return true;
    const given = actual[index];
    if (segment.startsWith(':') ? !given : segment !== given) return false;
  }
  return expected.length === actual.length;
}
