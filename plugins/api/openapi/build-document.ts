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
Apps are run under \`/v1\` with an app key. Everything else is done under \`/console/api\`: by people who are signed in, by programs
with a personal key, and by who runs the server with the management token. Each operation there tells the permission it takes;
the header \`X-Workspace-Id\` names the workspace it is about.

Every answer has an \`X-Request-Id\`. Every error answers the same object; its \`code\` is stable. Clients should ignore
fields they do not know: more may come.

Streams are server-sent events: each \`data:\` line is one JSON object, whose \`event\` says what it is; a line
\`event: ping\` without data says that the connection is alive.`;

/** The document of the routes there are: the same routes in whatever order give the same document. */
export function buildDocument(routes: readonly Route[], { version, publicUrl }: DocumentOptions): OpenApiDocument {
  const named = new NamedSchemas();
  const responses = sharedResponses(named);
  const runtime = { url: publicUrl('runtime'), description: 'Runs apps' };
  const management = { url: publicUrl('console'), description: 'Manages apps' };
  const paths: Record<string, Record<string, Operation | readonly Server[]>> = {};
  const sorted = [...routes].sort((a, b) => compare(templateOf(a.path), templateOf(b.path)));
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
