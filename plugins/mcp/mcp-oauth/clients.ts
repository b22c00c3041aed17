import { timingSafeEqual } from 'node:crypto';
import { isThisMachine, networkOf } from '#http';
import { isUuid, newId } from '#kernel';
import type { Sessions } from '#plugins/accounts/contract.ts';
import type { Secrets } from '#plugins/secrets/contract.ts';
import { type ClientDocuments, isDocumentAddress } from './client-documents.ts';
import type { ClientStore } from './client-store.ts';
import { type Client, readClientMetadata } from './protocol/client-metadata.ts';
import { Refusal } from './protocol/refusal.ts';

/** Of one network, in a quarter of an hour. */
const REGISTRATIONS = 30;
const DOCUMENTS = 60;
/** Behind a proxy that nobody told us of, all come from this machine. */
const SHARED = 10;

interface ClientParts {
  readonly store: ClientStore;
  readonly documents: ClientDocuments;
  readonly secrets: Secrets;
  readonly sessions: Sessions;
}

/** What a client gives to prove itself. */
export interface ClientProof {
  readonly clientId: string;
  /** undefined: it gave none. */
  readonly secret: string | undefined;
}

/** Clients: those that registered, and those with a document. */
export class Clients {
  readonly #parts: ClientParts;

  constructor(parts: ClientParts) {
    this.#parts = parts;
  }

  /** The secret is shown once; undefined: it has none. Throws `Refusal`, and `accounts.too_many_attempts`. */
  async register(
    given: Readonly<Record<string, unknown>>,
    address: string,
  ): Promise<{ readonly client: Client; readonly secret: string | undefined }> {
    const metadata = readClientMetadata(given);
    await this.#count('register', address, REGISTRATIONS);
    const { store, secrets } = this.#parts;
    const secret = metadata.authMethod === 'none' ? undefined : `ocs-${secrets.token(40)}`;
    const client = { id: newId(), ...metadata };
    await store.insert({ ...client, secretHash: secret === undefined ? null : secrets.hash(secret) });
    return { client, secret };
  }

  /** Throws `Refusal` for one that is not known (any more). `address`: of who asks. */
  async find(clientId: string, address: string): Promise<Client> {
    const { documents, store } = this.#parts;
    if (isDocumentAddress(clientId)) {
      if (documents.peek(clientId) === undefined) await this.#count('document', address, DOCUMENTS);
      return documents.find(clientId);
    }
    const client = isUuid(clientId) ? await store.find(clientId) : null;
    if (client === null) throw unknownClient();
    return client;
  }

  /** The id of a client that proved itself, as far as it has to. Throws `Refusal`. */
  async prove({ clientId, secret }: ClientProof): Promise<string> {
    const { store, secrets } = this.#parts;
    // Its codes and tokens are all that such a client has: who has one of them has been given it.
    if (isDocumentAddress(clientId)) return clientId;
    const client = isUuid(clientId) ? await store.find(clientId) : null;
    if (client === null) throw unknownClient();
    if (client.secretHash === null) return client.id;
    if (secret === undefined || !isSame(secrets.hash(secret), client.secretHash))
      throw new Refusal('invalid_client', 'The client has a secret, and sent none or another', 401);
    return client.id;
  }

  /** Somebody has allowed it something, or it has used that. */
  async markUsed(clientId: string): Promise<void> {
    if (isUuid(clientId)) await this.#parts.store.markUsed(clientId);
  }

  /** For what went wrong at the token address: nobody tries there without end. */
  countFailure(address: string): Promise<void> {
    return this.#count('token', address, REGISTRATIONS * SHARED);
  }

  #count(kind: string, address: string, limit: number): Promise<void> {
    const isShared = address === '' || isThisMachine(address);
    const key = `mcp-oauth/${kind}/${networkOf(address)}`;
    return this.#parts.sessions.countAttempt(key, isShared ? limit * SHARED : limit);
  }
}

function unknownClient(): Refusal {
  return new Refusal('invalid_client', 'There is no such client (any more); register anew', 401);
}

function isSame(a: string, b: string): boolean {
  const [first, second] = [Buffer.from(a), Buffer.from(b)];
  return first.length === second.length && timingSafeEqual(first, second);
}
