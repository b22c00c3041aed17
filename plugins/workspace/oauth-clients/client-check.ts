import type { Egress } from '#plugins/egress/contract.ts';
import type { InstallationClient } from './contract.ts';
import { endpointsOf } from './endpoints.ts';

/** What a service says of a client: it takes it, it refuses it, or it says neither. */
export interface ClientCheck {
  readonly result: 'accepted' | 'refused' | 'unclear';
  /** The name of its error, as the service says it; empty: it said none. */
  readonly says: string;
  /** The host that was asked. */
  readonly host: string;
}

const TIMES = { connectTimeout: 5_000, headersTimeout: 10_000, bodyTimeout: 10_000 } as const;
const LIMIT = 64 * 1024;

/** The code is wrong on purpose: a service that says so has looked at id and secret before, and takes them. */
const accepted = new Set(['invalid_grant', 'bad_verification_code']);
const refused = new Set([
  'invalid_client',
  'unauthorized_client',
  'incorrect_client_credentials',
  'redirect_uri_mismatch',
]);

/** Asks the service itself, with a code that nobody was given. Throws what the guarded client says. */
export async function checkClient(
  egress: Egress,
  client: InstallationClient,
  redirectUri: string,
): Promise<ClientCheck> {
  const url = endpointsOf(client).token;
  const form = new URLSearchParams({
    grant_type: 'authorization_code',
    code: 'a-code-that-nobody-was-given',
    client_id: client.clientId,
    client_secret: client.clientSecret,
    redirect_uri: redirectUri,
  });
  const answer = await egress.request({
    ...TIMES,
    url,
    method: 'POST',
    headers: [
      ['content-type', 'application/x-www-form-urlencoded'],
      ['accept', 'application/json'],
    ],
    body: form.toString(),
  });
  const says = errorIn(await answer.text(LIMIT));
  const result = accepted.has(says) ? 'accepted' : refused.has(says) ? 'refused' : 'unclear';
  return { result, says, host: new URL(url).host };
}

/** The error's name alone: what else a service writes may repeat what it was sent. */
function errorIn(text: string): string {
  try {
    const body: unknown = JSON.parse(text);
    const error = typeof body === 'object' && body !== null && 'error' in body ? body.error : undefined;
    return typeof error === 'string' && /^[\w.-]{1,60}$/.test(error) ? error : '';
  } catch {
    return '';
  }
}
