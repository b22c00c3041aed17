import type { PublicSite, Route } from '#http';
import { schemeDescription, schemesOf } from './access-docs.ts';
import { sharedResponses } from './error-answers.ts';
import { NamedSchemas } from './named-schemas.ts';
import type { OpenApiDocument, Operation, PathItem, Server } from './openapi-document.ts';
import { operationOf, templateOf } from './operation.ts';
import { tagsInOrder } from './surfaces.ts';

export interface DocumentOptions {
  readonly version: string;
  readonly publicUrl: (site: PublicSite) => string;
}

const description = `\
The runtime API under \`/v1\` runs apps and is called with an app key. The management API under \`/console/api\` is used by
signed-in users, by programs with a personal key, and by the operator of the server with the management token. Each of its
operations lists the permission it requires; the header \`X-Workspace-Id\` selects the workspace.

Every response has an \`X-Request-Id\`. All errors have the same format, with a stable \`code\`. Fields may be added at any
time: clients should ignore fields they do not know.

Streams are server-sent events: each \`data:\` line is a JSON object with the type of the event in \`event\`; a line
\`event: ping\` without data keeps the connection alive. Operations that return either JSON or a stream document both, by
media type; a client generated from this document selects one of them (openapi-fetch: \`createClient<paths, 'application/json'>()\`).`;

/** The document of the routes there are: the same routes in whatever order give the same document. */
export function buildDocument(routes: readonly Route[], { version, publicUrl }: DocumentOptions): OpenApiDocument {
  const named = new NamedSchemas();
  const responses = sharedResponses(named);
  const runtime = { url: publicUrl('runtime'), description: 'Runtime API: runs apps' };
  const management = { url: publicUrl('console'), description: 'Management API: builds and manages apps' };
  const paths: Record<string, Record<string, Operation | readonly Server[]>> = {};
  const sorted = routes
    .filter(({ path }) => !isTwin(path))
    .sort((a, b) => compare(templateOf(a.path), templateOf(b.path)));
  for (const route of sorted) {
    const path = templateOf(route.path);
    const isElsewhere = path.startsWith('/console/') && management.url !== runtime.url;
    paths[path] ??= isElsewhere ? { servers: [management] } : {};
    paths[path][route.method.toLowerCase()] = operationOf(route, named);
  }
  const tags = tagsInOrder(sorted.map(({ path, docs }) => ({ path, tag: docs?.tag ?? 'Other' })));
  return {
    openapi: '3.1.1',
    info: {
      title: 'Weft API',
      version,
      description,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [runtime],
    tags: tags.map((name) => ({ name })),
    paths: Object.fromEntries(Object.entries(paths).map(([path, item]) => [path, inOrder(item)])),
    components: { schemas: named.all(), responses, securitySchemes: securitySchemes(routes) },
  };
}

/** With a slash at its end a path is the one without it, for clients that put one there. */
function isTwin(path: string): boolean {
  return path !== '/' && path.endsWith('/');
}

const order = ['servers', 'get', 'post', 'put', 'patch', 'delete'];

function inOrder(item: PathItem): PathItem {
  return Object.fromEntries(Object.entries(item).sort(([a], [b]) => order.indexOf(a) - order.indexOf(b)));
}

function securitySchemes(routes: readonly Route[]): Readonly<Record<string, object>> {
  const names = [...new Set(routes.flatMap(schemesOf))].sort();
  const schemes = names.map((name) => [name, { type: 'http', scheme: 'bearer', description: schemeDescription(name) }]);
  return Object.fromEntries(schemes);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
