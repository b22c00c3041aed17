import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { callsIn, callsOfPages, type PageCall } from './testing/page-calls.ts';
import { withoutPage } from './testing/without-page.ts';

/** `get /console/api/apps/{app_id}`, as the generated types of all routes have them; a test says when these are out of date. */
function routesOfConsole(): readonly string[] {
  const types = readFileSync(new URL('../../core/commands/generated/paths.ts', import.meta.url), 'utf8');
  return [...types.matchAll(/^ {2}"(\/console\/api\/[^"]*)": \{(.*)$/gm)].flatMap(([, path = '', operations = '']) =>
    [...operations.matchAll(/(?:^|; | )(get|post|put|patch|delete): \{ parameters:/g)].map(
      ([, m = '']) => `${m} ${path}`,
    ),
  );
}

/** Names of parameters don't count; what a page puts together itself (`*`) is any segment, and at the end any number. */
function reaches(call: Pick<PageCall, 'method' | 'path'>, route: string): boolean {
  const [method, path = ''] = route.split(' ');
  if (method !== call.method) return false;
  const wanted = path.split('/');
  const given = call.path.split('/');
  const isMet = (segment: string, at: number) =>
    segment === '*' || segment === wanted[at] || (segment.startsWith('{') && wanted[at]?.startsWith('{') === true);
  const isLong = given.at(-1) === '*' ? wanted.length >= given.length : wanted.length === given.length;
  return isLong && given.every(isMet);
}

const routes = routesOfConsole();
const calls = callsOfPages();

it('every route of the console is called by a page, or stands in a list with a reason', () => {
  const listed = new Set(withoutPage.flatMap((reason) => reason.routes));
  const called = new Set(routes.filter((route) => calls.some((call) => reaches(call, route))));
  const add = routes.filter((route) => !called.has(route) && !listed.has(route));
  const remove = [...listed].filter((route) => called.has(route) || !routes.includes(route));
  expect({ add, remove }).toEqual({ add: [], remove: [] });
  expect(routes.length).toBeGreaterThan(300);
});

it('every call of a page reaches a route', () => {
  const lost = calls.filter((call) => !routes.some((route) => reaches(call, route)));
  expect(lost).toEqual([]);
});

it('finds calls by their method and address, over constants and choices, and none in what is only named', () => {
  const source = `
    const one = '/console/api/things/{id}';
    const query = \`\${one}/parts\`;
    await call.patch(one, { path });
    const answer = useApi(query, { path });
    await call.post(isOn ? '/console/api/on' : '/console/api/off', {});
    await call.open('DELETE', \`\${one}/\${action}\`);
    await fetch('/console/api/sessions', { method: 'POST' });
    invalidate(one, '/console/api/elsewhere');`;
  expect(callsIn(source).map(({ method, path }) => `${method} ${path}`)).toEqual([
    'patch /console/api/things/{id}',
    'get /console/api/things/{id}/parts',
    'post /console/api/on',
    'post /console/api/off',
    'delete /console/api/things/{id}/*',
    'post /console/api/sessions',
  ]);
});
