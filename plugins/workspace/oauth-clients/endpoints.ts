import type { InstallationClient } from './contract.ts';

/** Where the parts of a service are, for one client of it. */
export interface OAuthEndpoints {
  /** Of its OpenID metadata; null: it has none. */
  readonly issuer: string | null;
  readonly authorization: string;
  readonly token: string;
  /** Where its API begins, without a slash at the end; null: nowhere that we ask. */
  readonly api: string | null;
}

/** For clients of known services; throws for others. Whoever has an issuer should believe its metadata. */
export function endpointsOf({
  provider,
  baseUrl,
  extra,
}: Pick<InstallationClient, 'provider' | 'baseUrl' | 'extra'>): OAuthEndpoints {
  switch (provider) {
    case 'google':
      return {
        issuer: baseUrl,
        authorization: `${baseUrl}/o/oauth2/v2/auth`,
        token: baseUrl === 'https://accounts.google.com' ? 'https://oauth2.googleapis.com/token' : `${baseUrl}/token`,
        api: baseUrl === 'https://accounts.google.com' ? 'https://www.googleapis.com' : baseUrl,
      };
    case 'microsoft': {
      const tenant = `${baseUrl}/${extra?.tenant ?? 'common'}`;
      return {
        issuer: `${tenant}/v2.0`,
        authorization: `${tenant}/oauth2/v2.0/authorize`,
        token: `${tenant}/oauth2/v2.0/token`,
        api: 'https://graph.microsoft.com/v1.0',
      };
    }
    case 'github':
      return {
        issuer: null,
        authorization: `${baseUrl}/login/oauth/authorize`,
        token: `${baseUrl}/login/oauth/access_token`,
        api: githubApi(baseUrl),
      };
    case 'gitlab':
      return {
        issuer: baseUrl,
        authorization: `${baseUrl}/oauth/authorize`,
        token: `${baseUrl}/oauth/token`,
        api: `${baseUrl}/api/v4`,
      };
    default:
      throw new TypeError(`There is no service "${provider}"`);
  }
}

/** A host of its own for what GitHub runs itself, a path for servers of one's own. */
function githubApi(baseUrl: string): string {
  const { protocol, host } = new URL(baseUrl);
  const isHosted = host === 'github.com' || host.endsWith('.ghe.com');
  return isHosted ? `${protocol}//api.${host}` : `${baseUrl}/api/v3`;
}
