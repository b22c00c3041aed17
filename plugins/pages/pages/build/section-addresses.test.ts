import { expect, it } from 'vitest';
import { addressesIn } from './section-addresses.ts';

it('finds the addresses of pages where sections declare them, and no links', async () => {
  const source = `
    const others = [{ path: '/tools/:id', load: () => import('./tool.tsx') }];
    export const section: StudioSection = {
      pages: [{ path: '/tools', permission, load: () => import('./tools.tsx') }, ...others],
      links: [{ group: 'workspace', path: '/elsewhere', icon: <Wrench />, order: 30 }],
    };`;
  expect(await addressesIn('tools.section.tsx', source)).toEqual(['/tools/:id', '/tools']);
});

it('refuses an address that it would have to guess', async () => {
  const source = "export const section = { pages: [{ path: base + '/new', load: () => import('./new.tsx') }] };";
  await expect(addressesIn('x.section.tsx', source)).rejects.toThrow('x.section.tsx: give the page a path');
});
