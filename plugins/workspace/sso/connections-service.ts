import type { HttpServer } from '#http';
import { newId, PlatformError } from '#kernel';
import type { Secrets } from '#plugins/secrets/contract.ts';
import type { Connection, GivenRole, RoleRule } from './connection.ts';
import type { ConnectionStore, ConnectionValues } from './connection-store.ts';
import { invalidConnection, noConnection } from './failures.ts';
import type { OidcClient } from './oidc/oidc-client.ts';
import type { OidcChanges, OidcSetup } from './oidc/oidc-setup.ts';
import { oidcTarget } from './oidc/oidc-target.ts';
import type { ProviderRefresh } from './saml/provider-refresh.ts';
import { isComplete, type SamlChanges, type SamlSetup } from './saml/saml-setup.ts';
import { acsAddress, callbackAddress } from './site-addresses.ts';

interface ConnectionParts {
  readonly store: ConnectionStore;
  readonly secrets: Secrets;
  readonly oidc: { readonly client: () => Promise<OidcClient>; readonly setup: OidcSetup };
  readonly saml: { readonly refresh: ProviderRefresh; readonly setup: SamlSetup };
  readonly server: HttpServer;
}

/** What an owner may set; absent: as it was, or the default. */
export interface ConnectionChanges {
  readonly name?: string;
  readonly domains?: readonly string[];
  readonly defaultRole?: GivenRole | null;
  readonly roleClaim?: string | null;
  readonly roleMapping?: readonly RoleRule[];
  readonly enabled?: boolean;
  /** What only one kind of connection has. */
  readonly oidc?: OidcChanges;
  readonly saml?: SamlChanges;
}

/** What a provider tells when it is asked what it is. */
export interface ProviderFacts {
  readonly issuer: string;
  readonly authorizationEndpoint: string;
  readonly redirectUri: string;
}

/** Who changes which connection; `known` null: a new one. */
interface Change {
  readonly id: string;
  readonly workspaceId: string;
  readonly kind: Connection['kind'];
  readonly known: Connection | null;
  readonly changes: ConnectionChanges;
  /** Whoever runs the server; domains they name count at once. */
  readonly mayApprove: boolean;
}

const CONNECTIONS = 20;
const domainName = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

/** Connections as owners set them up. */
export class ConnectionsService {
  readonly #parts: ConnectionParts;

  constructor(parts: ConnectionParts) {
    this.#parts = parts;
  }

  list(workspaceId: string): Promise<readonly Connection[]> {
    return this.#parts.store.list(workspaceId);
  }

  async get(workspaceId: string, id: string): Promise<Connection> {
    const connection = await this.#parts.store.find(workspaceId, id);
    if (connection === null) throw noConnection();
    return connection;
  }

  /** `mayApprove`: whoever runs the server; domains they name count at once. */
  async create(
    workspaceId: string,
    kind: Connection['kind'],
    { changes, mayApprove }: { changes: ConnectionChanges; mayApprove: boolean },
  ): Promise<Connection> {
    const { store } = this.#parts;
    if ((await store.list(workspaceId)).length >= CONNECTIONS) {
      const message = `A workspace may have ${CONNECTIONS} connections; delete one first.`;
      throw new PlatformError('conflict', 'sso.too_many_connections', message);
    }
    const id = newId();
    const values = await this.#values({ id, workspaceId, kind, known: null, changes, mayApprove });
    return store.insert(workspaceId, id, values);
  }

  async update(workspaceId: string, id: string, changes: ConnectionChanges, mayApprove: boolean): Promise<Connection> {
    const known = await this.get(workspaceId, id);
    return this.#write(known, await this.#values({ id, workspaceId, kind: known.kind, known, changes, mayApprove }));
  }

  /** Lets domains stand for accounts: for whoever runs the server, who has seen to it that they are the workspace's. */
  async approve(workspaceId: string, id: string, domains: readonly string[]): Promise<Connection> {
    const known = await this.get(workspaceId, id);
    const approvedDomains = domainsOf(domains);
    const stranger = approvedDomains.find((domain) => !known.domains.includes(domain));
    if (stranger !== undefined) {
      throw invalidConnection(
        `The connection does not name the domain ${stranger}; its owner adds it first.`,
        'domains',
      );
    }
    return this.#write(known, { ...known, approvedDomains });
  }

  async delete(workspaceId: string, id: string): Promise<void> {
    if (!(await this.#parts.store.delete(workspaceId, id))) throw noConnection();
  }

  async test(workspaceId: string, id: string): Promise<ProviderFacts> {
    const { oidc, saml, server } = this.#parts;
    const connection = await this.get(workspaceId, id);
    if (connection.kind === 'saml') {
      const { settings } = await saml.refresh.read(connection);
      if (!isComplete(settings)) throw incomplete();
      return {
        issuer: settings.entityId ?? '',
        authorizationEndpoint: settings.ssoUrl ?? '',
        redirectUri: acsAddress(server, id),
      };
    }
    const client = await oidc.client();
    const metadata = await client.metadata(oidcTarget(this.#parts.secrets, connection));
    return {
      issuer: metadata.issuer,
      authorizationEndpoint: metadata.authorization_endpoint ?? '',
      redirectUri: callbackAddress(server),
    };
  }

  async #write(known: Connection, values: ConnectionValues): Promise<Connection> {
    const written = await this.#parts.store.update(known, values);
    if (written !== null) return written;
    const message = 'Somebody else changed the connection at the same time; look at it and try again.';
    throw new PlatformError('conflict', 'sso.changed', message);
  }

  async #values(change: Change): Promise<ConnectionValues> {
    const { known, changes } = change;
    const { isElsewhere, isReady, ...ofKind } = await this.#ofKind(change);
    const domains = changes.domains === undefined ? (known?.domains ?? []) : domainsOf(changes.domains);
    // Approved was this provider for these domains, not whatever an owner puts in its place.
    const approved = isElsewhere ? [] : (known?.approvedDomains ?? []);
    if (changes.enabled === true && !isReady) throw incomplete();
    // One that could not be used before was off for that reason alone.
    const kept = known === null || !isUsable(known) ? true : known.enabled;
    return {
      ...ofKind,
      name: changes.name ?? known?.name ?? '',
      domains,
      approvedDomains: change.mayApprove ? domains : domains.filter((domain) => approved.includes(domain)),
      defaultRole: changes.defaultRole === undefined ? (known?.defaultRole ?? null) : changes.defaultRole,
      roleClaim: changes.roleClaim === undefined ? (known?.roleClaim ?? null) : changes.roleClaim,
      roleMapping: changes.roleMapping ?? known?.roleMapping ?? [],
      enabled: isReady && (changes.enabled ?? kept),
    };
  }

  /** What only its kind has, and whether it can be used. */
  async #ofKind(change: Change) {
    const { kind, known, changes } = change;
    const other = kind === 'oidc' ? changes.saml : changes.oidc;
    if (other !== undefined) {
      const message = `A connection of kind ${kind} has nothing of the other kind; leave that out.`;
      throw invalidConnection(message, 'kind');
    }
    if (kind === 'saml') {
      const before = known?.kind === 'saml' ? known : null;
      const values = await this.#parts.saml.setup.values(change, before, changes.saml ?? {});
      return { kind, ...values, isReady: isComplete(values.settings) };
    }
    const before = known?.kind === 'oidc' ? known : null;
    return { kind, ...(await this.#parts.oidc.setup.values(change, before, changes.oidc ?? {})), isReady: true };
  }
}

function isUsable(connection: Connection): boolean {
  return connection.kind === 'oidc' || isComplete(connection.settings);
}

function incomplete(): PlatformError {
  const message =
    'It is not told yet who the provider is: give metadata, metadata_url, or idp_entity_id, sso_url and certificates.';
  return invalidConnection(message, 'metadata');
}

function domainsOf(given: readonly string[]): string[] {
  const domains = [...new Set(given.map((domain) => domain.trim().toLowerCase()))];
  const wrong = domains.find((domain) => !domainName.test(domain) || domain.length > 253);
  if (wrong === undefined) return domains;
  throw invalidConnection(`"${wrong.slice(0, 60)}" is no domain; write it like example.com.`, 'domains');
}
