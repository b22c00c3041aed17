import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { compileSchema, type JsonSchema, PlatformError, type SchemaError, type Validator } from '#kernel';
import { type BodyRule, bodyRuleOf } from './body-rule.ts';
import { boundedIntegers } from './bounded-integers.ts';
import type { IncomingRequest } from './incoming-request.ts';
import { parseQuery, queryRulesOf } from './query.ts';
import type { Route } from './route.ts';

/** A route with everything decided that can be before a request comes. */
export interface CompiledRoute {
  readonly route: Route;
  readonly bodyRule: BodyRule | undefined;
  /** Compiles the schemas, which the first request would do otherwise. Throws when one of them is no schema. */
  compile(): void;
  /** Checks params, query and body and puts the converted values in their place. */
  validate(request: IncomingRequest): void;
}

type RoutePart = 'params' | 'query' | 'body';
type Validators = Readonly<Record<RoutePart, Validator<unknown> | undefined>>;

/** The schemas are compiled when they are needed: all of them together would be a good part of the server's start. */
export function compileRoute(route: Route): CompiledRoute {
  let compiled: Validators | undefined;
  const queryRules = queryRulesOf(route.query);
  const identifiers = identifiersOf(route.params);

  function validators(): Validators {
    compiled ??= {
      params: validatorOf(route, 'params'),
      query: validatorOf(route, 'query'),
      body: validatorOf(route, 'body'),
    };
    return compiled;
  }

  function validate(request: IncomingRequest): void {
    const { params, query, body } = validators();
    if (params !== undefined) {
      const result = params({ ...request.params });
      if (!result.ok) throw badPathParameter(result.errors[0], identifiers);
      request.params = result.value as Readonly<Record<string, string>>;
    }
    if (query !== undefined) {
      const result = query(parseQuery(request.search, queryRules));
      if (!result.ok) throw invalidParameter(result.errors[0], 'The query');
      request.query = result.value as Readonly<Record<string, unknown>>;
    }
    if (body !== undefined && request.body !== undefined) {
      const result = body(request.body);
      if (!result.ok) throw invalidParameter(result.errors[0], 'The request body');
      request.body = result.value;
    }
  }

  return { route, bodyRule: bodyRuleOf(route), compile: () => void validators(), validate };
}

/** Routes share schemas (ids in paths, pages of lists), and servers of one process share routes: each is compiled once. */
const texts = new WeakMap<JsonSchema, Validator<unknown>>();
const bodies = new WeakMap<JsonSchema, Validator<unknown>>();

/** Schemas that routes make anew for each server, or when their plugin is loaded again, are known by what they say. */
const same = new LRUCache<string, Validator<unknown>>({ max: 1_000 });

function validatorOf(route: Route, part: RoutePart): Validator<unknown> | undefined {
  const schema = route[part];
  if (schema === undefined) return undefined;
  const known = part === 'body' ? bodies : texts;
  const before = known.get(schema);
  if (before !== undefined) return before;
  try {
    const name = `${part === 'body'} ${createHash('sha256').update(JSON.stringify(schema)).digest('base64')}`;
    const validator = same.get(name) ?? compileSchema(boundedIntegers(schema), { coerce: part !== 'body' });
    same.set(name, validator);
    known.set(schema, validator);
    return validator;
  } catch (cause) {
    const message = `Route "${route.id}" (${route.method} ${route.path}): its ${part} schema does not compile`;
    throw new PlatformError('internal', 'http.bad_route_schema', message, { cause });
  }
}

/**
 * Path parameters that must be UUIDs: another text there names nothing, so it is not found (runtime API, error body).
 */
function identifiersOf(schema: JsonSchema | undefined): ReadonlySet<string> {
  const properties = Object.entries(schema?.properties ?? {});
  return new Set(properties.filter(([, property]) => property?.format === 'uuid').map(([name]) => name));
}

function badPathParameter(error: SchemaError | undefined, identifiers: ReadonlySet<string>): PlatformError {
  if (error !== undefined && identifiers.has(error.path)) return notFound();
  return invalidParameter(error, 'The path');
}

/** `meant`: the path that was probably wanted. */
export function notFound(meant?: string): PlatformError {
  const hint = meant === undefined ? '' : `; what you ask for is at ${meant}: the base address of this API ends in /v1`;
  return new PlatformError('not-found', 'http.not_found', `There is nothing at this address${hint}`);
}

function invalidParameter(error: SchemaError | undefined, whole: string): PlatformError {
  const field = error?.path ?? '';
  const message = `${field === '' ? whole : field} ${error?.message ?? 'is not valid'}`;
  return new PlatformError('invalid', 'http.invalid_param', message, field === '' ? {} : { field });
}
