import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pluginFiles, pluginFolders } from '#kernel/testing/plugin-files.ts';
import { startTestKernel, type TestKernel } from '#kernel/testing/test-kernel.ts';
import { type TestDatabaseEnvironment, testDatabaseEnvironment } from '#plugins/database/testing/test-database.ts';
import { compileRoute } from './compiled-route.ts';
import { type Route, Routes } from './contract.ts';
import { callersOf } from './testing/callers-of-routes.ts';

const FILE = 'testing/routes.txt';

let environment: TestDatabaseEnvironment;
let kernel: TestKernel;
let routes: readonly Route[];
beforeAll(async () => {
  environment = await testDatabaseEnvironment();
  const env = { ...environment.env, PORT: '0', HOST: '127.0.0.1', WEFT_QUIET: 'true', WEFT_ENGINE_THREADS: '0' };
  kernel = await startTestKernel({ plugins: ['engine', 'http', 'plugins'], home: environment.home, env });
  routes = kernel.contributions(Routes).all();
});
afterAll(async () => {
  await kernel?.dispose();
  await environment.dispose();
});

/** What each plugin's list says now: whoever changes who may call a route changes a line there, where a reviewer sees it. */
async function told(): Promise<Set<string>> {
  const files = pluginFiles(FILE).map(async ({ path, url }) => {
    const lines = (await readFile(url, 'utf8')).trimEnd().split('\n');
    return lines.map((line) => `${path}: ${line}`);
  });
  return new Set((await Promise.all(files)).flat());
}

it('attack T02: each plugin lists who may call its routes: anyone, or whom, with which permission', async () => {
  const folders = pluginFolders();
  const fileOf = ({ id }: Route) => {
    const folder = folders.get(id.split('.')[0] ?? '');
    return folder === undefined ? `the id "${id}" does not begin with the id of its plugin` : `${folder}/${FILE}`;
  };
  const there = new Set(routes.map((route) => `${fileOf(route)}: ${callersOf(route)}`));
  const before = await told();
  const add = [...there].filter((line) => !before.has(line)).map((line) => `add to ${line}`);
  const remove = [...before].filter((line) => !there.has(line)).map((line) => `remove from ${line}`);
  expect([...add, ...remove].sort()).toEqual([]);
  expect(there.size).toBeGreaterThan(200);
});

it('every schema compiles', () => {
  // A running server compiles them when it listens already; what is no schema must be found before that.
  for (const route of routes) compileRoute(route).compile();
});
