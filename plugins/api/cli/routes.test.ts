import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Route, Routes } from '#http';
import { pluginFiles, pluginFolders } from '#kernel/testing/plugin-files.ts';
import { startTestKernel, type TestKernel } from '#kernel/testing/test-kernel.ts';
import { allCommands } from '#plugins/cli/all-commands.ts';
import type { Command } from '#plugins/commands/contract.ts';
import { type TestDatabaseEnvironment, testDatabaseEnvironment } from '#plugins/database/testing/test-database.ts';

let environment: TestDatabaseEnvironment;
let kernel: TestKernel;
let routes: readonly Route[];
beforeAll(async () => {
  environment = await testDatabaseEnvironment();
  const env = { ...environment.env, PORT: '0', HOST: '127.0.0.1', WEFT_QUIET: 'true', WEFT_ENGINE_THREADS: '0' };
  kernel = await startTestKernel({ plugins: ['engine', 'http', 'plugins'], home: environment.home, env });
  const all = kernel.contributions(Routes).all();
  routes = all.filter(({ path, access }) => /^\/(console|assistant)\//.test(path) && access.authenticator !== 'public');
});
afterAll(async () => {
  await kernel?.dispose();
  await environment.dispose();
});

const unnamed = (route: string) => route.replace(/:\w+|\{\w+\}/g, ':');

/** Method and path of each call in a file; addresses that have a name are looked up where they were named last. */
function callsOf(source: string): string[] {
  const named = (name: string, before: number): string => {
    const found = [...source.matchAll(new RegExp(`const ${name} =\\s*['\`]([^'\`]*)['\`]`, 'g'))];
    return (found.findLast(({ index }) => index < before) ?? found[0])?.[1] ?? '';
  };
  return [...source.matchAll(/\.(GET|POST|PUT|PATCH|DELETE)\(\s*(?:['`]([^'`]*)['`]|(\w+))/g)].map((call) => {
    const [, method = '', literal, name = ''] = call;
    const path = literal ?? named(name, call.index);
    return unnamed(`${method} ${path.replace(/\$\{(\w+)\}/g, (_, part: string) => named(part, call.index))}`);
  });
}

it('each route of the console has a command, or says why not', async () => {
  const shared = pluginFiles('*.ts').filter(({ plugin }) => plugin === 'commands');
  const files = [...shared, ...pluginFiles('commands/*.ts'), ...pluginFiles('commands/parts/*.ts')];
  const sources = await Promise.all(files.map(({ url }) => readFile(url, 'utf8')));
  const routesOf = ({ routes: own = [] }: Command) => own.map(({ method, path }) => `${method} ${path}`);
  const made = (await allCommands()).flatMap(routesOf);
  const called = new Set([...sources.flatMap(callsOf), ...made.map(unnamed)]);
  expect(called.size).toBeGreaterThan(90);
  const wrong = routes.flatMap(({ id, method, path, noCommand }) => {
    const isCalled = called.has(unnamed(`${method} ${path}`));
    if (isCalled !== (noCommand !== undefined)) return [];
    const folder = pluginFolders().get(id.split('.')[0] ?? '');
    return isCalled
      ? [`${method} ${path}: a command calls it; take noCommand out of route() of "${id}"`]
      : [
          `${method} ${path}: add a command to ${folder}/commands/, or say in route() of "${id}" why there is none: noCommand: '…'`,
        ];
  });
  expect(wrong).toEqual([]);
});
