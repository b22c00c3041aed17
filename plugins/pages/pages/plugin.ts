import { HttpServer, Routes } from '#http';
import { definePlugin, KernelInfo } from '#kernel';
import { assetRoutes, reloadRoute } from './asset-routes.ts';
import { Pages } from './contract.ts';
import { PageBuild } from './page-build.ts';
import { PageService } from './page-service.ts';
import { watchSources } from './source-watch.ts';

interface PagesConfig {
  readonly ahead: boolean;
  readonly watch: boolean;
}

/** Builds the folders `web/` of plugins, serves what was built, and renders pages for routes of other plugins. */
export const plugin = definePlugin({
  id: 'pages',
  needs: { http: HttpServer, kernel: KernelInfo },
  provides: [Pages],
  config: {
    schema: {
      type: 'object',
      additionalProperties: false,
      properties: {
        ahead: {
          type: 'boolean',
          default: true,
          description:
            'Look for the build of the pages at the start, and make it where there is none; else with the first page.',
        },
        watch: {
          type: 'boolean',
          default: false,
          description: 'Build again when a source changes, and reload open pages.',
        },
      },
    },
    env: { WEFT_PAGES_AHEAD: 'ahead', WEFT_PAGES_WATCH: 'watch' },
  },
  setup({ services, config, logger, provide, contribute, onReady, onClose }) {
    const { http, kernel } = services;
    const { ahead, watch } = config as PagesConfig;
    const added = () =>
      kernel.report().plugins.flatMap(({ origin, folder }) => (origin === 'added' && folder !== null ? [folder] : []));
    const build = new PageBuild({ logger, home: kernel.home, added });
    provide(Pages, () => new PageService({ build, http, isDevelopment: watch }));
    contribute(Routes, ...assetRoutes(build));
    if (watch) contribute(Routes, reloadRoute(build));
    onClose(() => build.close());
    onReady(async () => {
      if (ahead || watch) void build.refresh();
      if (watch) onWatch(await watchSources(build, added(), logger));
    });

    let endWatch = () => {};
    function onWatch(end: () => void): void {
      endWatch = end;
    }
    onClose(() => endWatch());
  },
});
