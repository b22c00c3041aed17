import type { Operation } from './operation.ts';

/** How an API knows its caller. Nothing of it is secret: what is lies in `Credentials`. */
export type Authentication =
  | { readonly type: 'none' }
  /** `prefix` is put before the key, with a blank (`Token`). */
  | {
      readonly type: 'api_key';
      readonly in: 'header' | 'query' | 'cookie';
      readonly name: string;
      readonly prefix?: string;
    }
  | { readonly type: 'basic' }
  | { readonly type: 'bearer' }
  | ({ readonly type: 'oauth2_client_credentials' } & OAuthSettings)
  | ({ readonly type: 'oauth2_authorization_code'; readonly authorization_url: string } & OAuthSettings);

export interface OAuthSettings {
  readonly token_url: string;
  readonly scopes: readonly string[];
  /** How the client is known to the token endpoint: `basic` (the usual way), or fields of the form. */
  readonly client_authentication?: 'basic' | 'post';
}

/** Secrets by field: `key`; `username`, `password`; `token`; `client_id`, `client_secret`. */
export type Credentials = Readonly<Record<string, string>>;

/** Which server of the document is called: one of its list with values of its variables, or another address. */
export interface ServerChoice {
  /** Index in the document's list. */
  readonly index?: number;
  readonly variables?: Readonly<Record<string, string>>;
  readonly url?: string;
}

/** A token that was given out for a provider. */
export interface AccessToken {
  readonly access: string;
  readonly refresh: string | null;
  /** Milliseconds since the epoch; null: nobody said. */
  readonly expiresAt: number | null;
}

/** A provider of tools as it is kept, without its document. */
export interface ApiProvider {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly sourceUrl: string;
  readonly serverUrl: string;
  readonly server: ServerChoice;
  readonly authentication: Authentication;
  readonly sealedCredentials: string | null;
  readonly sealedToken: string | null;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** One of its tools. */
export interface ApiTool {
  readonly enabled: boolean;
  readonly operation: Operation;
}

/** With its tools. */
export interface ApiProviderTools {
  readonly provider: ApiProvider;
  readonly tools: readonly ApiTool[];
}

/** What provider and workspace secrets are sealed for. */
export const CREDENTIALS_PURPOSE = 'tool-openapi.credentials';
export const TOKEN_PURPOSE = 'tool-openapi.token';
export const AUTHORIZATION_PURPOSE = 'tool-openapi.authorization';

/** The secrets an authentication takes; those in brackets it can do without. */
export function credentialFields({ type }: Authentication): {
  readonly required: readonly string[];
  readonly optional: readonly string[];
} {
  switch (type) {
    case 'none':
      return { required: [], optional: [] };
    case 'api_key':
      return { required: ['key'], optional: [] };
    case 'basic':
      return { required: ['username'], optional: ['password'] };
    case 'bearer':
      return { required: ['token'], optional: [] };
    case 'oauth2_client_credentials':
      return { required: ['client_id', 'client_secret'], optional: [] };
    case 'oauth2_authorization_code':
      return { required: ['client_id'], optional: ['client_secret'] };
  }
}

/** Whether its tools can be called: it needs nobody's credentials, or has them. */
export function isConfigured({ authentication, sealedCredentials, sealedToken }: ApiProvider): boolean {
  if (authentication.type === 'none') return true;
  if (authentication.type === 'oauth2_authorization_code') return sealedToken !== null;
  return sealedCredentials !== null;
}

/** What is told of a provider that needs credentials and has none. */
export function notConfigured(name: string): string {
  return `The tools' provider "${name}" has no credentials: set them under tools.`;
}
