import { currentTime } from '#kernel';
import { RunFailure, type SourceRun, type StepEnd, type TreeRow } from '#plugins/dataset-sources/contract.ts';
import { type RemoteCaller, RemoteError, RemoteLater } from './remote-caller.ts';
import type { RemoteStore } from './remote-store.ts';
import { afterOf, keyOf, readState, type SyncState } from './sync-state.ts';

/** Milliseconds, and things, after which a job lets others have their turn. */
const STEP_TIME = 20_000;
const STEP_THINGS = 500;
/** Things between two looks whether the run goes on. */
const LOOK_EVERY = 10;
/** Milliseconds until everything is listed again: a log may keep something back, as the end of a shared drive. */
const WALK_AGAIN = 7 * 24 * 3_600_000;
const MAX_SLOW = 8;
const MAX_TRIES = 4;

interface At {
  readonly run: SourceRun;
  readonly caller: RemoteCaller;
  state: SyncState;
}

/**
 * Keeps files of a service in step: the logs' places first, then every folder, then what the logs tell. Whatever is read from a log
 * becomes rows in the same transaction as the place behind it.
 */
export class TreeReader {
  readonly #store: RemoteStore;
  readonly #callerOf: (run: SourceRun) => Promise<RemoteCaller>;

  constructor(store: RemoteStore, callerOf: (run: SourceRun) => Promise<RemoteCaller>) {
    this.#store = store;
    this.#callerOf = callerOf;
  }

  async begin(run: SourceRun): Promise<void> {
    const state = readState(await run.tree.cursor());
    const isSame = state !== null && state.key === keyOf(run.source);
    const isOld = state?.walkedAt != null && currentTime() - state.walkedAt > WALK_AGAIN;
    // A walk that was cut off goes on where it was: its logs began before it.
    if (isSame && !isOld) {
      await run.tree.carry();
      return run.tree.saveCursor({ ...state, done: [], slow: 0 });
    }
    await this.#guarded(run, null, async () => this.#walk(run, await this.#callerOf(run)));
  }

  async step(run: SourceRun): Promise<StepEnd> {
    const caller = await this.#callerOf(run);
    const state = readState(await run.tree.cursor());
    if (state === null) return null;
    const at: At = { run, caller, state };
    const until = currentTime() + STEP_TIME;
    for (let count = 0; count < STEP_THINGS && currentTime() < until; count += 1) {
      run.signal.throwIfAborted();
      if (count % LOOK_EVERY === 0 && !(await run.goesOn())) return null;
      const end = await this.#guarded(run, at, () => this.#next(at));
      if (end !== undefined) return end;
    }
    return { after: 0 };
  }

  async end(run: SourceRun): Promise<{ readonly areUnseenGone: boolean }> {
    if (readState(await run.tree.cursor())?.isFull === true) await run.isIncomplete();
    return { areUnseenGone: false };
  }

  async #walk(run: SourceRun, caller: RemoteCaller): Promise<void> {
    const store = this.#store;
    const roots = await store.roots(caller, run.source.settings);
    const logs: Record<string, string> = {};
    for (const { log } of roots) logs[log] ??= await store.start(caller, log);
    const state: SyncState = { key: keyOf(run.source), logs, done: [], walkedAt: null, isFull: false, slow: 0 };
    const { isFull } = await run.tree.restart(
      roots.map(({ item }) => item),
      state,
    );
    if (isFull) await run.tree.saveCursor({ ...state, isFull });
  }

  /** undefined: there is more to do. */
  async #next(at: At): Promise<StepEnd | undefined> {
    const { run, state } = at;
    const isListed = state.walkedAt !== null;
    const log = isListed ? Object.keys(state.logs).find((each) => !state.done.includes(each)) : undefined;
    if (log !== undefined) return this.#readLog(at, log);
    const folder = await run.tree.nextFolder();
    if (folder !== null) return this.#list(at, folder);
    if (!isListed) return this.#save(at, { walkedAt: currentTime(), done: [] });
    const file = await run.tree.nextFile();
    if (file === null) return null;
    return this.#read(at, file);
  }

  async #readLog(at: At, log: string): Promise<undefined> {
    const { run, caller, state } = at;
    const answer = await this.#store.changes(caller, log, state.logs[log] ?? '');
    if (answer.kind === 'restart') {
      await this.#walk(run, caller);
      at.state = readState(await run.tree.cursor()) ?? state;
      return;
    }
    const roots = await run.tree.roots();
    const lost = answer.changes.find(
      ({ id, item }) => item === null && roots.some(({ address, role }) => address === id && role === 'folder'),
    );
    if (lost !== undefined) throw lostRoot(this.#store, caller);
    const done = answer.isLast ? [...state.done, log] : state.done;
    const next = { ...state, logs: { ...state.logs, [log]: answer.token }, done, slow: 0 };
    const { isFull } = await run.tree.apply(answer.changes, next);
    at.state = next;
    if (isFull) await this.#save(at, { isFull });
  }

  async #list(at: At, folder: TreeRow): Promise<undefined> {
    const { run, caller } = at;
    if (folder.target !== null && (await run.tree.isThere(folder.target, folder.address))) {
      const message = 'It leads to a folder that is read already.';
      return run.tree.write(folder, { status: 'duplicate', documentId: null, message }).then(() => undefined);
    }
    try {
      const children = await this.#store.children(caller, folder);
      const { isFull } = await run.tree.listed(folder, children);
      if (isFull || at.state.slow > 0) await this.#save(at, { slow: 0, ...(isFull && { isFull }) });
    } catch (error) {
      if (!(error instanceof RemoteError)) throw error;
      if (folder.parent === null) throw lostRoot(this.#store, caller, error.message);
      // What can't be listed keeps what it had.
      await run.isIncomplete();
      const message = `The folder could not be listed: ${error.message}`;
      await run.tree.write(folder, { status: 'failed', documentId: null, message, isPassing: true });
    }
    return undefined;
  }

  async #read(at: At, file: TreeRow): Promise<undefined> {
    const { run, caller } = at;
    const { documentId } = file;
    if (file.gone !== null) return run.vanish(file, 'vanished', file.gone).then(() => undefined);
    if (file.target !== null && (await run.tree.isThere(file.target, file.address))) {
      return run.vanish(file, 'duplicate', 'What it stands for is read already.').then(() => undefined);
    }
    try {
      const read = await this.#store.read(caller, file);
      if (read.kind === 'excluded') await run.vanish(file, 'excluded', read.message);
      else if (read.kind === 'content') await run.tree.write(file, await run.document(file, read.content, read.origin));
      else await run.tree.write(file, { ...read, status: 'failed', documentId });
      if (at.state.slow > 0) await this.#save(at, { slow: 0 });
    } catch (error) {
      const isEnough = error instanceof RemoteLater && file.tries + 1 >= MAX_TRIES;
      if (error instanceof RemoteLater && !isEnough) await run.pages.countTry(file.id);
      if (!(error instanceof RemoteError) && !isEnough) throw error;
      const isPassing = isEnough || (error instanceof RemoteError && error.status === 404);
      const message = `${this.#store.label} does not give its content: ${(error as Error).message}`;
      await run.tree.write(file, { status: 'failed', documentId, message, isPassing });
    }
    return undefined;
  }

  async #save(at: At, change: Partial<SyncState>): Promise<undefined> {
    at.state = { ...at.state, ...change };
    await at.run.tree.saveCursor(at.state);
  }

  /** A service that is too busy is asked later and later. */
  async #guarded<T>(run: SourceRun, at: At | null, work: () => Promise<T>): Promise<T | StepEnd> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof RemoteError) {
        throw new RunFailure(
          `${this.#store.label} refused: ${error.message}. Check that the account may still see it.`,
        );
      }
      if (!(error instanceof RemoteLater)) throw error;
      run.signal.throwIfAborted();
      const slow = (at?.state.slow ?? 0) + 1;
      if (at === null || slow > MAX_SLOW) {
        throw new RunFailure(`${this.#store.label} is too busy: ${error.message}`, { isPassing: true });
      }
      await this.#save(at, { slow });
      return { after: afterOf(slow, error.after) };
    }
  }
}

function lostRoot({ label }: RemoteStore, { account }: RemoteCaller, why = ''): RunFailure {
  const reason = why === '' ? '' : ` (${why})`;
  return new RunFailure(
    `The folder of this source is gone from ${label}, or ${account.label} may not see it any more${reason}. Documents stay as they are: give the account access again, restore the folder, or remove the source.`,
  );
}
