import { isUuid } from '#kernel';
import type { Egress } from '#plugins/egress/contract.ts';
import { endpointsOf, type InstallationClient } from '#plugins/oauth-clients/contract.ts';
import { type OidcChecks, type OidcClient, type OidcTarget, openOidcClient } from '#plugins/sso/contract.ts';
import { GithubClient } from './github-client.ts';
import { type Person, personOf } from './person.ts';

/** Whether people can sign in with a client: at Microsoft the tenant must be one, by its id, for many tenants share names. */
export function mayProve({ provider, extra }: Pick<InstallationClient, 'provider' | 'extra'>): boolean {
  return provider !== 'microsoft' || isUuid(extra?.tenant ?? '');
}

/** What an attempt was begun with: it ends where the operator puts another client, or another address, in its place. */
export function trustOf({ provider, clientId, baseUrl, extra }: InstallationClient): string {
  return [provider, baseUrl, clientId, extra?.tenant ?? ''].join(' ');
}

/** Proves at a service who somebody is, whatever it speaks. */
export class ServiceClient {
  readonly #egress: Egress;
  readonly #github: GithubClient;
  #opened: Promise<OidcClient> | undefined;

  constructor(egress: Egress) {
    this.#egress = egress;
    this.#github = new GithubClient(egress);
  }

  async begin(client: InstallationClient, redirectUri: string): Promise<{ url: URL; checks: OidcChecks }> {
    const { issuer } = endpointsOf(client);
    if (issuer === null) return this.#github.begin(client, redirectUri);
    return (await this.#oidc()).begin(targetOf(client, issuer), redirectUri);
  }

  /** Throws `sso.refused`, `sso.provider_failed`, and what the guarded client says. */
  async finish(client: InstallationClient, answer: URL, checks: OidcChecks): Promise<Person> {
    const { issuer } = endpointsOf(client);
    if (issuer === null) return this.#github.finish(client, answer, checks);
    const profile = await (await this.#oidc()).finish(targetOf(client, issuer), answer, checks);
    return personOf(client, profile);
  }

  #oidc(): Promise<OidcClient> {
    this.#opened ??= openOidcClient(this.#egress);
    return this.#opened;
  }
}

function targetOf(client: InstallationClient, issuer: string): OidcTarget {
  return {
    id: client.provider,
    // The secret too: a new one must count at once. What is told nowhere may stand in memory.
    version: `${trustOf(client)} ${client.clientSecret}`,
    issuer,
    clientId: client.clientId,
    scopes: ['openid', 'email', 'profile'],
    claim: null,
    secret: () => client.clientSecret,
  };
}
