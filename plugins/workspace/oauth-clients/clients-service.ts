import { type Logger, PlatformError } from '#kernel';
import type { Egress } from '#plugins/egress/contract.ts';
import type { Secrets } from '#plugins/secrets/contract.ts';
import type { ClientStore, StoredClient } from './client-store.ts';
import { withoutSlash } from './configuration.ts';
import type { InstallationClient, OAuthClients } from './contract.ts';
import type { OAuthService } from './services.ts';

/** What a secret is sealed for; it is sealed for its service, for it belongs to no workspace. */
export const PURPOSE = 'oauth-clients.secret';

/** What an operator sets. */
export interface ClientValues {
  readonly clientId: string;
  /** Absent: as it was. */
  readonly clientSecret?: string;
  /** Absent: the service's own. */
  readonly baseUrl?: string;
  readonly domains: readonly string[];
  readonly tenant?: string;
  readonly driveReadonly: boolean;
}

/** A service, and the client that is registered at it. */
export interface ServiceState {
  readonly service: OAuthService;
  readonly client: Omit<InstallationClient, 'clientSecret'> | null;
  readonly setBy: 'configuration' | 'installation' | null;
  /** Milliseconds since the epoch; null: nobody has set it here. */
  readonly updatedAt: number | null;
}

interface ClientsParts {
  readonly store: ClientStore;
  readonly secrets: Secrets;
  readonly egress: Egress;
  readonly configured: ReadonlyMap<string, InstallationClient>;
  /** In the order in which people are offered them. */
  readonly services: readonly OAuthService[];
  readonly logger: Logger;
}

const DOMAIN = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** Clients of the installation. What the configuration names counts before what was set here. */
export class ClientsService implements OAuthClients {
  readonly #parts: ClientsParts;

  constructor(parts: ClientsParts) {
    this.#parts = parts;
  }

  async of(provider: string): Promise<InstallationClient | null> {
    if (this.#find(provider) === undefined) return null;
    const configured = this.#parts.configured.get(provider);
    if (configured !== undefined) return configured;
    const stored = await this.#parts.store.find(provider);
    return stored === null ? null : this.#opened(stored);
  }

  async list(): Promise<readonly InstallationClient[]> {
    const { store, configured, services } = this.#parts;
    const stored = new Map((await store.all()).map((each) => [each.provider, each]));
    return services.flatMap(({ id }) => {
      const own = stored.get(id);
      const client = configured.get(id) ?? (own === undefined ? null : this.#readable(own));
      return client === null ? [] : [client];
    });
  }

  /** Of all services. */
  async states(): Promise<readonly ServiceState[]> {
    const { store, configured, services } = this.#parts;
    const stored = new Map((await store.all()).map((each) => [each.provider, each]));
    return services.map((service) => {
      const fixed = configured.get(service.id);
      if (fixed !== undefined) return { service, client: fixed, setBy: 'configuration', updatedAt: null };
      const own = stored.get(service.id);
      if (own === undefined) return { service, client: null, setBy: null, updatedAt: null };
      return { service, client: shown(service, own), setBy: 'installation', updatedAt: own.updatedAt };
    });
  }

  async state(provider: string): Promise<ServiceState> {
    this.#service(provider);
    const found = (await this.states()).find(({ service }) => service.id === provider);
    if (found === undefined) throw noService();
    return found;
  }

  /** Throws `oauth-clients.in_configuration`, `.invalid_client`, `.secret_needed`, and what the guarded client says. */
  async set(provider: string, values: ClientValues): Promise<ServiceState> {
    const { store, secrets } = this.#parts;
    const service = this.#service(provider);
    this.#checkOpen(provider);
    const known = await store.find(provider);
    const baseUrl = await this.#baseUrl(service, values.baseUrl);
    const domains = domainsIn(values.domains);
    const isElsewhere = known !== null && (known.baseUrl !== baseUrl || known.clientId !== values.clientId);
    if (values.clientSecret === undefined && (known === null || isElsewhere)) {
      const message = 'Give the client_secret that belongs to this client.';
      throw new PlatformError('invalid', 'oauth-clients.secret_needed', message, { field: 'client_secret' });
    }
    const sealedSecret =
      values.clientSecret === undefined
        ? (known?.sealedSecret ?? '')
        : secrets.seal(provider, PURPOSE, values.clientSecret);
    const extra = {
      ...(provider === 'microsoft' && values.tenant !== undefined && { tenant: values.tenant }),
      ...(provider === 'google' && values.driveReadonly && { driveReadonly: 'true' }),
    };
    await store.put({ provider, clientId: values.clientId, sealedSecret, baseUrl, domains, extra });
    return this.state(provider);
  }

  /** Throws `oauth-clients.in_configuration` and `oauth-clients.no_client`. */
  async remove(provider: string): Promise<void> {
    this.#service(provider);
    this.#checkOpen(provider);
    if (!(await this.#parts.store.remove(provider))) throw noClient();
  }

  #find(provider: string): OAuthService | undefined {
    return this.#parts.services.find(({ id }) => id === provider);
  }

  #service(provider: string): OAuthService {
    const service = this.#find(provider);
    if (service === undefined) throw noService();
    return service;
  }

  #checkOpen(provider: string): void {
    if (!this.#parts.configured.has(provider)) return;
    const message = 'This client is set in the configuration of the server; change it there.';
    throw new PlatformError('conflict', 'oauth-clients.in_configuration', message);
  }

  async #baseUrl({ baseUrl, hasOwnServers }: OAuthService, given: string | undefined): Promise<string | null> {
    if (given === undefined || withoutSlash(given) === baseUrl) return null;
    if (!hasOwnServers) throw invalidClient('This service has no other address.', 'base_url');
    const url = URL.canParse(given) ? new URL(given) : null;
    const isPlain = url !== null && `${url.search}${url.hash}${url.username}${url.password}` === '';
    const isLocal = url !== null && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
    if (!isPlain || (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLocal))) {
      throw invalidClient('Give an https address such as https://gitlab.example.com, without a query.', 'base_url');
    }
    await this.#parts.egress.check(url.href);
    return withoutSlash(url.href);
  }

  /** One whose key is lost must not take the others along; who sets it anew sees it in the list of services. */
  #readable(stored: StoredClient): InstallationClient | null {
    try {
      return this.#opened(stored);
    } catch (error) {
      this.#parts.logger.warn(
        { err: error, provider: stored.provider },
        'the secret of an OAuth client can not be read',
      );
      return null;
    }
  }

  #opened(stored: StoredClient): InstallationClient {
    const clientSecret = this.#parts.secrets.open(stored.provider, PURPOSE, stored.sealedSecret);
    return { ...shown(this.#service(stored.provider), stored), clientSecret };
  }
}

function shown({ label, baseUrl: usual }: OAuthService, stored: StoredClient) {
  const { provider, clientId, baseUrl, domains, extra } = stored;
  return { provider, label, clientId, baseUrl: baseUrl ?? usual, domains, extra };
}

function domainsIn(given: readonly string[]): readonly string[] {
  const domains = [...new Set(given.map((domain) => domain.trim().toLowerCase()))];
  const wrong = domains.find((domain) => !DOMAIN.test(domain));
  if (wrong !== undefined) throw invalidClient('A domain is such as example.com, without an @.', 'domains');
  return domains;
}

function invalidClient(message: string, field: string): PlatformError {
  return new PlatformError('invalid', 'oauth-clients.invalid_client', message, { field });
}

export function noClient(): PlatformError {
  return new PlatformError('not-found', 'oauth-clients.no_client', 'No client of this service is set.');
}

function noService(): PlatformError {
  return new PlatformError('not-found', 'oauth-clients.no_service', 'There is no such service.');
}
