import type { Contributions, Logger } from '#kernel';
import { buildApplication } from './application.ts';
import { BodyRoom } from './body-room.ts';
import { callerAddress } from './caller-address.ts';
import type { CompiledRoute } from './compiled-route.ts';
import type { HttpConfig } from './configuration.ts';
import { createConnections } from './connections.ts';
import {
  type AnswerObserver,
  type Authenticator,
  type HttpActivity,
  type HttpServer,
  Public,
  type RequestGuard,
  type Route,
  type UnroutedPage,
} from './contract.ts';
import { FailedCallers } from './failed-callers.ts';
import { ObservedRoutes } from './observed-routes.ts';
import { buildPipeline } from './pipeline.ts';
import { publicUrls } from './public-urls.ts';
import { ReaderBudgets } from './reader-budgets.ts';
import { buildRouter, type Router } from './router.ts';
import { readForAll } from './shared-readings.ts';
import type { ErrorTranslator } from './translated-errors.ts';

/** Milliseconds that what can wait leaves to whoever is still starting, and to the first callers. */
const AFTER_START = 1_000;

export interface HttpServerOptions {
  readonly routes: Contributions<Route>;
  readonly authenticators: Contributions<Authenticator>;
  readonly guards: Contributions<RequestGuard>;
  readonly observers: Contributions<AnswerObserver>;
  readonly unrouted: Contributions<UnroutedPage>;
  readonly config: HttpConfig;
  readonly translator: ErrorTranslator;
  readonly logger: Logger;
  /** Sent as `X-Version`. */
  readonly version: string;
}

/** The server as its owner sees it; plugins see `HttpServer`. */
export interface RunningServer extends HttpServer, HttpActivity {
  /** Builds the route table and starts listening. Throws when two routes clash or the port is taken. */
  listen(): Promise<void>;
  /** Stops accepting and resolves when every answer is out, or was cut because `grace` ended. */
  stop(grace: AbortSignal): Promise<void>;
}

/** One route per turn of the loop, so that requests get between; a schema that is none is told of then. */
function compileInPauses(
  { routes, logger }: HttpServerOptions,
  compiled: WeakMap<Route, CompiledRoute>,
  isOver: () => boolean,
): void {
  const waiting = routes.all().values();
  const compileNext = () => {
    const { value: route, done } = waiting.next();
    if (done === true || isOver()) return;
    try {
      compiled.get(route)?.compile();
    } catch (error) {
      logger.error({ err: error }, 'a route fails every request: one of its schemas does not compile');
    }
    setImmediate(compileNext).unref();
  };
  if (!isOver()) setImmediate(compileNext).unref();
}

export function createHttpServer(options: HttpServerOptions): RunningServer {
  const { routes, authenticators, guards, observers, config, logger, version } = options;
  const compiledBefore = new WeakMap<Route, CompiledRoute>();
  let router: Router = buildRouter([], compiledBefore);
  let unwatch = () => {};
  let isStopping = false;
  let compiling: NodeJS.Timeout | undefined;
  const streams = { open: 0 };
  const budgets = new ReaderBudgets({
    perStream: config.readerBytes,
    perApp: config.readerBytesPerApp,
    perProcess: config.readerBytesPerProcess,
    patience: config.readerPatience,
  });

  const observed = new ObservedRoutes(observers, logger);
  const application = buildApplication({
    router: () => router,
    pipeline: buildPipeline({
      authenticators,
      guards,
      bodyLimit: config.bodyLimit,
      bodyRoom: new BodyRoom(config.bodiesInHand),
      failedCallers: new FailedCallers(failureLimit(config)),
      logger,
    }),
    callers: callerAddress(config.trustedProxies),
    observed,
    unrouted: options.unrouted,
    streams,
    translator: options.translator,
    logger,
    version,
    pingInterval: config.pingInterval,
    stallTimeout: config.stallTimeout,
    budgets,
  });
  const connections = createConnections(application.callback(), config, version);
  const publicUrl = publicUrls(config, () => connections.address());

  /** A plugin came or went while the server runs: a table that doesn't build must not take the old one down. */
  function rebuild(): void {
    try {
      router = buildRouter(routes.all(), compiledBefore);
      compileLater();
    } catch (error) {
      logger.error({ err: error }, 'the route table was left as it is: the new one does not build');
    }
  }

  /** Plugins that are loaded anew come and go several times at once: their routes are compiled when that is over. */
  function compileLater(): void {
    clearTimeout(compiling);
    compiling = setTimeout(() => compileInPauses(options, compiledBefore, () => isStopping), AFTER_START).unref();
  }

  return {
    address: () => connections.address(),
    publicUrl,
    get openStreams() {
      return streams.open;
    },
    get readers() {
      const { held: waitingBytes, closed } = budgets;
      const { kept: keptBytes, behind } = readForAll();
      return { waitingBytes, keptBytes, behind, closed };
    },
    connections: () => connections.open(),
    async listen() {
      router = buildRouter(routes.all(), compiledBefore);
      reportUnguardable(options);
      unwatch = routes.onChange(rebuild);
      await connections.listen();
      compileLater();
    },
    async stop(grace) {
      isStopping = true;
      unwatch();
      observed.close();
      await connections.stop(grace);
    },
  };
}

/** Behind a proxy that is not trusted to say who calls, everyone seems to have one address: failures are not counted. */
function failureLimit({ consoleUrl, runtimeUrl, webAppUrl, trustedProxies, failuresPerMinute }: HttpConfig): number {
  const isBehindProxy = [consoleUrl, runtimeUrl, webAppUrl].some((url) => url !== '');
  return isBehindProxy && trustedProxies.length === 0 ? 0 : failuresPerMinute;
}

/** Such a route refuses everyone; better told at boot than found out by a caller. */
function reportUnguardable({ routes, authenticators, logger }: HttpServerOptions): void {
  for (const { id, access } of routes.all()) {
    const name = access.authenticator;
    if (name !== Public.authenticator && authenticators.get(name) === undefined) {
      logger.warn(
        { route: id, authenticator: name },
        'the route refuses every caller: nobody contributes its authenticator',
      );
    }
  }
}
