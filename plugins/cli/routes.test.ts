import { readdir, readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';

const read = (path: string) => readFile(new URL(path, import.meta.url), 'utf8');
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

it('each route of the console has a command, or a line in the README that says why not', async () => {
  const folder = new URL('./commands/', import.meta.url);
  const sources = await Promise.all((await readdir(folder)).map((name) => read(`./commands/${name}`)));
  const called = new Set(sources.flatMap(callsOf));
  const routes = (await read('../members/testing/console-permissions.txt')).trim().split('\n');
  const all = routes.map((line) => line.split('  ')[0] ?? '');
  const without = all.filter((route) => !called.has(unnamed(route)));
  const told = [...(await read('./README.md')).matchAll(/^\| `([A-Z]+ \/[^`]+)` \| .+ \|$/gm)].map(
    ([, route]) => route,
  );
  expect(called.size).toBeGreaterThan(90);
  expect(told.sort()).toEqual(without.sort());
});
