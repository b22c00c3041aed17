import { expect, it } from 'vitest';
import { matchPage, paramsOf } from './match.ts';

const page = (path: string) => ({ path, load: () => Promise.reject(new Error('not loaded here')) });

it('names parts of addresses, and tells others apart', () => {
  expect(paramsOf('/app/:app_id/runs', '/app/7/runs/')).toEqual({ app_id: '7' });
  expect(paramsOf('/app/:app_id', '/app/a%2Fb')).toEqual({ app_id: 'a/b' });
  expect(paramsOf('/app/:app_id/*', '/app/7/x/y')).toEqual({ app_id: '7', rest: 'x/y' });
  for (const other of ['/app', '/app/7/runs/8', '/apps/7/runs', '/app/%E0%A4%A/runs'])
    expect(paramsOf('/app/:app_id/runs', other)).toBeNull();
});

it('takes the page that says most of an address', () => {
  const pages = [page('/apps/*'), page('/apps/:id'), page('/apps/new')];
  expect(matchPage(pages, '/apps/new')?.page.path).toBe('/apps/new');
  expect(matchPage(pages, '/apps/7')?.page.path).toBe('/apps/:id');
  expect(matchPage(pages, '/apps/7/8')?.page.path).toBe('/apps/*');
  expect(matchPage(pages, '/tools')).toBeNull();
});
