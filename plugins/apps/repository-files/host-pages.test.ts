import { expect, it } from 'vitest';
import { pageOf } from './host-pages.ts';

it('a file has the page that its host shows it on; of other hosts it is that of the repository', () => {
  const page = (provider: string, url: string) => pageOf({ provider, url }, 'feature/x', 'docs/a b#1.md');
  const end = 'feature/x/docs/a%20b%231.md';
  expect(page('github', 'https://github.com/team/docs.git')).toBe(`https://github.com/team/docs/blob/${end}`);
  expect(page('gitlab', 'https://git.example.com/a/b/docs.git')).toBe(`https://git.example.com/a/b/docs/-/blob/${end}`);
  expect(page('none', 'https://codeberg.org/team/docs')).toBe(`https://codeberg.org/team/docs/src/branch/${end}`);
  expect(page('bitbucket', 'https://bitbucket.org/team/docs.git')).toBe(`https://bitbucket.org/team/docs/src/${end}`);
  expect(page('ssh', 'ssh://git@github.com:22/team/docs.git')).toBe(`https://github.com/team/docs/blob/${end}`);
  expect(page('git', 'http://10.0.0.1:8080/docs.git/')).toBe('http://10.0.0.1:8080/docs');
});
