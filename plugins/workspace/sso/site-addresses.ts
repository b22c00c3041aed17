import type { HttpServer } from '#http';

const ROOT = '/console/api/sso';

/** Where browsers begin. */
export function startAddress(server: HttpServer, connectionId: string): string {
  return `${server.publicUrl('console')}${ROOT}/${connectionId}/start`;
}

/** Where browsers of visitors begin. */
export function visitAddress(server: HttpServer, connectionId: string): string {
  return `${server.publicUrl('console')}${ROOT}/${connectionId}/visit`;
}

/** Where OpenID providers send browsers back to. */
export function callbackAddress(server: HttpServer): string {
  return `${server.publicUrl('console')}${ROOT}/callback`;
}

/** Where SAML providers send browsers with their assertions: its own for each connection, so none fits another. */
export function acsAddress(server: HttpServer, connectionId: string): string {
  return `${server.publicUrl('console')}${ROOT}/${connectionId}/acs`;
}

/** What SAML providers know us by, and where our metadata are. */
export function metadataAddress(server: HttpServer, connectionId: string): string {
  return `${server.publicUrl('console')}${ROOT}/${connectionId}/metadata`;
}

/** Whether cookies must not go over plain HTTP. */
export function isSecure(server: HttpServer): boolean {
  return server.publicUrl('console').startsWith('https:');
}
