import { type Conflict, changedBy, changesFrom, settled, wholeChanges } from './conflict.ts';
import { type Hidden, hiddenOf, withMarks } from './hidden.ts';
import { type History, noHistory, withStep } from './history.ts';
import {
  applyAll,
  type DocumentOperation,
  isSame,
  joined,
  type Mapping,
  meet,
  type Path,
  valueAt,
} from './operations.ts';

/** What is wrong with the document, as the server says it. */
export interface Problem {
  readonly code: string;
  readonly severity: 'error' | 'warning' | 'hint';
  readonly node_id: string | null;
  /** Below the node's `data`, or in the document. */
  readonly field: string;
  readonly message: string;
  readonly fix: { readonly label: string; readonly operations: readonly DocumentOperation[] } | null;
}

/** A change that others made; `operations` null: not told, the document is to be read again. */
export interface OthersChange {
  readonly hash: string;
  readonly operations: readonly DocumentOperation[] | null;
  readonly client_id: string;
  readonly author_name: string;
}

/** The server, as the document needs it. */
export interface DraftServer {
  read(): Promise<{ readonly tree: Mapping; readonly hash: string; readonly problems: readonly Problem[] }>;
  /** Throws an error that `isConflict` knows where others have changed the same places. */
  send(
    base: string,
    operations: readonly DocumentOperation[],
  ): Promise<{
    readonly hash: string;
    readonly others: readonly OthersChange[];
    /** Marks that stand for what was sent as credentials. */
    readonly hidden: readonly DocumentOperation[];
    readonly problems: readonly Problem[];
  }>;
  changesSince(hash: string): Promise<{ readonly hash: string; readonly changes: readonly OthersChange[] | null }>;
  isConflict(error: unknown): boolean;
}

/** What is kept over a reload. */
export interface Kept {
  readonly hash: string;
  readonly waiting: readonly DocumentOperation[];
  readonly history: History;
  /** What nobody has decided yet. */
  readonly conflict?: Conflict | null;
}

export interface Keeper {
  load(): Promise<Kept | undefined>;
  save(kept: Kept): void;
  /** Nothing is saved any more. */
  close?(): void;
}

export interface DraftState {
  readonly tree: Mapping;
  readonly problems: readonly Problem[];
  readonly saving: 'saved' | 'waiting' | 'sending' | 'failed';
  readonly error: unknown;
  readonly conflict: Conflict | null;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
}

const PAUSE_MS = 500;
const RETRY_MS = 5_000;

/** The document of an app: changed here at once, sent after a pause, joined with what others change. */
export class DraftStore {
  readonly #server: DraftServer;
  readonly #keeper: Keeper;
  /** Fields may hold what is typed for a moment: it is asked for before others' changes are taken, which would hide it. */
  readonly #tellTyped: () => void;
  readonly #listeners = new Set<() => void>();
  #state: DraftState;
  #hash: string;
  #history: History = noHistory;
  /** Changes that the server does not have yet; those being sent come first. */
  #waiting: readonly DocumentOperation[] = [];
  #sending = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;
  /** Others changed something while own changes were on their way. */
  #isBehind = false;
  /** Where somebody types: what is saved of it stays readable until they leave. */
  #typing: readonly Path[] = [];
  #hidden: readonly Hidden[] = [];

  private constructor(
    { server, keeper, tellTyped }: { server: DraftServer; keeper: Keeper; tellTyped(): void },
    read: Awaited<ReturnType<DraftServer['read']>>,
  ) {
    this.#server = server;
    this.#keeper = keeper;
    this.#tellTyped = tellTyped;
    this.#hash = read.hash;
    this.#state = {
      ...{ tree: read.tree, problems: read.problems, saving: 'saved', error: undefined },
      ...{ conflict: null, canUndo: false, canRedo: false },
    };
  }

  /** Reads the document, and makes the changes again that a page before did not get sent. */
  static async open(server: DraftServer, keeper: Keeper, tellTyped = () => {}): Promise<DraftStore> {
    const [read, kept] = await Promise.all([server.read(), keeper.load().catch(() => undefined)]);
    const store = new DraftStore({ server, keeper, tellTyped }, read);
    if (kept !== undefined) await store.#resume(kept);
    return store;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  get state(): DraftState {
    return this.#state;
  }

  get tree(): Mapping {
    return this.#state.tree;
  }

  /** Makes changes. False: their place is gone. `group`: as in `Step`. */
  edit(operations: readonly DocumentOperation[], group = ''): boolean {
    const inverse = this.#apply(operations);
    if (inverse === null) return false;
    this.#typing = group === '' ? [] : operations.map(({ path }) => path);
    if (operations.length > 0) this.#history = withStep(this.#history, { operations, inverse, group, at: Date.now() });
    this.#queue(operations);
    return true;
  }

  /** Nobody types any more: marks take the place of what was saved as credentials. */
  left(): void {
    this.#typing = [];
    if (this.#hidden.length === 0) return;
    this.#hide([]);
    this.#emit({});
  }

  undo(): boolean {
    const step = this.#history.done.at(-1);
    if (step === undefined) return true;
    const { done, undone } = this.#history;
    this.#history = { done: done.slice(0, -1), undone: [...undone, step] };
    const isDone = this.#apply(step.inverse) !== null;
    this.#queue(isDone ? step.inverse : []);
    return isDone;
  }

  redo(): boolean {
    const step = this.#history.undone.at(-1);
    if (step === undefined) return true;
    const { done, undone } = this.#history;
    const inverse = this.#apply(step.operations);
    this.#history = {
      done: inverse === null ? done : [...done, { ...step, inverse, at: 0 }],
      undone: undone.slice(0, -1),
    };
    this.#queue(inverse === null ? [] : step.operations);
    return inverse !== null;
  }

  /** Others have changed the document. */
  async pull(): Promise<void> {
    // Own changes bring theirs back with the answer; what comes after it is asked for then.
    this.#isBehind = this.#waiting.length > 0;
    if (this.#isBehind || this.#isClosed) return;
    const { hash, changes } = await this.#server.changesSince(this.#hash);
    this.#tellTyped();
    this.#isBehind = this.#waiting.length > 0;
    if (this.#isBehind || hash === this.#hash) return;
    if (changes === null || !this.#take(changes)) await this.#readAgain();
    else this.#hash = hash;
    this.#emit({});
  }

  /** Sends what waits, now. True: the server has everything. */
  async flush(): Promise<boolean> {
    clearTimeout(this.#timer);
    while (this.#waiting.length > 0 && this.#state.conflict === null) {
      if (this.#sending > 0) await new Promise((resolve) => setTimeout(resolve, 50));
      else if (!(await this.#send())) return false;
    }
    return this.#state.conflict === null;
  }

  /**
   * Sends a change that this page does not keep: neither shown, nor written down in the browser, nor to be taken back. For what is
   * written and never read. Throws what the server refuses it for; what waits is sent before.
   */
  async sendSealed(operations: readonly DocumentOperation[]): Promise<void> {
    if (!(await this.flush())) throw this.#state.error ?? new Error('What was changed before could not be saved.');
    // Own changes wait for the answer, as for that of any other.
    this.#sending = 1;
    try {
      const { hash, others, problems } = await this.#server.send(this.#hash, operations);
      this.#hash = hash;
      await this.#join(others);
      this.#emit({ problems });
    } finally {
      this.#sending = 0;
      this.#keep();
      this.#schedule(PAUSE_MS);
    }
  }

  /** The whole document was saved in another way: it is read again, and what has changed since `before` is one step. */
  async replaced(before: Mapping): Promise<void> {
    await this.#readAgain();
    const { tree } = this.#state;
    const operations = wholeChanges(before, tree);
    if (operations.length > 0) {
      const step = { operations, inverse: wholeChanges(tree, before), group: '', at: Date.now() };
      this.#history = withStep(this.#history, step);
    }
    this.#emit({});
    this.#keep();
  }

  /** Decides some of the own changes of a conflict: once more, over those of others, or not. Undo brings the other text back. */
  settle(operations: readonly DocumentOperation[], choice: 'mine' | 'theirs'): void {
    const { conflict } = this.#state;
    if (conflict === null) return;
    if (choice === 'mine') this.edit(operations);
    else this.#history = settled(this.#history, this.#state.tree, operations);
    const mine = conflict.mine.filter((each) => !operations.includes(each));
    const saving = this.#waiting.length === 0 ? 'saved' : 'waiting';
    this.#emit({ conflict: mine.length === 0 ? null : { ...conflict, mine }, saving });
    this.#keep();
    this.#schedule(0);
  }

  close(): void {
    this.#isClosed = true;
    void this.flush().finally(() => this.#keeper.close?.());
    this.#listeners.clear();
  }

  #apply(operations: readonly DocumentOperation[]): readonly DocumentOperation[] | null {
    try {
      const { tree, inverse } = applyAll(this.#state.tree, operations);
      this.#state = { ...this.#state, tree };
      return inverse;
    } catch {
      return null;
    }
  }

  /** Marks in place of what was saved, but where it was changed since, or somebody types. No step of its own. */
  #hide(more: readonly Hidden[]): void {
    this.#hidden = [...this.#hidden, ...more];
    this.#history = withMarks(this.#history, this.#hidden);
    const isTyped = ({ path }: Hidden) => this.#typing.some((typing) => meet(typing, path));
    const now = this.#hidden.filter((each) => !isTyped(each));
    this.#hidden = this.#hidden.filter(isTyped);
    for (const { path, typed, mark } of now)
      if (valueAt(this.#state.tree, path) === typed) this.#apply([{ path, set: mark }]);
  }

  #queue(operations: readonly DocumentOperation[]): void {
    const unsent = this.#waiting.slice(this.#sending);
    this.#waiting = [...this.#waiting.slice(0, this.#sending), ...joined([...unsent, ...operations])];
    this.#emit({ saving: this.#waiting.length === 0 ? 'saved' : this.#sending > 0 ? 'sending' : 'waiting' });
    this.#keep();
    this.#schedule(PAUSE_MS);
  }

  #schedule(pause: number): void {
    clearTimeout(this.#timer);
    if (this.#waiting.length === 0 || this.#sending > 0 || this.#state.conflict !== null) return;
    this.#timer = setTimeout(() => void this.#send(), pause);
  }

  async #send(): Promise<boolean> {
    const sent = this.#waiting;
    this.#sending = sent.length;
    const { tree } = this.#state;
    this.#emit({ saving: 'sending', error: undefined });
    try {
      const { hash, others, hidden, problems } = await this.#server.send(this.#hash, sent);
      this.#waiting = this.#waiting.slice(sent.length);
      this.#sending = 0;
      this.#hash = hash;
      this.#hide(hiddenOf(tree, hidden));
      await this.#join(others);
      this.#emit({ problems, saving: this.#waiting.length === 0 ? 'saved' : 'waiting' });
      this.#keep();
      this.#schedule(PAUSE_MS);
      if (this.#isBehind && this.#waiting.length === 0) this.pull().catch(() => {});
      return true;
    } catch (error) {
      this.#sending = 0;
      if (this.#server.isConflict(error))
        return this.#rebase().then(
          () => false,
          (failure) => this.#failed(failure),
        );
      return this.#failed(error);
    }
  }

  /** Takes what others did before own changes that were sent; those that wait may be of the same places. */
  async #join(others: readonly OthersChange[]): Promise<void> {
    this.#tellTyped();
    const isMet = this.#waiting.some((own) => changedBy(others, own).length > 0);
    if (isMet) await this.#ask(others);
    else if (!this.#take(others)) await this.#readAgain();
  }

  #failed(error: unknown): false {
    this.#emit({ saving: 'failed', error });
    if (!this.#isClosed) this.#schedule(RETRY_MS);
    return false;
  }

  /** Others have changed the same places: what can be made again is, the rest is asked about. */
  async #rebase(): Promise<void> {
    const { changes } = await this.#server.changesSince(this.#hash);
    await this.#ask(changes);
    this.#emit({ saving: this.#waiting.length === 0 ? 'saved' : 'waiting' });
    this.#keep();
    this.#schedule(PAUSE_MS);
  }

  async #ask(changes: readonly OthersChange[] | null): Promise<void> {
    // With what was typed until the answer came.
    const waiting = await this.#readTree();
    const again: DocumentOperation[] = [];
    const conflict = changesFrom(waiting, changes, (operation) => {
      const isMade = this.#apply([operation]) !== null;
      if (isMade) again.push(operation);
      return isMade;
    });
    const { tree } = this.#state;
    // Who wrote the same has nothing to decide.
    const mine = conflict.mine.filter((each) => !('set' in each) || !isSame(each.set, valueAt(tree, each.path)));
    this.#waiting = again;
    this.#emit({ conflict: mine.length === 0 ? null : { ...conflict, mine } });
  }

  /** False: the document is to be read again. */
  #take(others: readonly OthersChange[]): boolean {
    const isTold = others.every(({ operations }) => operations !== null);
    return isTold && this.#apply(others.flatMap(({ operations }) => operations ?? [])) !== null;
  }

  async #readAgain(): Promise<void> {
    const waiting = await this.#readTree();
    this.#waiting = waiting.filter((operation) => this.#apply([operation]) !== null);
  }

  /** The document as the server has it. What waits is to be made again. */
  async #readTree(): Promise<readonly DocumentOperation[]> {
    const { tree, hash, problems } = await this.#server.read();
    this.#tellTyped();
    this.#hash = hash;
    this.#state = { ...this.#state, tree, problems };
    return this.#waiting;
  }

  async #resume({ hash, waiting, history, conflict = null }: Kept): Promise<void> {
    if (hash !== this.#hash) {
      const { changes } = await this.#server.changesSince(hash).catch(() => ({ changes: null }));
      // What was done in a document that nobody remembers can't be taken back.
      if (changes === null) return;
    }
    this.#history = history;
    this.#waiting = waiting.filter((operation) => this.#apply([operation]) !== null);
    this.#emit({ conflict, saving: this.#waiting.length === 0 ? 'saved' : 'waiting' });
    this.#schedule(PAUSE_MS);
  }

  #keep(): void {
    this.#history = withMarks(this.#history, this.#hidden);
    const { conflict } = this.#state;
    this.#keeper.save({ hash: this.#hash, waiting: this.#waiting, history: this.#history, conflict });
  }

  #emit(changes: Partial<DraftState>): void {
    const canUndo = this.#history.done.length > 0;
    this.#state = { ...this.#state, ...changes, canUndo, canRedo: this.#history.undone.length > 0 };
    for (const listener of this.#listeners) listener();
  }
}
