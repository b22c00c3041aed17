import type { HttpServer, PublicSite } from '#http';
import { PlatformError } from '#kernel';

type Headers = Readonly<Record<string, string | undefined>>;

const sites: readonly PublicSite[] = ['console', 'runtime', 'web-app'];
const local = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/;

/**
 * Refuses pages of other sites, also those whose name was made to lead here (DNS rebinding): a browser says where a page is from,
 * and that must be a name this installation is known to have. Programs say no origin. On this machine `Host` must be one too.
 */
export function checkOrigin(server: HttpServer, headers: Headers): void {
  const { origin, host = '' } = headers;
  if (origin === undefined) return;
  const from = URL.parse(origin)?.host ?? '';
  const known = sites.map((site) => URL.parse(server.publicUrl(site))?.host);
  const isOwn = known.includes(from) || (local.test(from) && local.test(host.toLowerCase()));
  if (isOwn && (local.test(host.toLowerCase()) || known.includes(host.toLowerCase()))) return;
  const message =
    'Pages of other sites may not call MCP servers here: call from a program, or set RUNTIME_URL to the address people use.';
  throw new PlatformError('forbidden', 'mcp-server.forbidden_origin', message);
}
