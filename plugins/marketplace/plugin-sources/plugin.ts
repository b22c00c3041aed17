import { fileURLToPath } from 'node:url';
import { definePlugin, type Needs } from '#kernel';
import { ContentThreads } from '#plugins/content-threads/contract.ts';
import { Egress } from '#plugins/egress/contract.ts';
import { packageReader } from '#plugins/plugin-packages/contract.ts';
import { OWN_SOURCE, PluginSources } from './contract.ts';
import { FolderSource } from './folder-source.ts';
import { IndexSource } from './index-source.ts';
import { RegistrySource } from './registry-source.ts';
import type { Source } from './source.ts';
import { SourcesService } from './sources-service.ts';

interface SourceSetting {
  readonly kind: 'registry' | 'folder' | 'index';
  readonly url?: string;
  readonly path?: string;
  readonly token?: string;
  readonly keys?: readonly string[];
}

interface SourcesConfig {
  /** By name, in the order in which they are asked. */
  readonly sources: Readonly<Record<string, SourceSetting>>;
  readonly withOwn: boolean;
}

const needs = { egress: Egress, threads: ContentThreads } satisfies Needs;

/** The packages that come with the program. */
const ownFolder = fileURLToPath(new URL('../../../examples/plugins', import.meta.url));

export const plugin = definePlugin<typeof needs, SourcesConfig>({
  id: 'plugin-sources',
  needs,
  config: {
    schema: {
      type: 'object',
      additionalProperties: false,
      properties: {
        sources: {
          type: 'object',
          default: {},
          description:
            'Where plugins come from: {"npm": {"kind": "registry", "url": "https://registry.npmjs.org", "token": "…"}, "ours": {"kind": "folder", "path": "/srv/plugins"}, "offline": {"kind": "index", "path": "/srv/index", "keys": ["…"]}}.',
          // Whose a plugin is, is told by the name of its source: these two mean something else.
          propertyNames: { pattern: '^[a-z0-9][a-z0-9-]{0,40}$', not: { enum: [OWN_SOURCE, 'upload'] } },
          additionalProperties: {
            type: 'object',
            additionalProperties: false,
            required: ['kind'],
            properties: {
              kind: { enum: ['registry', 'folder', 'index'] },
              url: { type: 'string' },
              path: { type: 'string' },
              token: { type: 'string' },
              keys: { type: 'array', items: { type: 'string' } },
            },
          },
        },
        withOwn: {
          type: 'boolean',
          default: true,
          description: 'Offer the plugins that come with the program, as the source weft.',
        },
      },
    },
    env: { WEFT_PLUGIN_SOURCES: 'sources' },
    secret: ['sources'],
  },
  setup({ services, config, logger, provide }) {
    const skipped = (path: string, error: unknown) =>
      logger.warn({ path, error }, 'What lies in a source of plugins is none');
    const common = { egress: services.egress, read: packageReader(services.threads) };
    const made = Object.entries(config.sources).map(([name, setting]): Source => {
      if (setting.kind === 'folder') return new FolderSource(name, setting.path ?? '', skipped);
      if (setting.kind === 'index') {
        const place = setting.url === undefined ? { path: setting.path ?? '' } : { url: setting.url };
        return new IndexSource({ name, place, keys: setting.keys ?? [], skipped, ...common });
      }
      const token = setting.token === undefined ? {} : { token: setting.token };
      return new RegistrySource({ name, url: setting.url ?? '', ...common, ...token });
    });
    const own = config.withOwn ? [new FolderSource(OWN_SOURCE, ownFolder, skipped)] : [];
    provide(PluginSources, () => new SourcesService([...own, ...made]));
  },
});
