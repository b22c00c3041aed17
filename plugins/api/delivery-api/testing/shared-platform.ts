import { rmSync } from 'node:fs';
import { inject } from 'vitest';
import { testClient } from '#http/testing/client.ts';
import type { LogLine } from '#http/testing/server.ts';
import type { TestKernel } from '#kernel/testing/test-kernel.ts';
import { dropDatabase } from '#plugins/database/testing/prepared-server.ts';
import { Workspaces } from '#plugins/workspaces/contract.ts';
import { platformClients, startPlatform, type TestPlatform } from './platform.ts';

export type { ImportedApp, TestPlatform } from './platform.ts';

let running: Promise<TestPlatform> | undefined;

/**
 * The one platform of this test worker, with an empty workspace that is the test file's own. It may call loopback
 * addresses; everything else has its default. What is shared with other files stays as it is: the first workspace, the
 * plugins that are loaded, the master key. `management` names the file's workspace with each request; whoever sends
 * `token` otherwise names it too. `log` begins with the file.
 *
 * vitest.config.ts runs the test files that import this without isolation: they share modules and globals as well.
 */
export async function sharedPlatform(): Promise<TestPlatform> {
  if (!inject('isShared'))
    throw new Error('import sharedPlatform in the test file itself: that sorts it (vitest.config.ts)');
  running ??= start();
  const platform = await running;
  const workspaces = platform.kernel.resolve(Workspaces);
  const { id } = await workspaces.create({ name: 'My workspace', plan: 'unlimited', ownerName: 'Owner' });
  (platform.log as LogLine[]).length = 0;
  const client = testClient(platform.url, platform.token);
  const named = <Request extends { headers?: Readonly<Record<string, string>> }>(request?: Request) => ({
    ...request,
    headers: { 'x-workspace-id': id, ...request?.headers },
  });
  return {
    ...platform,
    kernel: guarded(platform.kernel),
    workspaceId: id,
    ...platformClients(platform.url, {
      request: (path, request) => client.request(path, named(request)),
      stream: (path, request) => client.stream(path, named(request)),
      open: (path, request) => client.open(path, named(request)),
    }),
    dispose: async () => {},
  };
}

async function start(): Promise<TestPlatform> {
  const platform = await startPlatform({ env: { WEFT_EGRESS_ALLOW: '127.0.0.1' } });
  // Vitest ends its workers by this signal, and nothing in them is told before.
  process.once('SIGTERM', () => {
    rmSync(platform.home, { recursive: true, force: true });
    const dropped =
      platform.databaseUrl === null ? undefined : dropDatabase(inject('testDatabaseUrl'), platform.databaseUrl);
    void Promise.resolve(dropped).finally(() => process.kill(process.pid, 'SIGKILL'));
  });
  return platform;
}

/** Refuses what would change the platform for other files. */
function guarded(kernel: TestKernel): TestKernel {
  const refuse = async (): Promise<never> => {
    throw new Error('this platform is shared with other test files: start one of your own (startPlatform)');
  };
  return {
    home: kernel.home,
    resolve: (token) => kernel.resolve(token),
    contributions: (point) => kernel.contributions(point),
    get report() {
      return kernel.report;
    },
    start: refuse,
    stop: refuse,
    load: refuse,
    unload: refuse,
    reload: refuse,
    dispose: refuse,
  };
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Whether this worker runs several test files, one after another, on one platform. */
    isShared: boolean;
  }
}
