import { invalidRequest } from './failure.ts';

/** Where a repository is. */
export type Address =
  | { readonly protocol: 'http'; readonly url: string; readonly host: string }
  | {
      readonly protocol: 'ssh';
      readonly host: string;
      readonly port: number;
      readonly user: string;
      readonly path: string;
    };

/** Throws `git.invalid_request`. */
export function addressOf(url: string): Address {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (parsed === null || !/^(?:https?|ssh):$/.test(parsed.protocol)) {
    throw invalidRequest('The address of a repository begins with https:// or ssh://.', 'url');
  }
  if (parsed.password !== '') throw invalidRequest('The address of a repository has no password in it.', 'url');
  if (parsed.search !== '' || parsed.hash !== '' || parsed.pathname.length < 2) {
    throw invalidRequest('The address of a repository is a host and a path, with nothing behind them.', 'url');
  }
  if (parsed.protocol === 'ssh:') return sshAddress(parsed);
  if (parsed.username !== '') throw invalidRequest('The address of a repository names no user.', 'url');
  return { protocol: 'http', url: parsed.href.replace(/\/+$/, ''), host: parsed.host };
}

function sshAddress(parsed: URL): Address {
  const [user, path] = [decoded(parsed.username), decoded(parsed.pathname)];
  if (!/^[\w.-]+$/.test(user)) throw invalidRequest('The address names the user, as in ssh://git@host/path.', 'url');
  // It becomes a word of a command on the server.
  if (/['"`\\!\p{Cc}]/u.test(path) || path.startsWith('/-')) {
    throw invalidRequest('The path of the repository holds characters that can not be sent.', 'url');
  }
  const host = parsed.hostname.replace(/^\[(.*)\]$/, '$1');
  return { protocol: 'ssh', host, port: Number(parsed.port) || 22, user, path };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw invalidRequest('The address has a broken escape in it.', 'url');
  }
}
