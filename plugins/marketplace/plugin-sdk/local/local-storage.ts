import { PlatformError } from '#kernel';

interface Of {
  readonly bytes: number;
}

/** What a package keeps while it is open here: counted as a server counts it, and gone with the process. */
export class LocalStorage {
  readonly #values = new Map<string, string>();

  async get(_of: Of, key: string): Promise<unknown> {
    return JSON.parse(this.#values.get(key) ?? 'null');
  }

  async set({ bytes }: Of, key: string, json: string): Promise<void> {
    const others = [...this.#values].filter(([name]) => name !== key);
    const used = [...others, [key, json]].reduce((sum, pair) => sum + Buffer.byteLength(pair.join('')), 0);
    if (used > bytes) {
      const message = `the storage of this plugin is full: it may keep ${bytes} bytes`;
      throw new PlatformError('invalid', 'plugin-sdk.storage_full', message);
    }
    this.#values.set(key, json);
  }

  async delete(_of: Of, key: string): Promise<void> {
    this.#values.delete(key);
  }

  async list(_of: Of, prefix: string): Promise<readonly string[]> {
    return [...this.#values.keys()].filter((key) => key.startsWith(prefix)).sort();
  }
}
