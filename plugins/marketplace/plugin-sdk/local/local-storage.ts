import { MAX_LISTED, storageFull, storedBytes } from '#plugins/plugin-runner/contract.ts';

interface Of {
  readonly bytes: number;
}

/** What a package keeps while it is open here: by the rules of a server, and gone with the process. */
export class LocalStorage {
  readonly #values = new Map<string, string>();

  async get(_of: Of, key: string): Promise<unknown> {
    return JSON.parse(this.#values.get(key) ?? 'null');
  }

  async set({ bytes }: Of, key: string, json: string): Promise<void> {
    const others = [...this.#values].filter(([name]) => name !== key);
    const used = others.reduce((sum, [name, value]) => sum + storedBytes(name, value), storedBytes(key, json));
    if (used > bytes) throw storageFull(bytes);
    this.#values.set(key, json);
  }

  async delete(_of: Of, key: string): Promise<void> {
    this.#values.delete(key);
  }

  async list(_of: Of, prefix: string): Promise<readonly string[]> {
    return [...this.#values.keys()]
      .filter((key) => key.startsWith(prefix))
      .sort()
      .slice(0, MAX_LISTED);
  }
}
