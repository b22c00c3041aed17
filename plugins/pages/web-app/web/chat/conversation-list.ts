import type { ChatApi, ConversationItem, FoundConversation } from './chat-api.ts';
import type { ChatMemory } from './chat-memory.ts';

/** `excerpt`: of a search. */
export type ListedConversation = ConversationItem & Partial<Pick<FoundConversation, 'excerpt'>>;

export interface ListState {
  readonly pinned: readonly ListedConversation[];
  /** Of a search: all that was found. */
  readonly others: readonly ListedConversation[];
  readonly search: string;
  /** What was put away is shown. */
  readonly isArchive: boolean;
  readonly hasMore: boolean;
  readonly isLoading: boolean;
  readonly error: unknown;
}

/** How long a removal can be taken back. */
const UNDO_MS = 8_000;

/** A visitor's conversations: newest first, the pinned ones apart, further ones as somebody scrolls. */
export class ConversationList {
  readonly #chat: ChatApi;
  readonly #memory: ChatMemory;
  readonly #listeners = new Set<() => void>();
  readonly #removed = new Map<string, ReturnType<typeof setTimeout>>();
  readonly #introductions = new Map<string, string>();
  #round = 0;
  /** Where a search goes on. */
  #cursor: string | undefined;
  #state: ListState = {
    pinned: [],
    others: [],
    search: '',
    isArchive: false,
    hasMore: false,
    isLoading: true,
    error: null,
  };

  constructor(chat: ChatApi, memory: ChatMemory) {
    this.#chat = chat;
    this.#memory = memory;
  }

  readonly snapshot = (): ListState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #set(change: Partial<ListState>): void {
    this.#state = { ...this.#state, ...change };
    for (const item of [...(change.pinned ?? []), ...(change.others ?? [])]) {
      this.#introductions.set(item.id, item.introduction);
    }
    for (const listener of this.#listeners) listener();
  }

  /** What a conversation began with, also while a search leaves it out; '': nothing, or it is not known yet. */
  introduction(id: string): string {
    return this.#introductions.get(id) ?? '';
  }

  /** The first page, in place of what is shown. */
  async load(search = this.#state.search): Promise<void> {
    this.#round += 1;
    const round = this.#round;
    this.#set({ search, isLoading: true });
    try {
      const page = search === '' ? await this.#first() : { pinned: [], ...(await this.#find(search)) };
      if (round === this.#round) this.#set({ ...page, isLoading: false, error: null });
    } catch (error) {
      if (round === this.#round) this.#set({ isLoading: false, error });
    }
  }

  async #first(): Promise<Pick<ListState, 'pinned' | 'others' | 'hasMore'>> {
    if (this.#state.isArchive) {
      const page = await this.#chat.conversations({ archived: true });
      return { pinned: [], others: this.#present(page.data), hasMore: page.has_more };
    }
    const [pinned, others] = await Promise.all([
      this.#chat.conversations({ pinned: true, limit: 100 }),
      this.#chat.conversations({ pinned: false }),
    ]);
    return {
      pinned: this.#present(pinned.data.filter((item) => item.pinned === true)),
      others: this.#present(others.data.filter((item) => item.pinned !== true)),
      hasMore: others.has_more,
    };
  }

  /** What was found, in the order of the answer. */
  async #find(search: string, cursor?: string): Promise<Pick<ListState, 'others' | 'hasMore'>> {
    const page = await this.#chat.search(search, cursor);
    this.#cursor = page.next_cursor ?? undefined;
    return { others: this.#present(page.data), hasMore: page.has_more };
  }

  async loadMore(): Promise<void> {
    const { others, hasMore, isLoading, search } = this.#state;
    const last = others.at(-1);
    if (!hasMore || isLoading || last === undefined) return;
    const round = this.#round;
    this.#set({ isLoading: true });
    try {
      const page = search === '' ? await this.#next(last.id) : await this.#find(search, this.#cursor);
      if (round !== this.#round) return;
      const known = new Set(this.#state.others.map(({ id }) => id));
      const further = page.others.filter(({ id }) => !known.has(id));
      this.#set({ others: [...this.#state.others, ...further], hasMore: page.hasMore, isLoading: false });
    } catch {
      // Scrolling asks again.
      if (round === this.#round) this.#set({ isLoading: false });
    }
  }

  async #next(lastId: string): Promise<Pick<ListState, 'others' | 'hasMore'>> {
    const which = this.#state.isArchive ? { archived: true } : { pinned: false };
    const page = await this.#chat.conversations({ ...which, last_id: lastId });
    return { others: this.#present(page.data), hasMore: page.has_more };
  }

  async rename(id: string, name: string): Promise<void> {
    this.#change(id, (item) => ({ ...item, name }));
    await this.#chat.rename(id, name).catch(() => this.load());
    this.#memory.tell('');
  }

  async pin(item: ListedConversation, isPinned: boolean): Promise<void> {
    const without = (items: readonly ListedConversation[]) => items.filter(({ id }) => id !== item.id);
    const moved = { ...item, pinned: isPinned };
    const { pinned, others } = this.#state;
    if (isPinned) this.#set({ pinned: [moved, ...without(pinned)], others: without(others) });
    else this.#set({ pinned: without(pinned), others: [moved, ...without(others)].sort(byActivity) });
    await this.#chat.pin(item.id, isPinned).catch(() => this.load());
    this.#memory.tell('');
  }

  /** Shows what was put away, or the rest again. */
  async showArchive(isArchive: boolean): Promise<void> {
    this.#set({ isArchive, pinned: [], others: [] });
    await this.load('');
  }

  /** Puts it away, or brings it back: in either list it is not there any more. */
  async archive(item: ListedConversation, isArchived: boolean): Promise<void> {
    const without = (items: readonly ListedConversation[]) => items.filter(({ id }) => id !== item.id);
    if (this.#state.search === '') {
      this.#set({ pinned: without(this.#state.pinned), others: without(this.#state.others) });
    }
    await this.#chat.archive(item.id, isArchived).catch(() => {});
    await this.load();
    this.#memory.tell('');
  }

  /** Takes it off the list; it is gone for good some seconds later, or when the page is left. */
  remove(item: ConversationItem): { undo(): void } {
    const end = () => {
      clearTimeout(this.#removed.get(item.id));
      if (!this.#removed.delete(item.id)) return;
      removeEventListener('pagehide', end);
      void this.#chat.remove(item.id).then(
        () => this.#memory.tell(''),
        () => this.load(),
      );
    };
    this.#removed.set(item.id, setTimeout(end, UNDO_MS));
    addEventListener('pagehide', end);
    this.#set({ pinned: this.#present(this.#state.pinned), others: this.#present(this.#state.others) });
    return {
      undo: () => {
        clearTimeout(this.#removed.get(item.id));
        if (!this.#removed.delete(item.id)) return;
        removeEventListener('pagehide', end);
        void this.load();
      },
    };
  }

  #present(items: readonly ListedConversation[]): readonly ListedConversation[] {
    return items.filter(({ id }) => !this.#removed.has(id));
  }

  #change(id: string, change: (item: ListedConversation) => ListedConversation): void {
    const changed = (items: readonly ListedConversation[]) =>
      items.map((item) => (item.id === id ? change(item) : item));
    this.#set({ pinned: changed(this.#state.pinned), others: changed(this.#state.others) });
  }
}

function byActivity(one: ConversationItem, other: ConversationItem): number {
  return other.updated_at - one.updated_at;
}
