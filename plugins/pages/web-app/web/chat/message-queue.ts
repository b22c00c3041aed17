import type { SentFile, TurnFile } from './turn.ts';

/** A message that waits for the end of the answer before it. */
export interface QueuedMessage {
  /** The one it is sent under: a tab that was copied sends it no second time. */
  readonly key: string;
  readonly query: string;
  readonly sent: readonly SentFile[];
  readonly shown: readonly TurnFile[];
  /** It goes when somebody says so. */
  readonly isHeld?: boolean;
}

const none: readonly QueuedMessage[] = [];

/** Messages that wait, by conversation ('' is a new one), in the order they are sent. Of one tab, which keeps them over a reload. */
export class MessageQueue {
  readonly #place: string;
  readonly #known = new Map<string, readonly QueuedMessage[]>();
  readonly #listeners = new Set<() => void>();

  constructor(place: string) {
    this.#place = place;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The same list until it changes. */
  of(conversationId: string): readonly QueuedMessage[] {
    const known = this.#known.get(conversationId) ?? read(`${this.#place}:${conversationId}`);
    this.#known.set(conversationId, known);
    return known;
  }

  /** Whether what waits was told to wait for somebody: the answer before it did not come to its end. */
  isHeld(conversationId: string): boolean {
    return this.of(conversationId).some((each) => each.isHeld === true);
  }

  /** Until somebody says that they go on; also over a reload. */
  hold(conversationId: string, isHeld: boolean): void {
    if (this.isHeld(conversationId) === isHeld) return;
    this.#set(
      conversationId,
      this.of(conversationId).map((each) => ({ ...each, isHeld })),
    );
  }

  add(conversationId: string, message: Omit<QueuedMessage, 'key'>): void {
    this.#set(conversationId, [...this.of(conversationId), { ...message, key: crypto.randomUUID() }]);
  }

  /** Another text, under another key: the one before may have been sent by a copy of this tab. */
  change(conversationId: string, key: string, query: string): void {
    const changed = (each: QueuedMessage) => ({ ...each, query, key: crypto.randomUUID() });
    this.#set(
      conversationId,
      this.of(conversationId).map((each) => (each.key === key ? changed(each) : each)),
    );
  }

  remove(conversationId: string, key: string): void {
    this.#set(
      conversationId,
      this.of(conversationId).filter((each) => each.key !== key),
    );
  }

  /** A new conversation has got its id. */
  move(from: string, to: string): void {
    const moved = this.of(from);
    if (moved.length === 0 || from === to) return;
    this.#set(from, none);
    this.#set(to, [...this.of(to), ...moved]);
  }

  #set(conversationId: string, messages: readonly QueuedMessage[]): void {
    this.#known.set(conversationId, messages);
    write(`${this.#place}:${conversationId}`, messages);
    for (const listener of this.#listeners) listener();
  }
}

function read(key: string): readonly QueuedMessage[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? '[]');
    return Array.isArray(stored) && stored.length > 0 ? stored : none;
  } catch {
    return none;
  }
}

function write(key: string, messages: readonly QueuedMessage[]): void {
  try {
    if (messages.length === 0) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(messages.map(kept)));
  } catch {
    // Full, or a browser that keeps nothing: they wait as long as the page stands.
  }
}

/** Pictures that only this page has are not there after a reload. */
function kept(message: QueuedMessage): QueuedMessage {
  const shown = message.shown.map((file) => (file.url.startsWith('blob:') ? { ...file, url: '' } : file));
  return { ...message, shown };
}
