import { isMapping } from '#engine';
import { currentTime, isPlatformError, PlatformError } from '#kernel';
import type { Egress } from '#plugins/egress/contract.ts';
import type { AccessToken, Credentials, OAuthSettings } from '#plugins/tool-openapi/provider.ts';
import { withoutSecrets } from './credentials.ts';

const MAX_BYTES = 256 * 1024;
const TIME_MS = 30_000;

/** Asks for a token (RFC 6749, 4.1.3, 4.4.2 and 6). `fields`: of the grant. Throws `tool-openapi.no_token`. */
export async function requestToken(
  egress: Egress,
  settings: OAuthSettings,
  {
    credentials,
    fields,
    signal,
  }: {
    readonly credentials: Credentials;
    readonly fields: Readonly<Record<string, string>>;
    readonly signal: AbortSignal;
  },
): Promise<AccessToken> {
  const { client_id: id = '', client_secret: secret = '' } = credentials;
  const form = new URLSearchParams(fields);
  const headers: [string, string][] = [
    ['Content-Type', 'application/x-www-form-urlencoded'],
    ['Accept', 'application/json'],
  ];
  // A client without a secret is public: it says who it is in the form.
  if (secret === '' || settings.client_authentication === 'post') {
    form.set('client_id', id);
    if (secret !== '') form.set('client_secret', secret);
  } else {
    const pair = `${encodeURIComponent(id)}:${encodeURIComponent(secret)}`;
    headers.push(['Authorization', `Basic ${Buffer.from(pair).toString('base64')}`]);
  }
  const host = URL.parse(settings.token_url)?.host ?? 'the token endpoint';
  const secrets = [
    secret,
    ...Object.values(fields).filter((value) => value.length >= 8 && value !== fields.grant_type),
  ];
  const time = AbortSignal.timeout(TIME_MS);
  let status = 0;
  let text = '';
  try {
    // Redirects are not followed: the client's secret is for this address.
    const answer = await egress.request({
      url: settings.token_url,
      method: 'POST',
      headers,
      body: form.toString(),
      decompress: true,
      signal: AbortSignal.any([signal, time]),
    });
    status = answer.status;
    text = await answer.text(MAX_BYTES);
  } catch (error) {
    signal.throwIfAborted();
    if (time.aborted) throw noToken(`${host} took too long to give a token.`);
    if (isPlatformError(error)) throw noToken(`${host} gave no token: ${error.message}`);
    throw error;
  }
  const answer = parsed(text);
  const token = tokenIn(answer);
  if (status === 200 && token !== null) return token;
  const told = [answer.error, answer.error_description].filter((part) => typeof part === 'string').join(': ');
  const why =
    told === '' ? `it answered ${status}` : `it answered ${status}, ${withoutSecrets(told, secrets).slice(0, 300)}`;
  const message = `${host} gave no token: ${why}. Check the client, its secret, the scopes and the token URL.`;
  throw answer.error === 'invalid_grant' ? authorizationOver(message) : noToken(message);
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return isMapping(value) ? value : {};
  } catch {
    // Some answer as a form.
    return Object.fromEntries(new URLSearchParams(text.slice(0, 20_000)));
  }
}

function tokenIn(answer: Readonly<Record<string, unknown>>): AccessToken | null {
  const { access_token: access, refresh_token: refresh, expires_in: expires } = answer;
  if (typeof access !== 'string' || !/^[\x21-\x7e]{1,16000}$/.test(access)) return null;
  const seconds = Number(expires);
  const isKnown =
    (typeof expires === 'number' || typeof expires === 'string') && Number.isFinite(seconds) && seconds > 0;
  return {
    access,
    refresh: typeof refresh === 'string' && refresh.length <= 16_000 && refresh !== '' ? refresh : null,
    expiresAt: isKnown ? currentTime() + Math.min(seconds, 10 * 365 * 86_400) * 1000 : null,
  };
}

function noToken(message: string): PlatformError {
  return new PlatformError('invalid', 'tool-openapi.no_token', message);
}

/** The grant itself does not count any more. */
function authorizationOver(message: string): PlatformError {
  return new PlatformError('invalid', 'tool-openapi.authorization_over', message);
}
