import type { Logger } from '#kernel';
import type { Notifications } from '#plugins/database/contract.ts';

/** The draft of an app. */
export interface DraftPlace {
  readonly workspaceId: string;
  readonly appId: string;
}

/** Somebody who has a draft open. */
export interface Present {
  readonly clientId: string;
  readonly name: string;
  readonly nodeId: string | null;
  readonly isGone: boolean;
}

type DraftEvent =
  | { readonly event: 'changed'; readonly hash: string; readonly client_id: string }
  | {
      readonly event: 'present';
      readonly people: readonly {
        readonly client_id: string;
        readonly name: string;
        readonly node_id: string | null;
      }[];
    };

type Note =
  | ({ readonly kind: 'present' } & DraftPlace & Present)
  | ({ readonly kind: 'changed'; readonly hash: string; readonly clientId: string } & DraftPlace);

const CHANNEL = 'drafts_watched';
/** Milliseconds after which who says nothing has left. */
const PATIENCE = 60_000;
/** Of one draft; more are not shown. */
const MAX_PRESENT = 50;
/** Events a slow reader may be behind before the older ones are forgotten: changes are asked for by state anyway. */
const MAX_BEHIND = 100;

/** Tells the pages that have a draft open of each other, over all processes. From memory: what is missed is asked for. */
export class DraftWatch {
  readonly #notifications: Notifications;
  readonly #logger: Logger;
  readonly #present = new Map<string, Map<string, Present & { readonly at: number }>>();
  readonly #readers = new Map<string, Set<(event: DraftEvent) => void>>();

  constructor({ notifications, logger }: { readonly notifications: Notifications; readonly logger: Logger }) {
    this.#notifications = notifications;
    this.#logger = logger;
  }

  /** Hears the other processes. The result ends it. */
  listen(): () => void {
    return this.#notifications.listen(CHANNEL, (payload) => this.#heard(JSON.parse(payload) as Note));
  }

  say(place: DraftPlace, present: Present): Promise<void> {
    const name = present.name.slice(0, 100);
    return this.#tell({ kind: 'present', ...place, ...present, name });
  }

  /** Nobody waits for it: who misses it sees the change with their next one. */
  changed(place: DraftPlace, { hash, clientId }: { readonly hash: string; readonly clientId: string }): void {
    this.#tell({ kind: 'changed', ...place, hash, clientId }).catch((error) =>
      this.#logger.warn({ err: error }, 'a change of a draft was not told to other pages'),
    );
  }

  /** Events as JSON texts, in batches; with `isOnce` only who is there now. */
  async *follow(place: DraftPlace, signal: AbortSignal, isOnce: boolean): AsyncIterable<readonly string[]> {
    const key = keyOf(place);
    const waiting: DraftEvent[] = [{ event: 'present', people: this.#people(key) }];
    let wake = () => {};
    const hear = (event: DraftEvent) => {
      waiting.push(event);
      if (waiting.length > MAX_BEHIND) waiting.shift();
      wake();
    };
    const readers = this.#readers.get(key) ?? new Set();
    this.#readers.set(key, readers.add(hear));
    const over = () => wake();
    signal.addEventListener('abort', over);
    try {
      while (!signal.aborted) {
        const next = waiting.shift();
        if (next !== undefined) {
          yield [JSON.stringify(next)];
          if (isOnce) return;
          continue;
        }
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    } finally {
      signal.removeEventListener('abort', over);
      readers.delete(hear);
      if (readers.size === 0) this.#readers.delete(key);
    }
  }

  #tell(note: Note): Promise<void> {
    return this.#notifications.send(CHANNEL, JSON.stringify(note));
  }

  #heard(note: Note): void {
    const key = keyOf(note);
    if (note.kind === 'changed') {
      this.#emit(key, { event: 'changed', hash: note.hash, client_id: note.clientId });
      return;
    }
    const people = this.#present.get(key) ?? new Map();
    if (note.isGone) people.delete(note.clientId);
    else people.set(note.clientId, { ...note, at: Date.now() });
    for (const [id, { at }] of people) if (at < Date.now() - PATIENCE) people.delete(id);
    if (people.size === 0) this.#present.delete(key);
    else this.#present.set(key, people);
    this.#emit(key, { event: 'present', people: this.#people(key) });
  }

  #people(key: string) {
    const all = [...(this.#present.get(key)?.values() ?? [])].filter(({ at }) => at >= Date.now() - PATIENCE);
    return all
      .slice(0, MAX_PRESENT)
      .map(({ clientId, name, nodeId }) => ({ client_id: clientId, name, node_id: nodeId }));
  }

  #emit(key: string, event: DraftEvent): void {
    for (const reader of this.#readers.get(key) ?? []) reader(event);
  }
}

function keyOf({ workspaceId, appId }: DraftPlace): string {
  return `${workspaceId}/${appId.toLowerCase()}`;
}
