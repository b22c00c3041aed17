import { currentTime, newId, PlatformError } from '#kernel';
import type { Secrets } from '#plugins/secrets/contract.ts';
import type { PersonalKey, SessionStore } from './session-store.ts';

const KEYS_PER_ACCOUNT = 20;

interface KeyParts {
  readonly store: SessionStore;
  readonly secrets: Secrets;
  tell(accountId: string): Promise<void>;
}

/** Keys for programs that act for a person. */
export class PersonalKeys {
  readonly #parts: KeyParts;

  constructor(parts: KeyParts) {
    this.#parts = parts;
  }

  list(accountId: string): Promise<readonly PersonalKey[]> {
    return this.#parts.store.keys(accountId);
  }

  /** The secret is shown once. Throws `accounts.too_many_keys`, `accounts.expired_key`. */
  async create(
    accountId: string,
    values: { name: string; permissions: readonly string[] | null; expiresAt: number | null },
  ): Promise<{ key: PersonalKey; secret: string }> {
    const { store, secrets } = this.#parts;
    if (values.expiresAt !== null && values.expiresAt <= currentTime()) {
      const message = 'The key would be over already; give a time that is to come, in seconds since 1970.';
      throw new PlatformError('invalid', 'accounts.expired_key', message, { field: 'expires_at' });
    }
    const secret = `pat-${secrets.token(40)}`;
    const key = await store.insertKey(
      accountId,
      {
        id: newId(),
        name: values.name.replaceAll('\0', ''),
        hash: secrets.hash(secret),
        lastFour: secret.slice(-4),
        permissions: values.permissions,
        expiresAt: values.expiresAt === null ? null : new Date(values.expiresAt),
      },
      KEYS_PER_ACCOUNT,
    );
    if (key !== null) return { key, secret };
    const message = `An account may have ${KEYS_PER_ACCOUNT} personal keys; revoke one that is no longer used.`;
    throw new PlatformError('conflict', 'accounts.too_many_keys', message);
  }

  async revoke(accountId: string, keyId: string): Promise<void> {
    const isRevoked = await this.#parts.store.deleteKey(accountId, keyId);
    await this.#parts.tell(accountId);
    if (isRevoked) return;
    throw new PlatformError('not-found', 'accounts.no_key', `You have no personal key ${keyId}.`);
  }
}
