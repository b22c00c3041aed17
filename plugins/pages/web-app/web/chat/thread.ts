import { ApiError, waitForNetwork } from '#plugins/ui/web/contract.ts';
import { listOf, type Mapping, textOf } from '#plugins/web-app/web/workflow/frames.ts';
import type { ChatApi } from './chat-api.ts';
import { askQuestion, type Begun, followTurn, type Order } from './chat-connection.ts';
import type { ChatMemory, KeptOrder } from './chat-memory.ts';
import { type SentFile, Turn, type TurnError, type TurnFile, type TurnState } from './turn.ts';
import { turnOfMessage } from './turn-of-message.ts';

/** What somebody asks. */
export interface Question {
  readonly query: string;
  readonly inputs: Mapping;
  readonly files: readonly SentFile[];
  readonly shownFiles: readonly TurnFile[];
  /** The message it follows; null: the one before it in time. */
  readonly parentId: string | null;
  /** The one it is sent under, where it has waited under one. */
  readonly key?: string | undefined;
  /** How often it was tried by itself. */
  readonly tries?: number;
}

/** What a page does about its conversation. */
export interface ThreadEvents {
  /** The server has taken a question; a new conversation has its id now. */
  begun(conversationId: string, isNew: boolean): void;
  finished(turn: TurnState): void;
  /** The server would not take a question, which was not shown to anybody yet. */
  refused(question: Question, error: ApiError): boolean;
}

export interface ThreadParts {
  /** Of the app. */
  readonly mode: string;
  readonly chat: ChatApi;
  readonly memory: ChatMemory;
  readonly events: ThreadEvents;
}

export interface ThreadState {
  readonly conversationId: string;
  readonly turns: readonly Turn[];
  readonly hasOlder: boolean;
  readonly isLoading: boolean;
  readonly error: unknown;
}

/** A conversation on the page: its turns, as far back as somebody has looked, and those that run. */
export class Thread {
  readonly #mode: string;
  readonly #chat: ChatApi;
  readonly #memory: ChatMemory;
  readonly #events: ThreadEvents;
  readonly #leaving = new AbortController();
  readonly #listeners = new Set<() => void>();
  readonly #orders = new Map<string, KeptOrder>();
  #state: ThreadState;
  #isLooking = false;

  constructor(conversationId: string, parts: ThreadParts) {
    this.#mode = parts.mode;
    this.#chat = parts.chat;
    this.#memory = parts.memory;
    this.#events = parts.events;
    const isOld = conversationId !== '';
    this.#state = { conversationId, turns: [], hasOlder: false, isLoading: isOld, error: null };
  }

  readonly snapshot = (): ThreadState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  close(): void {
    this.#leaving.abort();
  }

  #set(change: Partial<ThreadState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }

  /** The newest messages, and what this browser knows to run. Again: what came meanwhile, in other tabs or elsewhere. */
  async load(): Promise<void> {
    const { conversationId, turns } = this.#state;
    if (conversationId !== '') {
      if (turns.length === 0) this.#set({ isLoading: true, error: null });
      try {
        const page = await this.#chat.messages(conversationId, undefined, this.#leaving.signal);
        if (this.#leaving.signal.aborted) return;
        this.#merge(page.data.map(this.#read));
        if (turns.length === 0) this.#set({ hasOlder: page.has_more });
        this.#set({ isLoading: false, error: null });
      } catch (error) {
        if (this.#leaving.signal.aborted) return;
        this.#set({ isLoading: false, error: this.#state.turns.length === 0 ? error : null });
      }
    }
    this.#takeUp();
    this.#lookElsewhere();
  }

  /** A message of a list, its forms where they were asked. */
  readonly #read = (message: Mapping): Partial<TurnState> => {
    const state = turnOfMessage(message);
    const forms = state.forms?.map((form) => ({ ...form, place: this.#memory.formPlace(form.id) ?? form.place }));
    return { ...state, ...(forms !== undefined && { forms }) };
  };

  async loadOlder(): Promise<void> {
    const { conversationId, turns, hasOlder, isLoading } = this.#state;
    const first = turns.find(({ state }) => state.id !== '')?.state.id;
    if (!hasOlder || isLoading || first === undefined) return;
    this.#set({ isLoading: true });
    try {
      const page = await this.#chat.messages(conversationId, first, this.#leaving.signal);
      const older = page.data.map((message) => newTurn(this.#read(message)));
      this.#set({ turns: [...older, ...this.#state.turns], hasOlder: page.has_more, isLoading: false });
    } catch {
      if (!this.#leaving.signal.aborted) this.#set({ isLoading: false });
    }
  }

  /** Puts what a list says beside what is shown: turns that run here know better. */
  #merge(listed: readonly Partial<TurnState>[]): void {
    const known = new Map(this.#state.turns.map((turn) => [turn.state.id, turn]));
    const fresh: Turn[] = [];
    for (const state of listed) {
      const turn = known.get(state.id ?? '');
      if (turn === undefined) fresh.push(newTurn(state));
      else if (!this.#orders.has(turn.key)) turn.set(state);
    }
    if (fresh.length > 0) this.#set({ turns: [...this.#state.turns, ...fresh].sort(byTime) });
  }

  /** Joins what runs: questions of this browser whose end was not seen yet. */
  #takeUp(): void {
    for (const order of this.#memory.orders()) {
      if (order.conversationId !== this.#state.conversationId || this.#orders.has(order.key)) continue;
      if (order.conversationId === '' && !isOfThisTab(order)) continue;
      this.#orders.set(order.key, order);
      let turn = this.#state.turns.find(({ state }) => state.id !== '' && state.id === order.messageId);
      if (turn === undefined) {
        turn = new Turn(order.key, stateOf(order));
        this.#set({ turns: [...this.#state.turns, turn] });
      }
      // One that came with a list has another key.
      this.#orders.set(turn.key, order);
      turn.set({ taskId: order.taskId });
      void this.#run(turn, order);
    }
  }

  /** Asks; the answer appears in its turn. */
  ask(question: Question): void {
    const { conversationId } = this.#state;
    const order: KeptOrder = {
      ...question,
      key: question.key ?? crypto.randomUUID(),
      conversationId,
      taskId: '',
      messageId: '',
      at: Date.now(),
    };
    this.#memory.keep(order);
    noteFirst(order);
    this.#orders.set(order.key, order);
    const turn = new Turn(order.key, stateOf(order));
    turn.tries = question.tries ?? 0;
    this.#set({ turns: [...this.#state.turns, turn] });
    void this.#run(turn, order, question);
  }

  /** Sends a question again that was not taken. */
  retry(turn: Turn, tries: number): void {
    const order = this.#orders.get(turn.key);
    this.#set({ turns: this.#state.turns.filter((each) => each !== turn) });
    this.#orders.delete(turn.key);
    // Under another key: the server may have kept what it answered to this one.
    if (order !== undefined) this.ask({ ...order, key: undefined, tries });
  }

  /** Whether its answer is read from its run, which may go on. */
  isFollowed(turn: Turn): boolean {
    return this.#orders.has(turn.key) && !turn.isOver;
  }

  /** Whether a turn never came to be a message: it can be sent again as it was. */
  wasRefused(turn: Turn): boolean {
    return turn.state.id === '' && this.#orders.has(turn.key);
  }

  stop(turn: Turn): void {
    turn.isStopAsked = true;
    const { taskId } = turn.state;
    if (taskId !== '') void this.#chat.stop(taskId).catch(() => {});
  }

  async #run(turn: Turn, order: KeptOrder, question?: Question): Promise<void> {
    const { signal } = this.#leaving;
    try {
      if (order.taskId === '') await this.#begin(turn, order, signal);
      if (turn.isStopAsked) this.stop(turn);
      await followTurn(this.#chat.api, turn, signal);
      if (signal.aborted) return;
      this.#settle(turn, order);
      this.#events.finished(turn.state);
      this.#memory.tell(turn.state.conversationId);
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof ApiError && turn.state.taskId !== '') {
        // Its run is gone, or nobody may follow it any more: what is kept of it is all there is.
        this.#settle(turn, order);
        turn.set({ status: 'done', isLost: false });
        void this.load();
        return;
      }
      this.#memory.forget(order.key);
      const isShownElsewhere =
        question !== undefined && error instanceof ApiError && this.#events.refused(question, error);
      if (isShownElsewhere) {
        this.#orders.delete(order.key);
        this.#set({ turns: this.#state.turns.filter((each) => each !== turn) });
      } else turn.set({ status: 'failed', isLost: false, error: failureOf(error) });
    }
  }

  async #begin(turn: Turn, order: KeptOrder, signal: AbortSignal): Promise<void> {
    const begun: Begun = await askQuestion(this.#chat.api, order, {
      mode: this.#mode,
      signal,
      onLost: () => turn.set({ isLost: true }),
    });
    const { taskId, messageId, conversationId } = begun;
    const isNew = this.#state.conversationId === '';
    const kept = { ...order, taskId, messageId, conversationId };
    this.#memory.keep(kept);
    this.#orders.set(order.key, kept);
    if (signal.aborted) return;
    turn.set({ id: messageId, taskId, conversationId, status: 'running', isLost: false });
    if (isNew) this.#set({ conversationId });
    this.#memory.tell(conversationId);
    this.#events.begun(conversationId, isNew);
  }

  #settle(turn: Turn, { key }: Order): void {
    this.#memory.forget(key);
    this.#memory.keepFormPlaces(turn.state.forms);
    this.#orders.delete(turn.key);
    this.#set({ turns: [...this.#state.turns] });
  }

  /** An answer of which nothing is known but that it was asked for: of another device. Looked for until it is there. */
  #lookElsewhere(): void {
    const last = this.#state.turns.at(-1);
    if (this.#isLooking || last === undefined || this.#orders.has(last.key) || !isPending(last.state)) return;
    this.#isLooking = true;
    void waitForNetwork(3, this.#leaving.signal)
      .then(() => {
        this.#isLooking = false;
        return this.load();
      })
      .catch(() => {});
  }
}

/** As long as a run may take that nobody follows. */
const MAX_RUN_MS = 20 * 60_000;

function isPending({ answer, error, status, createdAt, answerFiles, forms }: TurnState): boolean {
  if (Date.now() - createdAt > MAX_RUN_MS || error !== null) return false;
  if (status === 'waiting') return forms.every(({ state }) => state !== 'open');
  return status === 'done' && answer === '' && answerFiles.length === 0;
}

/** Where a tab notes the question that begins its conversation: after a reload it is that tab's still. */
const FIRST_ORDER = 'weft-first-order';

function isOfThisTab({ key }: Order): boolean {
  try {
    return sessionStorage.getItem(FIRST_ORDER) === key;
  } catch {
    return false;
  }
}

function noteFirst({ key, conversationId }: Order): void {
  try {
    if (conversationId === '') sessionStorage.setItem(FIRST_ORDER, key);
  } catch {
    // A browser that keeps nothing: the question is lost with the tab.
  }
}

function newTurn(state: Partial<TurnState>): Turn {
  return new Turn(state.id ?? crypto.randomUUID(), state);
}

function stateOf(order: KeptOrder): Partial<TurnState> {
  const { messageId: id, conversationId, parentId, taskId, query, shownFiles: files, at: createdAt } = order;
  const status = taskId === '' ? ('sending' as const) : ('running' as const);
  return { id, conversationId, parentId, taskId, query, files, createdAt, status };
}

/** Ids of messages grow with time; what has none yet is newest. */
function byTime({ state: one }: Turn, { state: other }: Turn): number {
  if (one.id === '' || other.id === '') return one.id === other.id ? 0 : one.id === '' ? 1 : -1;
  return one.id < other.id ? -1 : 1;
}

/** Codes of refusals that pass: too much at once, of one visitor or of all. */
const BUSY = new Set([429, 503]);

function failureOf(error: unknown): TurnError {
  const none = { trouble: null, retryAfter: null, isFresh: true } as const;
  if (!(error instanceof ApiError)) return { message: '', code: '', ...none };
  const { message, code, retryAfter } = error;
  return { message, code, trouble: BUSY.has(error.status) ? 'busy' : null, retryAfter, isFresh: true };
}

/** Fields that a refusal names: the runtime API names one as a text, other routes in an object. */
export function fieldOf({ params }: ApiError): string {
  const given: unknown = params;
  const named = typeof given === 'string' ? given : (given as { readonly field?: unknown } | undefined)?.field;
  return textOf(named).replace(/^inputs\./, '') || textOf(listOf(named)[0]);
}
