import { json, type Route, route } from '#http';
import { ManagementAccess } from '#plugins/management-access/contract.ts';
import type { PluginTrust } from '#plugins/plugin-installs/contract.ts';
import { PACKAGE_CATEGORIES, PACKAGE_KINDS } from '#plugins/plugin-packages/contract.ts';
import type { PluginSources } from '#plugins/plugin-sources/contract.ts';
import type { Installations } from './installations.ts';
import { packageItem, summaryItem } from './package-items.ts';
import { pluginDocs, takes } from './route-docs.ts';

export interface CatalogueParts {
  readonly sources: PluginSources;
  readonly trust: PluginTrust;
  readonly installations: Installations;
}

const read = { access: ManagementAccess, permission: 'apps.edit' } as const;

/** What could be installed. */
export function catalogueRoutes({ sources, trust, installations }: CatalogueParts): Route[] {
  return [
    route({
      ...read,
      id: 'plugin-management.search',
      method: 'GET',
      path: '/console/api/plugin-catalogue',
      summary: 'Search the plugin catalogue',
      docs: pluginDocs.search,
      query: {
        type: 'object',
        properties: {
          q: { type: 'string', maxLength: 200, description: 'Words of the name, title or description.' },
          kind: { enum: PACKAGE_KINDS },
          category: { enum: PACKAGE_CATEGORIES },
          source: takes.source,
          page: { type: 'integer', minimum: 1, maximum: 100, default: 1 },
          limit: { type: 'integer', minimum: 1, maximum: 100, default: 30 },
        },
      },
      async handle({ principal, query }) {
        const { q, kind, category, source, page, limit } = query;
        const found = await sources.search({
          ...{ page, limit },
          ...(q !== undefined && { text: q }),
          ...(kind !== undefined && { kind }),
          ...(category !== undefined && { category }),
          ...(source !== undefined && { source }),
        });
        const versions = await installations.versions(principal.workspaceId);
        return json({
          items: found.items.map((item) => ({
            ...summaryItem(item),
            installed_version: versions.get(item.name) ?? null,
          })),
          has_more: found.hasMore,
          silent: found.silent,
          sources: sources.names,
        });
      },
    }),
    route({
      ...read,
      id: 'plugin-management.show',
      method: 'GET',
      path: '/console/api/plugin-catalogue/package',
      summary: 'Get a plugin of the catalogue: its readme, versions and permissions',
      docs: pluginDocs.show,
      query: { type: 'object', required: ['name'], properties: { name: takes.name, source: takes.source } },
      async handle({ principal, query: { name, source }, origin }) {
        const details = await sources.show(name, source);
        const isBlocked = (version: string) => trust.reasonAgainst({ name, version }) !== null;
        const installed = await installations.named(principal.workspaceId, name, origin);
        return json({ ...packageItem(details, isBlocked), installed });
      },
    }),
  ];
}
