import type { ApiProvider, Credentials } from '#plugins/tool-openapi/provider.ts';
import type { ApiRequest } from './build-request.ts';

/** What is sent for a request, with the names of headers that hold secrets. */
export interface SentRequest {
  readonly url: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly secretHeaders: readonly string[];
}

/** With what the value of a cookie can't hold in percent escapes (RFC 6265, cookie-octet). */
function cookieValue(text: string): string {
  return text.replace(/[^\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]+/g, encodeURIComponent);
}

/**
 * Adds what an API knows its caller by. A request to another origin than the provider's server gets nothing: whoever writes
 * a document, an address of an operation or a redirect would choose who gets the credentials. `token`: of OAuth.
 */
export function withCredentials(
  request: ApiRequest,
  { authentication, serverUrl }: Pick<ApiProvider, 'authentication' | 'serverUrl'>,
  { credentials, token }: { readonly credentials: Credentials; readonly token: string | null },
): SentRequest {
  const url = new URL(request.url);
  const cookies: [string, string][] = request.cookies.length > 0 ? [['Cookie', request.cookies.join('; ')]] : [];
  const headers = [...request.headers, ...cookies];
  const sent = (name?: string, value?: string): SentRequest => {
    if (name === undefined || value === undefined) return { url: url.href, headers, secretHeaders: [] };
    const others = headers.filter(([other]) => other.toLowerCase() !== name.toLowerCase());
    return { url: url.href, headers: [...others, [name, value]], secretHeaders: [name] };
  };
  if (url.origin !== new URL(serverUrl).origin) return sent();
  switch (authentication.type) {
    case 'none':
      return sent();
    case 'api_key': {
      const { name, prefix = '' } = authentication;
      const key = `${prefix === '' ? '' : `${prefix} `}${credentials.key ?? ''}`;
      if (authentication.in === 'header') return sent(name, key);
      if (authentication.in === 'cookie') {
        const others = request.cookies.filter((cookie) => !cookie.startsWith(`${name}=`));
        return sent('Cookie', [...others, `${name}=${cookieValue(key)}`].join('; '));
      }
      url.searchParams.set(name, key);
      return sent();
    }
    case 'basic': {
      const pair = Buffer.from(`${credentials.username ?? ''}:${credentials.password ?? ''}`);
      return sent('Authorization', `Basic ${pair.toString('base64')}`);
    }
    case 'bearer':
      return sent('Authorization', `Bearer ${credentials.token ?? ''}`);
    case 'oauth2_client_credentials':
    case 'oauth2_authorization_code':
      return token === null ? sent() : sent('Authorization', `Bearer ${token}`);
  }
}

/** What is secret of a call. Names of users and clients are words that answers may hold. */
export function secretsOf({ client_id: _, ...credentials }: Credentials, token: string | null): string[] {
  const { username, password, ...others } = credentials;
  const pair = password === undefined ? [] : [`${username ?? ''}:${password}`, password];
  return [...pair, ...Object.values(others), token ?? ''];
}

/** A text without what is secret, in all ways in which it is sent: servers repeat what they got. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets
    .filter((secret) => secret.length >= 4)
    .flatMap((secret) => [
      secret,
      encodeURIComponent(secret),
      cookieValue(secret),
      new URLSearchParams([['', secret]]).toString().slice(1),
      JSON.stringify(secret).slice(1, -1),
      Buffer.from(secret).toString('base64'),
    ])
    .reduce((told, secret) => told.replaceAll(secret, '***'), text);
}
