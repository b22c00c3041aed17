import { isMapping } from '#engine';
import { PlatformError } from '#kernel';
import type { Operation } from '#plugins/tool-openapi/operation.ts';
import { toolName, UniqueNames } from './names.ts';
import { parametersOf } from './parameters.ts';
import { References } from './references.ts';
import { Schemas } from './schemas.ts';
import { authenticationsOf, type DescribedAuthentication } from './security.ts';
import { type ApiServer, ownServer, serversOf } from './servers.ts';
import { cut, listAt, type Mapping, mappingAt, noMapping, plainText, textAt, valueAt } from './tree.ts';

/** Operations of one document. */
export const MAX_OPERATIONS = 2_000;
const MAX_DESCRIPTION = 1_000;
const MAX_PATH = 1_000;

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'query'];

/** What a document describes. */
export interface ApiDocument {
  /** `2.0`, `3.1.0` … */
  readonly version: string;
  readonly title: string;
  readonly description: string;
  readonly servers: readonly ApiServer[];
  readonly authentications: readonly DescribedAuthentication[];
  readonly operations: readonly Operation[];
  /** What was left out or is odd, in words. */
  readonly warnings: readonly string[];
}

/**
 * Reads a document of OpenAPI 3.0 to 3.2 or Swagger 2.0. Contacts nobody, follows references within the document only, and
 * is lenient: what can't be used is left out with a warning. `address`: where it was fetched, '' when it was sent. `known`:
 * operations of an earlier import, whose names are kept. Throws `tool-openapi.invalid_document`.
 */
export function readApiDocument(
  root: unknown,
  { address = '', known = [] }: { readonly address?: string; readonly known?: readonly KnownOperation[] } = {},
): ApiDocument {
  if (!isMapping(root)) throw invalidDocument('The document is no OpenAPI document: its top level must be an object.');
  const version = textAt(root, 'openapi') || textAt(root, 'swagger');
  if (!/^(3\.[0-2](\.|$)|2\.0$|2$)/.test(version)) {
    throw invalidDocument(
      version === ''
        ? 'The document names no version: it must begin with `openapi: 3.…` or `swagger: "2.0"`.'
        : `The version ${JSON.stringify(cut(version, 20))} is not supported: OpenAPI 3.0 to 3.2 and Swagger 2.0 are.`,
    );
  }
  const references = new References(root);
  const info = mappingAt(root, 'info');
  const operations = operationsOf(references, { isSwagger: version.startsWith('2'), address, known });
  if (operations.length === 0) {
    const [first] = references.problems;
    throw invalidDocument(
      `The document describes no operation that can be called.${first === undefined ? '' : ` ${first}`}`,
    );
  }
  return {
    version,
    title: cut(textAt(info, 'title'), 200),
    description: cut(textAt(info, 'description'), MAX_DESCRIPTION),
    servers: serversOf(root, address),
    authentications: authenticationsOf(references, address),
    operations,
    warnings: references.problems,
  };
}

/** What an operation of an earlier import is called. */
export type KnownOperation = Pick<Operation, 'key' | 'name' | 'method' | 'path'>;

interface Found {
  readonly method: string;
  readonly path: string;
  readonly pathItem: Mapping;
  readonly operation: Mapping;
  readonly operationId: string;
}

interface Reading {
  readonly isSwagger: boolean;
  readonly address: string;
  readonly known: readonly KnownOperation[];
}

function operationsOf(references: References, { isSwagger, address, known }: Reading): Operation[] {
  const { root } = references;
  const found = foundOperations(references);
  const schemas = new Schemas(references);
  const keys = keysOf(found, references);
  const names = namesOf(found, keys, known);
  return found.map((item, index): Operation => {
    const { method, path, pathItem, operation, operationId } = item;
    const label = `${method} ${cut(path, 80)}`;
    schemas.beginOperation();
    const own = valueAt(operation, 'consumes');
    const consumes = Array.isArray(own) ? own : listAt(root, 'consumes');
    const summary = cut(textAt(operation, 'summary') || textAt(pathItem, 'summary'), 200);
    const description = cut(textAt(operation, 'description') || textAt(pathItem, 'description'), MAX_DESCRIPTION);
    const name = names[index] ?? '';
    return {
      key: keys[index] ?? '',
      name,
      alias: aliasOf(item, name),
      method,
      path,
      summary,
      description: [summary, description].filter((text) => text !== '').join('\n') || operationId || label,
      ...parametersOf(pathItem, operation, { references, schemas, isSwagger, consumes, path, label }),
      server: isSwagger ? null : (ownServer(operation, address) ?? ownServer(pathItem, address)),
      deprecated: valueAt(operation, 'deprecated') === true,
    };
  });
}

function foundOperations(references: References): Found[] {
  const found: Found[] = [];
  for (const [path, node] of Object.entries(mappingAt(references.root, 'paths'))) {
    if (path.startsWith('x-')) continue;
    const pathItem = references.resolve(node)?.value ?? noMapping;
    if (!isPath(path)) {
      references.problem(
        `The path ${JSON.stringify(cut(path, 80))} must begin with "/" and be one line: it is left out.`,
      );
      continue;
    }
    // OpenAPI 3.2 has further methods beside its own.
    const more = Object.entries(mappingAt(pathItem, 'additionalOperations')).filter(([method]) =>
      /^[A-Za-z]{1,20}$/.test(method),
    );
    const own = methods.map((method) => [method, valueAt(pathItem, method)] as const);
    for (const [method, operation] of [...own, ...more]) {
      if (!isMapping(operation) || /^(connect|trace)$/i.test(method)) continue;
      if (found.length === MAX_OPERATIONS) {
        references.problem(`The document has more than ${MAX_OPERATIONS} operations: the rest is left out.`);
        return found;
      }
      const operationId = plainText(textAt(operation, 'operationId')).trim();
      found.push({ method: method.toUpperCase(), path, pathItem, operation, operationId });
    }
  }
  return found;
}

function isPath(path: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is looked for
  return path.startsWith('/') && path.length <= MAX_PATH && !/[\x00-\x1f\x7f]/.test(path) && path.isWellFormed();
}

/** What is the same over all imports: the operationId where it is one operation's own, else method and path. */
function keysOf(found: readonly Found[], references: References): string[] {
  const counts = new Map<string, number>();
  for (const { operationId } of found) counts.set(operationId, (counts.get(operationId) ?? 0) + 1);
  for (const [id, count] of counts) {
    if (id !== '' && count > 1) {
      references.problem(
        `${count} operations have the operationId ${JSON.stringify(cut(id, 60))}: give each one of its own.`,
      );
    }
  }
  return found.map(({ operationId, method, path }) => {
    const isOwn = operationId !== '' && operationId.length <= 500 && counts.get(operationId) === 1;
    return isOwn ? operationId : `${method} ${path}`;
  });
}

/** Names of tools: those of the last import where it had the operation, else by operationId, method and path. */
function namesOf(found: readonly Found[], keys: readonly string[], known: readonly KnownOperation[]): string[] {
  const byKey = new Map(known.map(({ key, name }) => [key, name]));
  const byPlace = new Map(known.map(({ method, path, name }) => [`${method} ${path}`, name]));
  const kept = found.map(({ method, path }, index) => byKey.get(keys[index] ?? '') ?? byPlace.get(`${method} ${path}`));
  // An operation that has taken over another's operationId leaves it its name.
  const taken = new Set<string>();
  const own = kept.map((name) => {
    if (name === undefined || taken.has(name)) return undefined;
    taken.add(name);
    return name;
  });
  const names = new UniqueNames([...taken, ...known.map(({ name }) => name)]);
  return found.map(({ operationId, method, path }, index) => {
    const wanted = toolName(operationId) || toolName(`${method.toLowerCase()}${path}`) || method.toLowerCase();
    return own[index] ?? names.take(wanted);
  });
}

/** How documents of apps name the same tool: the operationId as it is written; path and method where there is none. */
function aliasOf({ operationId, path, method }: Found, name: string): string | null {
  const usual = `${path.replace(/[^a-zA-Z0-9_-]/g, '')}_${method.toLowerCase()}`;
  const alias = cut(operationId, 500) || usual;
  return alias === name ? null : alias;
}

export function invalidDocument(message: string): PlatformError {
  return new PlatformError('invalid', 'tool-openapi.invalid_document', message, { field: 'document' });
}
