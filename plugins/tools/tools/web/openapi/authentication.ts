import type { CredentialField } from '#plugins/studio/web/contract.tsx';
import { oneOf } from '#plugins/ui/web/contract.ts';

/** How an API knows its caller, as its routes take it. */
export interface Authentication {
  readonly type: (typeof AUTHENTICATIONS)[number];
  readonly in?: (typeof PLACES)[number];
  readonly name?: string;
  readonly prefix?: string;
  readonly token_url?: string;
  readonly authorization_url?: string;
  readonly scopes?: readonly string[];
}

export const AUTHENTICATIONS = [
  'none',
  'api_key',
  'bearer',
  'basic',
  'oauth2_client_credentials',
  'oauth2_authorization_code',
] as const;

/** Where a key of an API stands in a request. */
export const PLACES = ['header', 'query', 'cookie'] as const;

/** What must be given of each: names of secrets, those that may be left out with a question mark. */
const SECRETS: Readonly<Record<string, readonly string[]>> = {
  api_key: ['key'],
  bearer: ['token'],
  basic: ['username', 'password?'],
  oauth2_client_credentials: ['client_id', 'client_secret'],
  oauth2_authorization_code: ['client_id', 'client_secret?'],
};
const SHOWN = ['username', 'client_id'];

/** The fields of the credentials of an authentication. */
export function secretFields(type: string, labels: Readonly<Record<string, string>>): readonly CredentialField[] {
  return (SECRETS[type] ?? []).map((told) => {
    const name = told.replace('?', '');
    const secret = !SHOWN.includes(name);
    return {
      ...{ name, label: labels[name] ?? name, required: !told.endsWith('?'), secret },
      ...{ type: secret ? ('secret' as const) : ('text' as const), options: [], placeholder: '', help: '' },
    };
  });
}

const text = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === 'string' ? value.trim() : '';
};

/** What a form says of the authentication, with only what its type has. */
export function authenticationIn(form: FormData): Authentication {
  const type = oneOf(AUTHENTICATIONS, text(form, 'authentication'));
  if (type === 'api_key') {
    const prefix = text(form, 'auth.prefix');
    return {
      type,
      in: oneOf(PLACES, text(form, 'auth.in')),
      name: text(form, 'auth.name'),
      ...(prefix !== '' && { prefix }),
    };
  }
  if (type !== 'oauth2_client_credentials' && type !== 'oauth2_authorization_code') return { type };
  const scopes = text(form, 'auth.scopes').split(/\s+/).filter(Boolean);
  const settings = { type, token_url: text(form, 'auth.token_url'), scopes };
  if (type === 'oauth2_client_credentials') return settings;
  return { ...settings, authorization_url: text(form, 'auth.authorization_url') };
}
