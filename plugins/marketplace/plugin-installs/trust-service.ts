import { PlatformError } from '#kernel';
import { checkRegistryKey, keyIdOf } from '#plugins/plugin-packages/contract.ts';
import type { BlockList } from './block-list.ts';
import { OWN_SCOPE } from './name-owners.ts';
import type { BlockRow, KeyRow, TrustStore } from './trust-store.ts';

/** A key as an operator gives it. `id`: how a registry names its key; keys of publishers are named by what they are. */
export interface GivenKey extends Pick<KeyRow, 'kind' | 'publicKey' | 'label' | 'expiresAt'> {
  readonly id?: string;
  /** Of a publisher: what its signatures count for, as `@acme`; absent: what they counted for before. */
  readonly scopes?: readonly string[];
}

/** A version that may not run. Those of the configuration have no id, and are removed there. */
export interface ListedBlock extends Pick<BlockRow, 'name' | 'version' | 'reason'> {
  readonly id: string | null;
  readonly createdAt: Date | null;
}

/** What the operator of the server trusts and blocks. */
export class TrustService {
  readonly #store: TrustStore;
  readonly #blocks: BlockList;

  constructor(store: TrustStore, blocks: BlockList) {
    this.#store = store;
    this.#blocks = blocks;
  }

  keys(): Promise<readonly KeyRow[]> {
    return this.#store.keys();
  }

  /**
   * A key that is known already gets the new scopes, label and end. Throws `plugin-packages.invalid_key`;
   * `plugin-installs.key_id_needed` for a key of a registry without its name; `plugin-installs.scopes_needed` for a new key of
   * a publisher without scopes; `plugin-installs.scope_reserved` for the scope of the server's own plugins.
   */
  async addKey({ id: given, scopes: wanted, ...key }: GivenKey): Promise<KeyRow> {
    if (key.kind === 'registry') {
      return this.#store.addKey({ ...key, id: this.#registryId(given, key.publicKey), scopes: [] });
    }
    const id = keyIdOf(key.publicKey);
    const known = (await this.#store.keys()).find((one) => one.id === id && one.kind === 'publisher');
    return this.#store.addKey({ ...key, id, scopes: checkedScopes(wanted ?? known?.scopes ?? []) });
  }

  /** What it has signed stays installed; nothing else that it signed is trusted any more. Throws `plugin-installs.no_key`. */
  async removeKey(id: string): Promise<void> {
    if (await this.#store.removeKey(id)) return;
    throw new PlatformError('not-found', 'plugin-installs.no_key', 'No key of this id is trusted here.');
  }

  async blocks(): Promise<readonly ListedBlock[]> {
    const configured = this.#blocks.configured.map((block) => ({ ...block, id: null, createdAt: null }));
    return [...configured, ...(await this.#store.blocks())];
  }

  /** Counts at once, for calls under way too. `version`: null for all of them. */
  async block(block: Pick<BlockRow, 'name' | 'version' | 'reason'>): Promise<ListedBlock> {
    const stored = await this.#store.addBlock(block);
    await this.#blocks.changed();
    return stored;
  }

  /** Throws `plugin-installs.no_block`. */
  async unblock(id: string): Promise<void> {
    if (!(await this.#store.removeBlock(id))) {
      throw new PlatformError('not-found', 'plugin-installs.no_block', 'The block list has no entry of this id.');
    }
    await this.#blocks.changed();
  }

  /** Why a version may not run; null: it may. */
  reasonAgainst(wanted: { readonly name: string; readonly version: string }): string | null {
    return this.#blocks.find(wanted)?.reason ?? null;
  }

  #registryId(id: string | undefined, publicKey: string): string {
    checkRegistryKey(publicKey);
    if (id !== undefined) return id;
    const message = 'Give the id of the key too: a registry lists its keys with their ids at /-/npm/v1/keys.';
    throw new PlatformError('invalid', 'plugin-installs.key_id_needed', message, { field: 'key_id' });
  }
}

function checkedScopes(scopes: readonly string[]): readonly string[] {
  if (scopes.length === 0) {
    const message = 'Say for which scopes the key is trusted: @acme stands for all plugins of the name @acme/….';
    throw new PlatformError('invalid', 'plugin-installs.scopes_needed', message, { field: 'scopes' });
  }
  if (scopes.includes(OWN_SCOPE)) {
    const message = `The scope ${OWN_SCOPE} belongs to the plugins that come with the server: no key can be trusted for it.`;
    throw new PlatformError('invalid', 'plugin-installs.scope_reserved', message, { field: 'scopes' });
  }
  return [...new Set(scopes)].sort();
}
