import { currentTime, isPlatformError } from '#kernel';
import type { Egress } from '#plugins/egress/contract.ts';
import type { AccountProvider, ProviderClient, Tokens } from './contract.ts';
import { unavailable } from './failures.ts';

/** Far above any answer with tokens. */
const LIMIT = 200_000;

/** What a token endpoint said instead of giving tokens (RFC 6749, 5.2). */
export class TokenRefusal extends Error {
  readonly error: string;
  readonly subtype: string;

  constructor(error: string, subtype: string) {
    super(`the token endpoint says ${error}`);
    this.error = error;
    this.subtype = subtype;
  }
}

export interface TokenAsk {
  readonly provider: AccountProvider;
  readonly client: ProviderClient;
  /** Of the grant, without the client. */
  readonly fields: Readonly<Record<string, string>>;
  /** Taken where the answer names none (RFC 6749, 5.1). */
  readonly scopes: readonly string[];
}

/**
 * Asks for tokens: OAuth 2 as services speak it. Throws `TokenRefusal` where the service says no; `connected-accounts.unavailable`
 * where it can't be asked, which says nothing about the grant.
 */
export async function askForTokens(egress: Egress, { provider, client, fields, scopes }: TokenAsk): Promise<Tokens> {
  const { format = 'form', client: place = 'body' } = provider.tokenRequest ?? {};
  const all =
    place === 'basic' ? fields : { ...fields, client_id: client.clientId, client_secret: client.clientSecret };
  const headers: [string, string][] = [
    ['accept', 'application/json'],
    ['content-type', format === 'json' ? 'application/json' : 'application/x-www-form-urlencoded'],
  ];
  if (place === 'basic') {
    const pair = [client.clientId, client.clientSecret].map(encodeURIComponent).join(':');
    headers.push(['authorization', `Basic ${Buffer.from(pair).toString('base64')}`]);
  }
  const body = format === 'json' ? JSON.stringify(all) : new URLSearchParams(all).toString();
  const { status, answer } = await sent(egress, provider, {
    url: provider.endpoints(client.baseUrl).token,
    method: 'POST',
    headers,
    body,
    decompress: true,
  });
  const { error, error_subtype: subtype, access_token: accessToken } = answer;
  // GitHub refuses with the status 200.
  if (typeof error === 'string') throw new TokenRefusal(word(error), word(subtype));
  if (status !== 200 || typeof accessToken !== 'string' || accessToken === '') throw unavailable(provider.label);
  const { refresh_token: refreshToken, expires_in: seconds } = answer;
  const expiresIn = Number(seconds ?? Number.NaN);
  return {
    accessToken,
    ...(typeof refreshToken === 'string' && refreshToken !== '' && { refreshToken }),
    scopes: scopesIn(answer.scope) ?? scopes,
    expiresAt: Number.isFinite(expiresIn) ? currentTime() + expiresIn * 1000 : null,
  };
}

/** Tells a service that a token is over (RFC 7009). Whether it listens changes nothing here. */
export async function tellRevoked(
  egress: Egress,
  provider: AccountProvider,
  client: ProviderClient,
  token: string,
): Promise<void> {
  const { revoke } = provider.endpoints(client.baseUrl);
  if (revoke === undefined) return;
  const fields = { token, client_id: client.clientId, client_secret: client.clientSecret };
  const response = await egress.request({
    url: revoke,
    method: 'POST',
    headers: [['content-type', 'application/x-www-form-urlencoded']],
    body: new URLSearchParams(fields).toString(),
  });
  response.body.destroy();
}

async function sent(egress: Egress, provider: AccountProvider, request: Parameters<Egress['request']>[0]) {
  try {
    const response = await egress.request({ ...request, headersTimeout: 15_000, bodyTimeout: 15_000 });
    const text = await response.text(LIMIT);
    if (response.status >= 500 || response.status === 429) throw unavailable(provider.label);
    return { status: response.status, answer: objectIn(text) };
  } catch (error) {
    if (isPlatformError(error) && error.code === 'egress.address_refused') throw error;
    throw unavailable(provider.label);
  }
}

function objectIn(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** Texts of a service go into messages only as the codes that the standard has. */
function word(value: unknown): string {
  return typeof value === 'string' && /^[a-z_]{1,60}$/.test(value) ? value : '';
}

/** Apart by spaces as the standard has it, or by commas. */
function scopesIn(value: unknown): readonly string[] | null {
  if (typeof value !== 'string') return null;
  const scopes = value.split(/[ ,]+/).filter((scope) => scope !== '');
  return scopes.length === 0 ? null : scopes;
}
