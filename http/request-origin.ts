type Headers = Readonly<Record<string, string | undefined>>;

/** A name or address, perhaps with a port: what may stand in an address that is given back. */
const HOST = /^(?:[a-z0-9](?:[a-z0-9._-]{0,252})|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;

/**
 * Under which origin the client reached this server: its `Host`, or what a trusted proxy says of it (`Forwarded`,
 * `X-Forwarded-Host`, `X-Forwarded-Proto`; of several, what the nearest proxy said). undefined where that is no host.
 */
export function requestOrigin(headers: Headers, isProxyTrusted: boolean): string | undefined {
  const told = isProxyTrusted ? forwarded(headers) : {};
  const host = told.host ?? headers.host ?? '';
  if (!HOST.test(host)) return undefined;
  return `${told.proto?.toLowerCase() === 'https' ? 'https' : 'http'}://${host.toLowerCase()}`;
}

function forwarded(headers: Headers): { readonly host?: string | undefined; readonly proto?: string | undefined } {
  const pairs = (last(headers.forwarded) ?? '').split(';').map((pair): [string, string] => {
    const at = pair.indexOf('=');
    const value = pair.slice(at + 1).trim();
    return [pair.slice(0, Math.max(0, at)).trim().toLowerCase(), value.replace(/^"(.*)"$/, '$1')];
  });
  const named = new Map(pairs);
  return {
    host: named.get('host') ?? last(headers['x-forwarded-host']),
    proto: named.get('proto') ?? last(headers['x-forwarded-proto']),
  };
}

function last(list: string | undefined): string | undefined {
  return list?.split(',').at(-1)?.trim() || undefined;
}
