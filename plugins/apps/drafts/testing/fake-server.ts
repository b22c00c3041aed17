import type { DraftServer, Keeper, Kept, OthersChange } from '#plugins/drafts/web/document/draft-store.ts';
import { applyAll, type DocumentOperation, type Mapping, meet } from '#plugins/drafts/web/document/operations.ts';

class DraftChanged extends Error {}

/** A draft as the server keeps it: changes by place, joined where they do not meet. What is set as a `key` is hidden. */
export class FakeServer implements DraftServer {
  tree: Mapping;
  readonly changes: OthersChange[] = [];
  sent = 0;
  isDown = false;
  readonly #client: string;

  constructor(tree: Mapping, client = 'one') {
    this.tree = tree;
    this.#client = client;
  }

  /** The same draft, as another page sees it. */
  as(client: string): DraftServer {
    const send: DraftServer['send'] = (base, operations) => this.#send(client, base, operations);
    return {
      read: () => this.read(),
      send,
      changesSince: (hash) => this.changesSince(hash),
      isConflict: this.isConflict,
    };
  }

  get hash(): string {
    return String(this.changes.length);
  }

  async read() {
    return { tree: this.tree, hash: this.hash, problems: [] };
  }

  send: DraftServer['send'] = (base, operations) => this.#send(this.#client, base, operations);

  async changesSince(hash: string) {
    return { hash: this.hash, changes: this.changes.slice(Number(hash)) };
  }

  isConflict = (error: unknown): boolean => error instanceof DraftChanged;

  async #send(client: string, base: string, operations: Parameters<DraftServer['send']>[1]) {
    if (this.isDown) throw new Error('no network');
    const others = this.changes.slice(Number(base));
    if (others.some((change) => change.operations?.some((a) => operations.some((b) => meet(a.path, b.path)))))
      throw new DraftChanged();
    const hidden = operations.flatMap(marked);
    this.tree = applyAll(this.tree, [...operations, ...hidden]).tree;
    this.sent += operations.length;
    const told = [...operations, ...hidden];
    this.changes.push({
      hash: String(this.changes.length + 1),
      operations: told,
      client_id: client,
      author_name: client,
    });
    return { hash: this.hash, others, hidden, problems: [] };
  }
}

function marked(operation: DocumentOperation): DocumentOperation[] {
  const isTyped = 'set' in operation && operation.path.at(-1) === 'key' && /^[^[]/.test(String(operation.set));
  return isTyped ? [{ path: operation.path, set: `[${String(operation.set).length}]` }] : [];
}

/** Keeps what a browser would, for the next page. */
export function memoryKeeper(): Keeper {
  let kept: Kept | undefined;
  return {
    load: async () => kept,
    save: (next) => {
      kept = structuredClone(next);
    },
  };
}
