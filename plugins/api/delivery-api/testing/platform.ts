import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { HttpServer } from '#http';
import {
  type ClientRequest,
  type JsonAnswer,
  type StreamAnswer,
  type TestClient,
  testClient,
} from '#http/testing/client.ts';
import { type LogLine, recordingLogger } from '#http/testing/server.ts';
import type { Plugin } from '#kernel';
import { startTestKernel, type TestKernel } from '#kernel/testing/test-kernel.ts';
import { hashCheaply } from '#plugins/accounts/testing/cheap-passwords.ts';
import { testDatabaseEnvironment } from '#plugins/database/testing/test-database.ts';
import { Workspaces } from '#plugins/workspaces/contract.ts';

export interface PlatformOptions {
  /** Sections of `weft.json`, such as `{ http: { pingInterval: 50 } }`. */
  readonly config?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly env?: Readonly<Record<string, string>>;
  /** Plugins given in memory, such as fakes. */
  readonly extra?: readonly Plugin[];
  /** In which apps run, as in a server; default 1. Who runs none, or little, takes 0 and is spared a quarter of the start. */
  readonly threads?: 0 | 1;
}

export interface ImportedApp {
  readonly appId: string;
  /** An app key of it. */
  readonly key: string;
}

/** The whole platform in this process: every plugin of the house on a database of its own, listening on loopback. */
export interface TestPlatform {
  readonly url: string;
  readonly kernel: TestKernel;
  readonly home: string;
  /** Of the PostgreSQL server; null: the database is embedded. */
  readonly databaseUrl: string | null;
  readonly workspaceId: string;
  /** The management token, and a client that sends it. */
  readonly token: string;
  readonly management: TestClient;
  /** Everything that was logged since the start. */
  readonly log: readonly LogLine[];
  /** Imports a document with a key; publishes it unless told otherwise. */
  importApp(yaml: string, options?: { readonly publish?: boolean }): Promise<ImportedApp>;
  post(key: string, path: string, body: unknown): Promise<JsonAnswer>;
  get(key: string, path: string): Promise<JsonAnswer>;
  /** Reads a stream to its end. */
  stream(key: string, path: string, body: unknown): Promise<StreamAnswer>;
  /** The answer, unread. */
  open(key: string, path: string, request: ClientRequest): Promise<Response>;
  dispose(): Promise<void>;
}

/**
 * Starts one of a test file's own, which costs seconds: for files that need settings or plugins of their own, or look at
 * what all workspaces have in common. Others take `sharedPlatform`.
 */
export async function startPlatform(options: PlatformOptions = {}): Promise<TestPlatform> {
  hashCheaply();
  const environment = await testDatabaseEnvironment();
  const log: LogLine[] = [];
  const sections = { engine: { threads: options.threads ?? 1 }, ...options.config };
  await writeFile(join(environment.home, 'weft.json'), JSON.stringify(sections));
  // Titles are calls of models that come when they like: tests that want them switch them on.
  const titles = { WEFT_CONVERSATION_TITLES: 'false' };
  const ahead = { WEFT_SANDBOX_PYTHON_AHEAD: 'false', WEFT_PAGES_AHEAD: 'false' };
  const quiet = { WEFT_QUIET: 'true', ...ahead, ...titles };
  const env = { ...environment.env, PORT: '0', HOST: '127.0.0.1', ...quiet, ...options.env };
  const kernel = await startTestKernel({
    plugins: ['engine', 'http', 'plugins'],
    extra: options.extra ?? [],
    home: environment.home,
    env,
    logger: recordingLogger(log),
  }).catch(async (error: unknown) => {
    await environment.dispose();
    throw error;
  });
  const databaseUrl = environment.env.DATABASE_URL ?? null;
  const token = (await readFile(join(kernel.home, 'management-token'), 'utf8')).trim();
  const workspace = await kernel.resolve(Workspaces).first();
  if (workspace === null) throw new Error('the platform started without its first workspace');
  const url = kernel.resolve(HttpServer).address();
  return {
    url,
    kernel,
    home: kernel.home,
    databaseUrl,
    workspaceId: workspace.id,
    token,
    log,
    ...platformClients(url, testClient(url, token)),
    dispose: () => kernel.dispose().finally(() => environment.dispose()),
  };
}

type PlatformClients = Pick<TestPlatform, 'management' | 'importApp' | 'post' | 'get' | 'stream' | 'open'>;

/** `management`: sends the management token, and the workspace that is meant. */
export function platformClients(url: string, management: TestClient): PlatformClients {
  return {
    management,
    async importApp(yaml, { publish = true } = {}) {
      const answer = await management.request('/console/api/apps/import', {
        body: { yaml, publish, key_name: 'test' },
      });
      if (answer.status !== 201) throw new Error(`the import answered ${answer.status}: ${answer.text}`);
      const { app, api_key: key } = answer.body as { app: { id: string }; api_key: string };
      return { appId: app.id, key };
    },
    post: (key, path, body) => testClient(url, key).request(path, { body }),
    get: (key, path) => testClient(url, key).request(path),
    stream: (key, path, body) => testClient(url, key).stream(path, { body }),
    open: (key, path, request) => testClient(url, key).open(path, request),
  };
}
