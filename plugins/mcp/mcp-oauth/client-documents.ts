import { LRUCache } from 'lru-cache';
import type { Egress } from '#plugins/egress/contract.ts';
import { type Client, invalidMetadata, readClientMetadata } from './protocol/client-metadata.ts';

/** Bytes: documents have hundreds. */
const MAX_BYTES = 16_384;
const MAX_ADDRESS = 500;
/** Milliseconds. */
const TIMEOUT = 5_000;
const FRESH = 300_000;
const CAPACITY = 1_000;

/** Whether a client names the address of its document in place of an id. */
export function isDocumentAddress(clientId: string): boolean {
  return clientId.startsWith('https://');
}

/**
 * Clients that are known by a document at an address of theirs, which is their id: nothing of them is kept but for some minutes.
 * Anybody may name any address, so it is asked for over the guarded client, once, without following anything, and little of it is read.
 */
export class ClientDocuments {
  readonly #egress: Pick<Egress, 'request'>;
  readonly #known = new LRUCache<string, Client>({ max: CAPACITY, ttl: FRESH });
  readonly #pending = new Map<string, Promise<Client>>();

  constructor(egress: Pick<Egress, 'request'>) {
    this.#egress = egress;
  }

  /** As far as it is known. */
  peek(address: string): Client | undefined {
    return this.#known.get(address);
  }

  /** Throws `Refusal` for an address that may be none, and for what is no such document. */
  async find(address: string): Promise<Client> {
    const known = this.#known.get(address) ?? this.#pending.get(address);
    if (known !== undefined) return known;
    const loading = this.#load(address).finally(() => this.#pending.delete(address));
    this.#pending.set(address, loading);
    const client = await loading;
    this.#known.set(address, client);
    return client;
  }

  async #load(address: string): Promise<Client> {
    checkAddress(address);
    const document = await this.#fetch(address);
    if (document.client_id !== address)
      throw invalidMetadata('the metadata document names another client_id than its own address');
    const client = readClientMetadata(document);
    if (client.authMethod !== 'none')
      throw invalidMetadata('a client with a metadata document has no secret: token_endpoint_auth_method must be none');
    return { id: address, ...client };
  }

  async #fetch(address: string): Promise<Readonly<Record<string, unknown>>> {
    let text: string;
    try {
      const response = await this.#egress.request({
        url: address,
        method: 'GET',
        headers: [['accept', 'application/json']],
        httpsOnly: true,
        connectTimeout: TIMEOUT,
        headersTimeout: TIMEOUT,
        bodyTimeout: TIMEOUT,
        signal: AbortSignal.timeout(2 * TIMEOUT),
      });
      if (response.status !== 200) {
        response.body.destroy();
        throw new Error(`status ${response.status}`);
      }
      text = await response.text(MAX_BYTES);
    } catch {
      // Why is not told: strangers would learn what this server can reach.
      throw invalidMetadata('the metadata document could not be fetched from its address');
    }
    const document = parsed(text);
    if (document === null) throw invalidMetadata('the metadata document is no JSON object');
    return document;
  }
}

/** What may be an id: nothing that two programs could read as two addresses. */
function checkAddress(address: string): void {
  const url = address.length > MAX_ADDRESS ? null : URL.parse(address);
  const isPlain = url !== null && url.protocol === 'https:' && url.username === '' && url.password === '';
  if (!isPlain || url.hash !== '' || url.pathname === '/' || url.href !== address)
    throw invalidMetadata('client_id is no address of a metadata document: https, with a path, spelled plainly');
}

function parsed(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : null;
  } catch {
    return null;
  }
}
