import { currentTime, type Logger } from '#kernel';
import type { Egress } from '#plugins/egress/contract.ts';
import type { SamlConnection } from '#plugins/sso/connection.ts';
import type { ConnectionStore } from '#plugins/sso/connection-store.ts';
import { providerFailed } from '#plugins/sso/failures.ts';
import { fetchMetadata } from './provider-metadata.ts';

interface RefreshParts {
  readonly store: ConnectionStore;
  readonly egress: Egress;
  readonly logger: Logger;
}

const DAY = 86_400_000;
const AGAIN = 600_000;

/** Keeps up with providers whose metadata have an address: certificates come and go there. */
export class ProviderRefresh {
  readonly #parts: RefreshParts;

  constructor(parts: RefreshParts) {
    this.#parts = parts;
  }

  /** Once a day. */
  daily(connection: SamlConnection): Promise<SamlConnection> {
    return this.#unless(connection, DAY);
  }

  /** When a signature does not hold: perhaps the key is new. Not more often than every few minutes, whoever sends what. */
  now(connection: SamlConnection): Promise<SamlConnection> {
    return this.#unless(connection, AGAIN);
  }

  /** Throws `sso.provider_failed`, or what the guarded client says. */
  async read(connection: SamlConnection): Promise<SamlConnection> {
    const { store, egress } = this.#parts;
    const { settings } = connection;
    if (settings.metadataUrl === null) return connection;
    const found = await fetchMetadata(egress, settings.metadataUrl);
    if (found.entityId !== settings.entityId) throw providerFailed('it names itself by another entity id');
    const written = await store.update(connection, {
      ...connection,
      settings: { ...settings, ...found, readAt: currentTime() },
    });
    // Somebody else changed it meanwhile, and knows best.
    const newest = written ?? (await store.byId(connection.id));
    return newest?.kind === 'saml' ? newest : connection;
  }

  async #unless(connection: SamlConnection, age: number): Promise<SamlConnection> {
    const { store, logger } = this.#parts;
    const { settings } = connection;
    if (settings.metadataUrl === null || currentTime() - settings.readAt < age) return connection;
    try {
      return await this.read(connection);
    } catch (error) {
      logger.warn(
        { err: error, connectionId: connection.id },
        'the metadata of a provider were not read; the last are used',
      );
      const later = { ...settings, readAt: currentTime() - DAY + AGAIN };
      const written = await store.update(connection, { ...connection, settings: later });
      return written?.kind === 'saml' ? written : connection;
    }
  }
}
