import { redirectFault } from './redirect-uris.ts';
import { Refusal } from './refusal.ts';

/** How a client proves at the token address that it is the one. */
export const authMethods = ['none', 'client_secret_basic', 'client_secret_post'] as const;
export type AuthMethod = (typeof authMethods)[number];

/** A client, whatever it is known by. */
export interface Client {
  /** A UUID of one that registered, or the address of its metadata document. */
  readonly id: string;
  /** What it calls itself: a text that nobody has checked. Never empty. */
  readonly name: string;
  /** Of its site; null: it names none. */
  readonly uri: string | null;
  readonly redirectUris: readonly string[];
  readonly authMethod: AuthMethod;
}

const MAX_NAME = 100;
const MAX_REDIRECTS = 20;
const MAX_URI = 500;

type Mapping = Readonly<Record<string, unknown>>;

/** Reads what a client says of itself (RFC 7591, 2). Throws `Refusal`. What is not known here is ignored, as the RFC has it. */
export function readClientMetadata(given: Mapping): Omit<Client, 'id'> {
  const redirectUris = readRedirects(given.redirect_uris);
  for (const [field, own] of [
    ['grant_types', 'authorization_code'],
    ['response_types', 'code'],
  ] as const) {
    const values = given[field];
    if (values === undefined || (Array.isArray(values) && values.includes(own))) continue;
    throw invalidMetadata(`${field} must have ${own}, which is what is offered`);
  }
  return {
    name: readName(given.client_name) ?? shownHost(redirectUris[0] ?? ''),
    uri: readUri(given.client_uri),
    redirectUris,
    authMethod: readMethod(given.token_endpoint_auth_method),
  };
}

function readRedirects(given: unknown): readonly string[] {
  const isList = Array.isArray(given) && given.length > 0 && given.every((each) => typeof each === 'string');
  if (!isList || given.length > MAX_REDIRECTS)
    throw new Refusal('invalid_redirect_uri', `redirect_uris is a list of 1 to ${MAX_REDIRECTS} addresses`);
  for (const uri of given as readonly string[]) {
    const fault = redirectFault(uri);
    if (fault !== null) throw new Refusal('invalid_redirect_uri', `'${uri.slice(0, 100)}' in redirect_uris ${fault}`);
  }
  return given as readonly string[];
}

/** A method that is not offered is no refusal: the answer tells which one it is (RFC 7591, 3.2.1). */
function readMethod(given: unknown): AuthMethod {
  return authMethods.find((method) => method === given) ?? 'none';
}

/** One line, without what turns or hides what follows it; undefined: none that people could read. */
function readName(given: unknown): string | undefined {
  if (typeof given !== 'string') return undefined;
  const name = given
    .toWellFormed()
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .trim()
    .slice(0, MAX_NAME)
    .toWellFormed()
    .trim();
  return name === '' ? undefined : name;
}

function readUri(given: unknown): string | null {
  if (typeof given !== 'string' || given.length > MAX_URI) return null;
  const url = URL.parse(given);
  return url?.protocol === 'https:' && url.username === '' ? url.href : null;
}

function shownHost(uri: string): string {
  return URL.parse(uri)?.host || 'A client without a name';
}

export function invalidMetadata(description: string): Refusal {
  return new Refusal('invalid_client_metadata', description);
}
