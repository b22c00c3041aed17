import { json, type Route, route } from '#http';
import { ManagementAccess } from '#plugins/management-access/contract.ts';
import { searchDocs } from './search-docs.ts';
import type { SearchService } from './search-service.ts';

/** Finding things by their names. */
export function searchRoutes(search: SearchService): Route[] {
  return [
    route({
      id: 'search.find',
      method: 'GET',
      path: '/console/api/search',
      access: ManagementAccess,
      // Everybody of a workspace: each source has a permission of its own.
      permission: 'apps.use',
      summary: 'Find things of the workspace by a part of their names',
      docs: searchDocs.find,
      query: {
        type: 'object',
        required: ['query'],
        additionalProperties: false,
        properties: {
          query: {
            type: 'string',
            minLength: 1,
            maxLength: 100,
            description: 'Words that names must contain, in any order. Case and accents are ignored.',
          },
          kind: {
            type: 'array',
            maxItems: 20,
            items: { type: 'string', maxLength: 40 },
            description: 'Only things of this kind. May be repeated. Omit to search all kinds.',
          },
          limit: { type: 'integer', minimum: 1, maximum: 50, default: 5, description: 'Maximum number per kind.' },
        },
      },
      async handle({ principal, query: { query, kind: kinds, limit } }) {
        const found = await search.find(principal, { query, kinds, limit });
        const data = found.map(({ kind, things, hasMore }) => ({
          kind,
          items: things.map(({ id, name, about = null, path }) => ({ id, name, about, path })),
          has_more: hasMore,
        }));
        return json({ data });
      },
    }),
  ];
}
