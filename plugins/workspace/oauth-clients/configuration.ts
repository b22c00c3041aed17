import type { ConfigSection } from '#kernel';
import type { InstallationClient } from './contract.ts';
import { services } from './services.ts';

export interface OAuthClientsConfig {
  readonly googleClientId: string;
  readonly googleClientSecret: string;
  readonly googleDomains: readonly string[];
  readonly googleDriveReadonly: boolean;
  readonly googleUrl: string;
  readonly microsoftClientId: string;
  readonly microsoftClientSecret: string;
  readonly microsoftDomains: readonly string[];
  readonly microsoftTenant: string;
  readonly microsoftUrl: string;
  readonly githubClientId: string;
  readonly githubClientSecret: string;
  readonly githubDomains: readonly string[];
  readonly githubUrl: string;
  readonly gitlabClientId: string;
  readonly gitlabClientSecret: string;
  readonly gitlabDomains: readonly string[];
  readonly gitlabUrl: string;
}

const id = (name: string) => ({
  type: 'string',
  default: '',
  description: `Id of the OAuth client registered at ${name}; empty: none, or the one set on the pages of the installation.`,
});
const secret = (name: string) => ({
  type: 'string',
  default: '',
  description: `Secret of the OAuth client registered at ${name}.`,
});
const domains = (name: string) => ({
  type: 'array',
  items: { type: 'string', pattern: '^[A-Za-z0-9.-]+\\.[A-Za-z0-9-]+$' },
  default: [],
  description: `E-mail domains whose people may sign in with ${name} without an invitation.`,
});
const address = (description: string) => ({
  type: 'string',
  pattern: '^(https?://[^\\s?#]+)?$',
  default: '',
  description,
});

/** The section `oauth-clients` of the configuration. */
export const oauthClientsConfig: ConfigSection<OAuthClientsConfig> = {
  schema: {
    type: 'object',
    additionalProperties: false,
    properties: {
      googleClientId: id('Google'),
      googleClientSecret: secret('Google'),
      googleDomains: domains('Google'),
      googleDriveReadonly: {
        type: 'boolean',
        default: false,
        description:
          'Whether the client at Google may ask to read a whole Drive: it is internal, or verified by Google.',
      },
      googleUrl: address('Where Google is; another address is for tests.'),
      microsoftClientId: id('Microsoft'),
      microsoftClientSecret: secret('Microsoft'),
      microsoftDomains: domains('Microsoft'),
      microsoftTenant: {
        type: 'string',
        pattern: '^[A-Za-z0-9.-]*$',
        default: '',
        description: 'Tenant at Microsoft, by its id or domain; empty: accounts of all tenants, which can not sign in.',
      },
      microsoftUrl: address('Where Microsoft is, for its national clouds.'),
      githubClientId: id('GitHub'),
      githubClientSecret: secret('GitHub'),
      githubDomains: domains('GitHub'),
      githubUrl: address('Address of a GitHub Enterprise Server; empty: github.com.'),
      gitlabClientId: id('GitLab'),
      gitlabClientSecret: secret('GitLab'),
      gitlabDomains: domains('GitLab'),
      gitlabUrl: address('Address of a GitLab server; empty: gitlab.com.'),
    },
  },
  env: {
    WEFT_GOOGLE_CLIENT_ID: 'googleClientId',
    WEFT_GOOGLE_CLIENT_SECRET: 'googleClientSecret',
    WEFT_GOOGLE_DOMAINS: 'googleDomains',
    WEFT_GOOGLE_DRIVE_READONLY: 'googleDriveReadonly',
    WEFT_MICROSOFT_CLIENT_ID: 'microsoftClientId',
    WEFT_MICROSOFT_CLIENT_SECRET: 'microsoftClientSecret',
    WEFT_MICROSOFT_DOMAINS: 'microsoftDomains',
    WEFT_MICROSOFT_TENANT: 'microsoftTenant',
    WEFT_GITHUB_CLIENT_ID: 'githubClientId',
    WEFT_GITHUB_CLIENT_SECRET: 'githubClientSecret',
    WEFT_GITHUB_DOMAINS: 'githubDomains',
    WEFT_GITHUB_URL: 'githubUrl',
    WEFT_GITLAB_CLIENT_ID: 'gitlabClientId',
    WEFT_GITLAB_CLIENT_SECRET: 'gitlabClientSecret',
    WEFT_GITLAB_DOMAINS: 'gitlabDomains',
    WEFT_GITLAB_URL: 'gitlabUrl',
  },
  secret: ['googleClientSecret', 'microsoftClientSecret', 'githubClientSecret', 'gitlabClientSecret'],
};

/** The clients that the configuration names whole. */
export function configuredClients(config: OAuthClientsConfig): ReadonlyMap<string, InstallationClient> {
  const read = config as unknown as Readonly<Record<string, string & readonly string[]>>;
  const clients = services.flatMap(({ id: provider, label, baseUrl }): InstallationClient[] => {
    const clientId = read[`${provider}ClientId`] ?? '';
    const clientSecret = read[`${provider}ClientSecret`] ?? '';
    if (clientId === '' || clientSecret === '') return [];
    const own = withoutSlash(read[`${provider}Url`] ?? '');
    const named = (read[`${provider}Domains`] ?? []).map((domain: string) => domain.toLowerCase());
    const extra = extraOf(provider, config);
    const url = own === '' ? baseUrl : own;
    return [{ provider, label, clientId, clientSecret, baseUrl: url, domains: named, extra }];
  });
  return new Map(clients.map((client) => [client.provider, client]));
}

function extraOf(provider: string, config: OAuthClientsConfig): Record<string, string> {
  if (provider === 'google' && config.googleDriveReadonly) return { driveReadonly: 'true' };
  if (provider === 'microsoft' && config.microsoftTenant !== '') return { tenant: config.microsoftTenant };
  return {};
}

export function withoutSlash(address: string): string {
  return address.replace(/\/+$/, '');
}
