import { type Logger, PlatformError } from '#kernel';
import type { Notifications } from '#plugins/database/contract.ts';
import type { BlockRow, TrustStore } from './trust-store.ts';

export interface BlockListParts {
  readonly store: Pick<TrustStore, 'blocks'>;
  readonly notifications: Notifications;
  readonly logger: Logger;
  /** Blocked by configuration: `name`, or `name@version`. */
  readonly configured: readonly string[];
}

const channel = 'plugin_blocks';
/** Milliseconds after which the list is read again, should a change not have been heard of. */
const readAgainMs = 10_000;

type Block = Pick<BlockRow, 'name' | 'version' | 'reason'>;

/** Versions that may not run, known by heart. */
export class BlockList {
  readonly #parts: BlockListParts;
  readonly #listeners = new Set<() => void>();
  #blocks: readonly Block[];
  #stop = () => {};

  constructor(parts: BlockListParts) {
    this.#parts = parts;
    this.#blocks = parts.configured.map(fromConfiguration);
  }

  /** Those of the configuration. */
  get configured(): readonly Block[] {
    return this.#parts.configured.map(fromConfiguration);
  }

  async start(): Promise<void> {
    const read = () =>
      void this.#read().catch((error) =>
        this.#parts.logger.warn({ error }, 'The list of blocked plugins was not read'),
      );
    // It may be started again after it could not read.
    this.#stop();
    const unlisten = this.#parts.notifications.listen(channel, read);
    const timer = setInterval(read, readAgainMs).unref();
    const stop = () => {
      unlisten();
      clearInterval(timer);
    };
    this.#stop = stop;
    await this.#read();
  }

  close(): void {
    this.#stop();
    this.#listeners.clear();
  }

  /** In this process at once, in the others when they hear of it. */
  async changed(): Promise<void> {
    await this.#read();
    await this.#parts.notifications.send(channel, '');
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  find({ name, version }: { readonly name: string; readonly version: string }): Block | null {
    return (
      this.#blocks.find((block) => block.name === name && (block.version === null || block.version === version)) ?? null
    );
  }

  assertAllowed(wanted: { readonly name: string; readonly version: string }): void {
    const block = this.find(wanted);
    if (block === null) return;
    const message = `The plugin ${wanted.name} ${wanted.version} is blocked on this server: ${block.reason} Remove it, or install another version.`;
    throw new PlatformError('forbidden', 'plugin-installs.blocked', message);
  }

  async #read(): Promise<void> {
    const before = JSON.stringify(this.#blocks);
    const stored = await this.#parts.store.blocks();
    this.#blocks = [...this.configured, ...stored];
    if (JSON.stringify(this.#blocks) !== before) for (const listener of this.#listeners) listener();
  }
}

function fromConfiguration(entry: string): Block {
  const at = entry.indexOf('@', 1);
  const [name, version] = at === -1 ? [entry, null] : [entry.slice(0, at), entry.slice(at + 1)];
  return { name, version, reason: 'the operator of this server has blocked it.' };
}
