import type { HttpServer } from '#http';

interface Asked {
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Under which the client reached this server. */
  readonly origin?: string | undefined;
}

/** Whether a request comes from a page of the very host that it goes to, or from no page. */
export function isSameHost({ headers: { origin, host } }: Pick<Asked, 'headers'>): boolean {
  return origin === undefined || URL.parse(origin)?.host === host?.toLowerCase();
}

/** Whether a request comes from a page of this server, or from no page. */
export function isFromHere(server: HttpServer, { headers, origin: reached }: Asked): boolean {
  const { origin, host } = headers;
  if (origin === undefined) return true;
  const from = URL.parse(origin);
  if (from === null) return false;
  const own = [server.publicUrl('web-app', reached), server.publicUrl('runtime', reached)].map(
    (address) => URL.parse(address)?.host,
  );
  return from.host === host?.toLowerCase() || own.includes(from.host);
}
