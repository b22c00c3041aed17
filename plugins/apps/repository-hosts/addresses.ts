import { PlatformError } from '#kernel';

/** An address of git over https or ssh, without credentials. Throws `repository-hosts.invalid`. */
export function checkedUrl(url: string, provider: string): string {
  const short = /^([A-Za-z0-9._-]+)@([A-Za-z0-9.-]+):(?!\/)([^\s]+)$/.exec(url.trim());
  const long = short === null ? url.trim() : `ssh://${short[1]}@${short[2]}/${short[3]}`;
  if (!URL.canParse(long)) {
    throw invalid('url', 'This is no address: https://host/team/apps.git, or git@host:team/apps.git.');
  }
  const { protocol, password, username, search, hash, pathname } = new URL(long);
  const isSsh = provider === 'ssh';
  if (isSsh && protocol !== 'ssh:') {
    throw invalid('url', 'With a deploy key the address begins with ssh://, or is git@host:team/apps.git.');
  }
  if (!isSsh && protocol !== 'https:' && protocol !== 'http:')
    throw invalid('url', 'The address begins with https://.');
  if (password !== '' || (!isSsh && username !== '')) {
    throw invalid('url', 'Take the name and the password out of the address: connect an account for them.');
  }
  if (search !== '' || hash !== '' || pathname.length < 2 || /(?:^|\/)\.\.(?:\/|$)|%2e%2e|%00/i.test(pathname)) {
    throw invalid('url', 'The address has a host and a path, and nothing behind it.');
  }
  return long;
}

/** `team/apps`, as people call it. */
export function repositoryOf(url: string): string {
  return new URL(url).pathname
    .replace(/^\/+/, '')
    .replace(/\.git$/, '')
    .slice(0, 300);
}

export function invalid(field: string, message: string): PlatformError {
  return new PlatformError('invalid', 'repository-hosts.invalid', message, { field });
}
