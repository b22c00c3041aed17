import type { GitHost, SourceSettings } from './contract.ts';

/** Where the archive of a repository lies, and how its host is told who asks. */
export interface ArchiveAddress {
  readonly url: string;
  readonly headers: readonly (readonly [string, string])[];
  /** Of these, those that hold credentials, besides `authorization`. */
  readonly secretHeaders: readonly string[];
  /** Everything in it lies in one folder, which is none of the repository's. */
  readonly hasOuterFolder: boolean;
}

/** Who keeps the repository of an address, where that tells; null: it does not. */
export function hostOf(address: URL): GitHost | null {
  if (/\.(?:tar\.gz|tgz)$/i.test(address.pathname)) return 'archive';
  const { hostname } = address;
  if (/^(?:www\.)?github\.com$/.test(hostname)) return 'github';
  if (/(?:^|\.)bitbucket\.org$/.test(hostname)) return 'bitbucket';
  if (/(?:^|\.)gitlab\./.test(hostname)) return 'gitlab';
  if (hostname === 'codeberg.org' || /(?:^|\.)(?:gitea|forgejo)\./.test(hostname)) return 'gitea';
  return null;
}

/**
 * Hosts make archives of a branch, a tag or a commit, of the main branch where none is named. GitHub gives those of public
 * repositories to anybody at an address without a limit of calls, those of others at that of its API.
 */
export function archiveAddress(settings: SourceSettings, token: string | null): ArchiveAddress {
  const address = new URL(settings.url);
  const path = repositoryPath(address);
  const branch = encodeURIComponent(settings.branch).replaceAll('%2F', '/');
  const bearer = token === null ? [] : [['authorization', `Bearer ${token}`] as const];
  const plain = { secretHeaders: [], hasOuterFolder: true, headers: bearer };
  switch (settings.host) {
    case 'github':
      return token === null
        ? { ...plain, url: `https://codeload.github.com/${path}/tar.gz/${branch || 'HEAD'}` }
        : { ...plain, url: `https://api.github.com/repos/${path}/tarball${branch && `/${branch}`}` };
    case 'gitlab': {
      const project = encodeURIComponent(decodeURIComponent(path));
      const query = settings.branch === '' ? '' : `?sha=${encodeURIComponent(settings.branch)}`;
      return {
        ...plain,
        url: `${address.origin}/api/v4/projects/${project}/repository/archive.tar.gz${query}`,
        headers: token === null ? [] : [['private-token', token]],
        secretHeaders: ['private-token'],
      };
    }
    case 'gitea': {
      const headers = token === null ? [] : [['authorization', `token ${token}`] as const];
      return { ...plain, url: `${address.origin}/api/v1/repos/${path}/archive/${branch || 'HEAD'}.tar.gz`, headers };
    }
    case 'bitbucket':
      return { ...plain, url: `${address.origin}/${path}/get/${branch || 'HEAD'}.tar.gz` };
    default:
      return { ...plain, url: address.href, hasOuterFolder: false };
  }
}

/** Its page, or the address it is cloned from. */
function repositoryPath({ pathname }: URL): string {
  const path = pathname.replace(/^\/+|\/+$/g, '').replace(/\.git$/, '');
  return path.split('/-/', 1)[0] ?? path;
}

/**
 * The path of a file in its repository; null: it is none of one. Nobody takes it for a path of this machine, but what
 * looks like an attempt is no document either.
 */
export function filePath(written: string, { hasOuterFolder }: Pick<ArchiveAddress, 'hasOuterFolder'>): string | null {
  const segments = written.replace(/^\.\//, '').split('/');
  const own = hasOuterFolder ? segments.slice(1) : segments;
  const isOdd = own.some((segment) => segment === '' || segment === '.' || segment === '..');
  const path = own.join('/');
  const isText = path.isWellFormed() && !/[\p{Cc}\\]/u.test(path) && !path.includes('\ufffd');
  return own.length === 0 || isOdd || !isText || Buffer.byteLength(path) > 1_500 ? null : path;
}
