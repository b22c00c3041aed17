import { readStored, writeStored } from '#plugins/ui/web/contract.ts';
import type { Order } from './chat-connection.ts';
import { MessageQueue } from './message-queue.ts';
import type { TurnFile, TurnForm } from './turn.ts';

/** A question whose answer this browser has not seen the end of: found again after a reload, and by other tabs. */
export interface KeptOrder extends Order {
  /** Both empty until the server has answered. */
  readonly taskId: string;
  readonly messageId: string;
  /** As they are shown beside the question. */
  readonly shownFiles: readonly TurnFile[];
  readonly at: number;
}

/** As long as the server knows its key (`Idempotency-Key`). */
const KEPT_MS = 24 * 3600 * 1000;
const MAX_ORDERS = 20;
const MAX_PLACES = 100;
/** Who comes back within this time is back in their conversation: at any hour of the day after. */
const RESUMED_MS = 48 * 3600 * 1000;

/** The conversation somebody was in; '': they had begun a new one. */
interface LastConversation {
  readonly id: string;
  readonly at: number;
}

/** What one visitor's browser remembers of an app's conversations, and how its tabs tell each other. */
export class ChatMemory {
  readonly #place: string;
  readonly #channel: BroadcastChannel | null;
  #resumed = '';
  /** What is sent when the answer before it has come. */
  readonly queue: MessageQueue;

  constructor(place: string) {
    this.#place = place;
    this.queue = new MessageQueue(`${place}:queue`);
    this.#channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(place);
  }

  orders(): readonly KeptOrder[] {
    const stored = readStored<readonly KeptOrder[]>(`${this.#place}:orders`);
    const now = Date.now();
    return Array.isArray(stored) ? stored.filter((order: KeptOrder) => now - order.at < KEPT_MS) : [];
  }

  keep(order: KeptOrder): void {
    const others = this.orders().filter(({ key }) => key !== order.key);
    writeStored(`${this.#place}:orders`, [...others, order].slice(-MAX_ORDERS));
  }

  forget(key: string): void {
    const others = this.orders().filter((order) => order.key !== key);
    writeStored(`${this.#place}:orders`, others.length === 0 ? null : others);
  }

  /** Where a form stood in an answer that this browser saw come; undefined: it did not. */
  formPlace(formId: string): number | undefined {
    return this.#places().find(([id]) => id === formId)?.[1];
  }

  keepFormPlaces(forms: readonly TurnForm[]): void {
    if (forms.length === 0) return;
    const others = this.#places().filter(([id]) => forms.every((form) => form.id !== id));
    const places = forms.map(({ id, place }) => [id, place]);
    writeStored(`${this.#place}:form-places`, [...others, ...places].slice(-MAX_PLACES));
  }

  #places(): readonly (readonly [id: string, place: number])[] {
    return readStored(`${this.#place}:form-places`) ?? [];
  }

  /** What was typed and not sent, by conversation; '' is that of a new one. */
  draft(conversationId: string): string {
    return readStored<string>(`${this.#place}:draft:${conversationId}`) ?? '';
  }

  keepDraft(conversationId: string, text: string): void {
    writeStored(`${this.#place}:draft:${conversationId}`, text === '' ? null : text);
  }

  /** The conversation to go on with: this tab's, else that of this browser; '': a new one. */
  resume(): string {
    const key = `${this.#place}:last`;
    const now = Date.now();
    const kept = [readOfTab<LastConversation>(key), readStored<LastConversation>(key)];
    const last = kept.find((each) => each !== undefined && now - each.at < RESUMED_MS);
    this.#resumed = last?.id ?? '';
    return this.#resumed;
  }

  /** Whether nobody asked for a conversation by its address: it was only gone on with. */
  wasResumed(conversationId: string): boolean {
    return conversationId !== '' && this.#resumed === conversationId;
  }

  /** `''`: a new one was begun, here and for tabs that are opened from now on. */
  keepLast(conversationId: string): void {
    const last: LastConversation = { id: conversationId, at: Date.now() };
    writeStored(`${this.#place}:last`, last);
    writeOfTab(`${this.#place}:last`, last);
  }

  /** Tells the other tabs that a conversation, or the list ('' ), is another one now. */
  tell(conversationId: string): void {
    this.#channel?.postMessage(conversationId);
  }

  /** Hears of it from them. */
  hear(listener: (conversationId: string) => void): () => void {
    const heard = ({ data }: MessageEvent<unknown>) => listener(String(data));
    this.#channel?.addEventListener('message', heard);
    return () => this.#channel?.removeEventListener('message', heard);
  }

  close(): void {
    this.#channel?.close();
  }
}

/** Of this tab alone: two tabs of a site may be in two conversations, each of which goes on with the next page there. */
function readOfTab<Value>(key: string): Value | undefined {
  try {
    const text = sessionStorage.getItem(key);
    return text === null ? undefined : (JSON.parse(text) as Value);
  } catch {
    return undefined;
  }
}

function writeOfTab(key: string, value: unknown): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing.
  }
}
