import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestKernel, type TestKernel } from '../kernel/testing/test-kernel.ts';
import { type TestDatabaseEnvironment, testDatabaseEnvironment } from '../plugins/database/testing/test-database.ts';
import { compileRoute } from './compiled-route.ts';
import { Routes } from './contract.ts';
import { publicRoutes } from './testing/public-routes.ts';

let environment: TestDatabaseEnvironment;
let kernel: TestKernel;
beforeAll(async () => {
  environment = await testDatabaseEnvironment();
  const env = { ...environment.env, PORT: '0', HOST: '127.0.0.1', WEFT_QUIET: 'true', WEFT_ENGINE_THREADS: '0' };
  kernel = await startTestKernel({ plugins: ['engine', 'http', 'plugins'], home: environment.home, env });
});
afterAll(async () => {
  await kernel?.dispose();
  await environment.dispose();
});

/** Whoever adds a route that anyone may call says so in `testing/public-routes.txt`, where a reviewer sees it. */
it('attack T02: lists every route that anyone may call, and no other; every schema compiles', async () => {
  const routes = kernel.contributions(Routes);
  const golden = await readFile(new URL('./testing/public-routes.txt', import.meta.url), 'utf8');
  expect(publicRoutes(routes)).toEqual(golden.trimEnd().split('\n'));
  // A running server compiles them when it listens already; what is no schema must be found before that.
  for (const route of routes.all()) compileRoute(route).compile();
});
