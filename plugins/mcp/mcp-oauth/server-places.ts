import type { HttpServer } from '#http';
import { isUuid } from '#kernel';

/** A server as clients name it: of an app, or of a workspace. */
export type NamedServer =
  | { readonly appId: string; readonly workspaceId: null }
  | { readonly appId: null; readonly workspaceId: string };

const path = /^\/mcp\/(apps|workspaces)\/([^/]+)$/;

/** The server at a path; null: there can be none. Whether there is one is not looked at. */
export function serverAt(text: string): NamedServer | null {
  const [, kind, given = ''] = path.exec(text) ?? [];
  if (kind === undefined || !isUuid(given)) return null;
  const id = given.toLowerCase();
  return kind === 'apps' ? { appId: id, workspaceId: null } : { appId: null, workspaceId: id };
}

/** Whether that is the server of a place. */
export function isServerOf(
  server: NamedServer,
  { workspaceId, appId }: { readonly workspaceId: string; readonly appId: string | null },
): boolean {
  return server.appId === null ? appId === null && server.workspaceId === workspaceId : server.appId === appId;
}

/** Addresses of servers and of what authorises for them, as people and clients reach them. */
export class ServerPlaces {
  readonly #http: HttpServer;

  constructor(http: HttpServer) {
    this.#http = http;
  }

  /** Of the authorization server: people sign in there, so it is the console's. */
  issuer(origin: string | undefined): string {
    return this.#http.publicUrl('console', origin);
  }

  address(server: { readonly appId: string | null; readonly workspaceId: string | null }, origin?: string): string {
    const rest = server.appId === null ? `workspaces/${server.workspaceId}` : `apps/${server.appId}`;
    return `${this.#http.publicUrl('runtime', origin)}/mcp/${rest}`;
  }

  /** Where clients learn who authorises for a server. */
  metadataAddress(server: NamedServer, origin: string | undefined): string {
    const runtime = this.#http.publicUrl('runtime', origin);
    return `${runtime}/.well-known/oauth-protected-resource${this.address(server, origin).slice(runtime.length)}`;
  }

  /** The server that a resource indicator (RFC 8707) names; null: none of this installation. */
  named(resource: string, origin: string | undefined): NamedServer | null {
    const runtime = this.#http.publicUrl('runtime', origin);
    const url = URL.parse(resource);
    if (url === null || url.search !== '' || resource.includes('#') || url.username !== '') return null;
    return url.href.startsWith(`${runtime}/`) ? serverAt(url.href.slice(runtime.length).replace(/\/$/, '')) : null;
  }
}
