/** Where hosts show a file of a branch. */
const shownAt: Readonly<Record<string, string>> = {
  github: 'blob/',
  gitlab: '-/blob/',
  gitea: 'src/branch/',
  bitbucket: 'src/',
};
const publicHosts: Readonly<Record<string, string>> = {
  'github.com': 'github',
  'gitlab.com': 'gitlab',
  'codeberg.org': 'gitea',
  'bitbucket.org': 'bitbucket',
};

/** The page of a file at its host; of a host that is not known, that of its repository. `provider`: of connected accounts. */
export function pageOf(at: { readonly provider: string; readonly url: string }, branch: string, path: string): string {
  const { protocol, hostname, host, pathname } = new URL(at.url);
  const isWeb = protocol === 'https:' || protocol === 'http:';
  const place = pathname.replace(/\/+$/, '').replace(/\.git$/, '');
  // What is reached by ssh has its pages where the web is.
  const page = isWeb ? `${protocol}//${host}${place}` : `https://${hostname}${place}`;
  const shown = shownAt[at.provider] ?? shownAt[publicHosts[hostname] ?? ''];
  if (shown === undefined) return page;
  const encoded = (text: string) => text.split('/').map(encodeURIComponent).join('/');
  return `${page}/${shown}${encoded(branch)}/${encoded(path)}`;
}
