import type { AnswerObserver, Authenticator, RequestGuard, Route, UnroutedPage } from '#http';
import type { HttpConfig } from '#http/configuration.ts';
import { createHttpServer, type RunningServer } from '#http/server.ts';
import { ErrorTranslator } from '#http/translated-errors.ts';
import type { BootReport, Contribution, Contributions, Logger } from '#kernel';

/** Contributions that a test can change, as loading and unloading a plugin would. */
export interface TestContributions<Item extends Contribution> extends Contributions<Item> {
  replace(items: readonly Item[]): void;
}

export function testContributions<Item extends Contribution>(initial: readonly Item[]): TestContributions<Item> {
  let items = initial;
  const listeners = new Set<() => void>();
  return {
    all: () => items,
    get: (id) => items.find((item) => item.id === id),
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    replace(next) {
      items = next;
      for (const listener of listeners) listener();
    },
  };
}

export interface LogLine {
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  readonly fields: object;
  readonly message: string;
}

/** A logger that keeps its lines. */
export function recordingLogger(lines: LogLine[]): Logger {
  const at = (level: LogLine['level']) => (fields: object, message: string) => {
    lines.push({ level, fields, message });
  };
  return {
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    child: () => recordingLogger(lines),
  };
}

export interface TestServer {
  readonly server: RunningServer;
  readonly address: string;
  readonly routes: TestContributions<Route>;
  readonly log: LogLine[];
  close(): Promise<void>;
}

export interface TestServerOptions {
  readonly routes: readonly Route[];
  readonly authenticators?: readonly Authenticator[];
  readonly guards?: readonly RequestGuard[];
  readonly observers?: readonly AnswerObserver[];
  readonly unrouted?: readonly UnroutedPage[];
  readonly config?: Partial<HttpConfig>;
}

const testConfig: HttpConfig = {
  port: 0,
  host: '127.0.0.1',
  consoleUrl: '',
  runtimeUrl: '',
  webAppUrl: '',
  trustedProxies: [],
  failuresPerMinute: 600,
  bodyLimit: 1_048_576,
  bodiesInHand: 134_217_728,
  headersTimeout: 15_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 5_000,
  deadlineCheckInterval: 1_000,
  maxHeaderSize: 16_384,
  maxConnections: 0,
  pingInterval: 10_000,
  stallTimeout: 30_000,
  readerBytes: 65_536,
  readerBytesPerApp: 16_777_216,
  readerBytesPerProcess: 67_108_864,
  readerPatience: 10_000,
};

/** Its folder has the texts of its own errors. */
const reportOfHttp: BootReport = {
  ms: 0,
  plugins: [
    {
      id: 'http',
      folder: new URL('..', import.meta.url).pathname,
      group: null,
      origin: 'built-in',
      state: 'started',
      ms: 0,
      provides: [],
      contributes: {},
      neededBy: [],
      reason: null,
    },
  ],
};

/** A listening server on a free port of loopback, with only the given routes. */
export async function startTestServer(options: TestServerOptions): Promise<TestServer> {
  const log: LogLine[] = [];
  const routes = testContributions(options.routes);
  const server = createHttpServer({
    routes,
    authenticators: testContributions(options.authenticators ?? []),
    guards: testContributions(options.guards ?? []),
    observers: testContributions(options.observers ?? []),
    unrouted: testContributions(options.unrouted ?? []),
    config: { ...testConfig, ...options.config },
    translator: new ErrorTranslator({ report: () => reportOfHttp, logger: recordingLogger(log) }),
    logger: recordingLogger(log),
    version: '0.0.0-test',
  });
  await server.listen();
  return { server, routes, log, address: server.address(), close: () => server.stop(AbortSignal.abort()) };
}
