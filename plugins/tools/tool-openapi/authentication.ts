import { PlatformError } from '#kernel';
import type { Egress } from '#plugins/egress/contract.ts';
import { type ApiProvider, type Authentication, type Credentials, credentialFields } from './provider.ts';

const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,200}$/;
/** Headers that say something else than who calls, or belong to the connection. */
const refusedNames =
  /^(accept|connection|content-(type|length|encoding)|expect|host|keep-alive|te|trailer|transfer-encoding|upgrade|proxy-.*)$/i;

/** What a body may say of an authentication (`Authentication`). */
export const authenticationSchema = {
  type: 'object',
  required: ['type'],
  additionalProperties: false,
  description:
    'How requests to the API are authenticated: `none`, `api_key` (`in`, `name`, `prefix`), `basic`, `bearer`, `oauth2_client_credentials` or `oauth2_authorization_code` (`token_url`, `authorization_url`, `scopes`, `client_authentication`).',
  properties: {
    type: {
      type: 'string',
      enum: ['none', 'api_key', 'basic', 'bearer', 'oauth2_client_credentials', 'oauth2_authorization_code'],
    },
    in: { type: 'string', enum: ['header', 'query', 'cookie'] },
    name: { type: 'string', minLength: 1, maxLength: 200 },
    prefix: {
      type: 'string',
      maxLength: 100,
      pattern: '^[\\x21-\\x7e]*$',
      description: 'ASCII characters without spaces. A space is added after it.',
    },
    token_url: { type: 'string', maxLength: 2000 },
    authorization_url: { type: 'string', maxLength: 2000 },
    scopes: {
      type: 'array',
      maxItems: 100,
      items: {
        type: 'string',
        maxLength: 300,
        pattern: '^[\\x21\\x23-\\x5b\\x5d-\\x7e]+$',
        description: 'ASCII characters without spaces, quotes and backslashes.',
      },
    },
    client_authentication: { type: 'string', enum: ['basic', 'post'] },
  },
} as const;

type Given = Readonly<Record<string, unknown>> & { readonly type: string };

/** The authentication that a body names. Throws `tool-openapi.invalid_authentication`. */
export function readAuthentication(given: Given): Authentication {
  const allowed: Readonly<Record<string, readonly string[]>> = {
    api_key: ['in', 'name', 'prefix'],
    oauth2_client_credentials: ['token_url', 'scopes', 'client_authentication'],
    oauth2_authorization_code: ['token_url', 'authorization_url', 'scopes', 'client_authentication'],
  };
  const extra = Object.keys(given).find((key) => key !== 'type' && !(allowed[given.type] ?? []).includes(key));
  if (extra !== undefined) throw invalidAuthentication(`authentication of the type ${given.type} has no "${extra}".`);
  const { type } = given;
  if (type === 'none' || type === 'basic' || type === 'bearer') return { type };
  if (type === 'api_key') return apiKey(given);
  const settings = {
    token_url: endpoint(given, 'token_url'),
    scopes: (given.scopes as string[] | undefined) ?? [],
    ...(given.client_authentication !== undefined && {
      client_authentication: given.client_authentication as 'basic' | 'post',
    }),
  };
  if (type === 'oauth2_client_credentials') return { type, ...settings };
  return { type: 'oauth2_authorization_code', ...settings, authorization_url: endpoint(given, 'authorization_url') };
}

function apiKey(given: Given): Authentication {
  const place = given.in === 'query' || given.in === 'cookie' ? given.in : 'header';
  const name = typeof given.name === 'string' ? given.name : '';
  if (name === '') throw invalidAuthentication('authentication.name must say what the key is sent as.');
  if (place !== 'query' && (!token.test(name) || (place === 'header' && refusedNames.test(name)))) {
    throw invalidAuthentication(
      `authentication.name ${JSON.stringify(name.slice(0, 60))} can't be the ${place} of a key.`,
    );
  }
  const prefix = typeof given.prefix === 'string' ? given.prefix : '';
  return { type: 'api_key', in: place, name, ...(prefix !== '' && { prefix }) };
}

function endpoint(given: Given, field: string): string {
  const text = typeof given[field] === 'string' ? given[field] : '';
  const url = URL.parse(text);
  const isPlain =
    url !== null && ['https:', 'http:'].includes(url.protocol) && url.username === '' && url.password === '';
  if (!isPlain || url.hash !== '') {
    throw invalidAuthentication(
      `authentication.${field} must be an http or https address without a name and password in it.`,
    );
  }
  return url.href;
}

/** Credentials of an authentication; messages name fields, never values. Throws `tool-openapi.invalid_credentials`. */
export function checkCredentials(authentication: Authentication, given: Credentials): Credentials {
  const { required, optional } = credentialFields(authentication);
  const known = [...required, ...optional];
  const values = Object.entries(given).map(([name, value]) => [name, value.trim()] as const);
  const filled = values.filter(([, value]) => value !== '');
  const foreign = filled.find(([name]) => !known.includes(name));
  if (foreign !== undefined) throw invalidCredentials(`no "${foreign[0].slice(0, 60)}" is needed`);
  // They end up in headers and addresses.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is looked for
  const wrong = filled.find(([, value]) => /[\x00-\x1f\x7f]/.test(value) || value.length > 8192);
  if (wrong !== undefined) throw invalidCredentials(`"${wrong[0]}" must be one line`);
  const missing = required.find((name) => !filled.some(([other]) => other === name));
  if (missing !== undefined) throw invalidCredentials(`"${missing}" is missing`);
  return Object.fromEntries(filled);
}

/** Where the credentials go: who changes that must give them anew, for they were given for the other place. */
export function destinations({ serverUrl, authentication }: Pick<ApiProvider, 'serverUrl' | 'authentication'>): string {
  const { type } = authentication;
  const places = [new URL(serverUrl).origin];
  if ('token_url' in authentication) places.push(authentication.token_url);
  if ('authorization_url' in authentication) places.push(authentication.authorization_url);
  return JSON.stringify([type, ...places, ...(type === 'api_key' ? [authentication.in, authentication.name] : [])]);
}

/** Says what a call would say of the addresses. Contacts none of them. */
export async function checkAddresses(
  egress: Egress,
  provider: Pick<ApiProvider, 'serverUrl' | 'authentication'>,
): Promise<void> {
  await egress.check(provider.serverUrl);
  if ('token_url' in provider.authentication) await egress.check(provider.authentication.token_url);
}

function invalidAuthentication(message: string): PlatformError {
  return new PlatformError('invalid', 'tool-openapi.invalid_authentication', message, { field: 'authentication' });
}

function invalidCredentials(what: string): PlatformError {
  return new PlatformError('invalid', 'tool-openapi.invalid_credentials', `credentials: ${what}.`, {
    field: 'credentials',
  });
}
