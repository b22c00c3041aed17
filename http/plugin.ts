import { definePlugin, KernelInfo } from '#kernel';
import { httpConfig } from './configuration.ts';
import {
  AnswerObservers,
  Authenticators,
  HttpActivity,
  HttpServer,
  RequestGuards,
  Routes,
  UnroutedPages,
} from './contract.ts';
import { createHttpServer } from './server.ts';
import { ErrorTranslator } from './translated-errors.ts';

/** Serves what the other plugins contribute as routes. */
export const plugin = definePlugin({
  id: 'http',
  needs: {
    routes: Routes,
    authenticators: Authenticators,
    guards: RequestGuards,
    observers: AnswerObservers,
    unrouted: UnroutedPages,
    info: KernelInfo,
  },
  config: httpConfig,
  setup({ services, config, logger, provide, onReady, onStop, onClose }) {
    const { routes, authenticators, guards, observers, unrouted, info } = services;
    const server = createHttpServer({
      routes,
      authenticators,
      guards,
      observers,
      unrouted,
      config,
      translator: new ErrorTranslator({ report: () => info.report(), logger }),
      logger,
      version: info.version,
    });
    provide(HttpServer, () => server);
    provide(HttpActivity, () => server);
    onReady(async () => {
      await server.listen();
      logger.info({ address: server.address() }, 'listening');
    });
    onStop((grace) => server.stop(grace));
    // When the plugin is unloaded, or boot failed elsewhere, there is no grace to give.
    onClose(() => server.stop(AbortSignal.abort()));
  },
});
