import { currentTime, type Logger, newId } from '#kernel';
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
}

/** How a draft is followed. */
export interface Following {
  readonly signal: AbortSignal;
  /** Only who is there now. */
  readonly isOnce: boolean;
  /** Whom the others see meanwhile; null: nobody. */
  readonly present: Present | null;
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
  | ({ readonly kind: 'present'; readonly connection: string; readonly isGone: boolean } & DraftPlace & Present)
  | ({ readonly kind: 'changed'; readonly hash: string; readonly clientId: string } & DraftPlace);

const CHANNEL = 'drafts_watched';
/** Milliseconds after which who says nothing has left, and between two signs of life. */
const PATIENCE = 60_000;
const REPEAT = 20_000;
/** Of one draft; more are not shown. */
const MAX_PRESENT = 50;
/** Events a slow reader may be behind before the older ones are forgotten: changes are asked for by state anyway. */
const MAX_BEHIND = 100;

/** Tells the pages that have a draft open of each other, over all processes. From memory: what is missed is asked for. */
export class DraftWatch {
  readonly #notifications: Notifications;
  readonly #logger: Logger;
  readonly #present = new Map<string, Map<string, Present & { readonly at: number; readonly connection: string }>>();
  readonly #readers = new Map<string, Set<(event: DraftEvent) => void>>();

  constructor({ notifications, logger }: { readonly notifications: Notifications; readonly logger: Logger }) {
    this.#notifications = notifications;
    this.#logger = logger;
  }

  /** Hears the other processes. The result ends it. */
  listen(): () => void {
    return this.#notifications.listen(CHANNEL, (payload) => this.#heard(JSON.parse(payload) as Note));
  }

  /** Nobody waits for it: who misses it sees the change with their next one. */
  changed(place: DraftPlace, { hash, clientId }: { readonly hash: string; readonly clientId: string }): void {
    this.#tell({ kind: 'changed', ...place, hash, clientId }).catch((error) =>
      this.#logger.warn({ err: error }, 'a change of a draft was not told to other pages'),
    );
  }

  /** Events as JSON texts, in batches. */
  async *follow(place: DraftPlace, { signal, isOnce, present }: Following): AsyncIterable<readonly string[]> {
    const leave = present === null ? () => {} : this.#enter(place, present);
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
      leave();
      signal.removeEventListener('abort', over);
      readers.delete(hear);
      if (readers.size === 0) this.#readers.delete(key);
    }
  }

  /** Says that somebody is there, again and again; the result says that they are gone. */
  #enter(place: DraftPlace, present: Present): () => void {
    const connection = newId();
    const name = present.name.slice(0, 100);
    const say = (isGone: boolean) => {
      this.#tell({ kind: 'present', ...place, ...present, name, connection, isGone }).catch((error) =>
        this.#logger.warn({ err: error }, 'who has a draft open was not told to other pages'),
      );
    };
    say(false);
    const timer = setInterval(() => say(false), REPEAT);
    timer.unref();
    return () => {
      clearInterval(timer);
      say(true);
    };
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
    // A page that looks at something else has another connection by now.
    if (!note.isGone) people.set(note.clientId, { ...note, at: currentTime() });
    else if (people.get(note.clientId)?.connection === note.connection) people.delete(note.clientId);
    for (const [id, { at }] of people) if (at < currentTime() - PATIENCE) people.delete(id);
    if (people.size === 0) this.#present.delete(key);
    else this.#present.set(key, people);
    this.#emit(key, { event: 'present', people: this.#people(key) });
  }

  #people(key: string) {
    const all = [...(this.#present.get(key)?.values() ?? [])].filter(({ at }) => at >= currentTime() - PATIENCE);
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
