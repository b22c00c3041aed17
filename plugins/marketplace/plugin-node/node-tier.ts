import { FairQueue } from '#kernel';
import type { Confinement } from '#plugins/confined-processes/contract.ts';
import type { PackageTier, TierCall } from '#plugins/plugin-runner/contract.ts';
import type { SandboxResult } from '#plugins/sandbox/contract.ts';
import { busy, stopped } from './ends.ts';
import { NodeChild } from './node-child.ts';

export interface NodeTierOptions {
  readonly confinement: Confinement;
  /** Processes alive at the same time. */
  readonly processes: number;
  /** Calls that one process works on at the same time. */
  readonly callsEach: number;
  /** Calls that may wait, over all workspaces. One workspace may hold half of them. */
  readonly maxQueue: number;
  /** Milliseconds after which a process without work ends. */
  readonly idleMs: number;
}

interface Waiting {
  readonly call: TierCall;
  readonly resolve: (result: SandboxResult) => void;
  readonly reject: (error: unknown) => void;
}

/** A package in a workspace: its process, and its calls that wait. */
interface Seat {
  readonly key: string;
  readonly workspaceId: string;
  readonly waiting: Waiting[];
  child?: NodeChild;
  /** It waits for a process, or has one, also one that ends. */
  isPlaced: boolean;
}

/** Heap of a process beside what its calls are granted. */
const ownHeapMb = 64;
/** Milliseconds a process has lived at least before it makes room for another one while it is at work. */
const leastLifeMs = 1000;

/**
 * Runs packages as confined processes of Node, each with one package of one workspace. When all places are taken, the process
 * that has been idle longest goes; when none is idle, the oldest one takes no more calls and goes after those it has.
 */
export class NodeTier implements PackageTier {
  readonly id = 'node';
  readonly #options: NodeTierOptions;
  readonly #seats = new Map<string, Seat>();
  readonly #queue = new FairQueue<Seat>();
  readonly #starting = new Set<Promise<void>>();
  #used = 0;
  #waiting = 0;
  #isClosing = false;
  #reaper: NodeJS.Timeout | undefined;

  constructor(options: NodeTierOptions) {
    this.#options = options;
  }

  /** Processes alive, starting or ending now. */
  get processes(): number {
    return this.#used;
  }

  async problem(): Promise<string | null> {
    const { kind, description } = await this.#options.confinement.state();
    return kind === 'off' ? description : null;
  }

  /** Throws `plugin-node.busy`, `plugin-node.ended`, `confined-processes.off`. */
  run(call: TierCall): Promise<SandboxResult> {
    if (call.signal.aborted) return Promise.resolve(stopped);
    if (this.#isClosing || this.#isFull(call.workspaceId)) return Promise.reject(busy());
    const seat = this.#seatOf(call);
    const { promise, resolve, reject } = Promise.withResolvers<SandboxResult>();
    const waiting = { call, resolve, reject };
    const giveUp = () => {
      const index = seat.waiting.indexOf(waiting);
      if (index < 0) return;
      seat.waiting.splice(index, 1);
      this.#waiting -= 1;
      resolve(stopped);
    };
    call.signal.addEventListener('abort', giveUp, { once: true });
    seat.waiting.push(waiting);
    this.#waiting += 1;
    this.#serve(seat);
    return promise.finally(() => call.signal.removeEventListener('abort', giveUp));
  }

  /** Ends the processes of a package in a workspace, and what is at work there. */
  async end(workspaceId: string, integrity: string): Promise<void> {
    await this.#seats.get(keyOf({ workspaceId, integrity }))?.child?.close();
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    clearInterval(this.#reaper);
    for (const seat of this.#seats.values()) this.#take(seat).forEach(({ resolve }) => void resolve(stopped));
    await Promise.all(this.#starting);
    await Promise.all([...this.#seats.values()].map(({ child }) => child?.close()));
  }

  #isFull(workspaceId: string): boolean {
    const { maxQueue } = this.#options;
    if (this.#waiting >= maxQueue) return true;
    const own = [...this.#seats.values()].filter((seat) => seat.workspaceId === workspaceId);
    return own.reduce((sum, { waiting }) => sum + waiting.length, 0) >= Math.ceil(maxQueue / 2);
  }

  #seatOf(call: TierCall): Seat {
    const key = keyOf(call);
    const seat = this.#seats.get(key) ?? { key, workspaceId: call.workspaceId, waiting: [], isPlaced: false };
    this.#seats.set(key, seat);
    return seat;
  }

  /** All calls that wait for a seat. */
  #take(seat: Seat, most = Number.POSITIVE_INFINITY): Waiting[] {
    const taken = seat.waiting.splice(0, most);
    this.#waiting -= taken.length;
    return taken;
  }

  #serve(seat: Seat): void {
    const { child } = seat;
    if (child?.takesCalls === true) {
      for (const { call, resolve, reject } of this.#take(seat, this.#options.callsEach - child.calls)) {
        child.run(call).then(resolve, reject);
      }
    } else if (!seat.isPlaced && seat.waiting.length > 0) {
      seat.isPlaced = true;
      this.#queue.add(seat.workspaceId, seat);
      this.#place();
    } else if (!seat.isPlaced) this.#seats.delete(seat.key);
  }

  /** A process has done with a call. */
  #freed(seat: Seat): void {
    const { child } = seat;
    if (child?.isLeaving === true && child.calls === 0) void child.close();
    this.#serve(seat);
    this.#place();
  }

  /** Gives free places to seats that wait for one. */
  #place(): void {
    while (this.#queue.size > 0 && !this.#isClosing) {
      const seat = this.#used < this.#options.processes ? this.#queue.take() : undefined;
      if (seat === undefined) break;
      this.#used += 1;
      const start = this.#start(seat).finally(() => this.#starting.delete(start));
      this.#starting.add(start);
    }
    this.#makeRoom();
  }

  /** As many processes go as seats wait; whoever goes asks again when it is gone. */
  #makeRoom(): void {
    const children = [...this.#seats.values()].flatMap(({ child }) => child ?? []);
    const staying = children.filter(({ takesCalls }) => takesCalls);
    const missing = this.#queue.size - (children.length - staying.length);
    if (missing <= 0) return;
    const idle = staying.filter(({ calls }) => calls === 0).sort((a, b) => a.idleSince - b.idleSince);
    for (const child of idle.slice(0, missing)) void child.close();
    const old = staying.filter(({ calls, startedAt }) => calls > 0 && performance.now() - startedAt >= leastLifeMs);
    old.sort((a, b) => a.startedAt - b.startedAt);
    for (const child of old.slice(0, Math.max(0, missing - idle.length))) child.isLeaving = true;
  }

  async #start(seat: Seat): Promise<void> {
    this.#reaper ??= setInterval(() => this.#reap(), Math.max(500, this.#options.idleMs / 10)).unref();
    try {
      const first = seat.waiting[0]?.call;
      if (first === undefined) return this.#leave(seat);
      const starter = await this.#options.confinement.open();
      const heapMb = ownHeapMb + this.#options.callsEach * first.limits.memoryMb;
      const child = await NodeChild.start(starter, first, heapMb, () => this.#freed(seat));
      seat.child = child;
      void child.ended.then(() => this.#leave(seat));
      this.#serve(seat);
      if (this.#isClosing) await child.close();
    } catch (error) {
      for (const { reject } of this.#take(seat)) reject(error);
      this.#leave(seat);
    }
  }

  #leave(seat: Seat): void {
    delete seat.child;
    seat.isPlaced = false;
    this.#used -= 1;
    this.#queue.finished(seat.workspaceId);
    if (this.#used === 0) {
      clearInterval(this.#reaper);
      this.#reaper = undefined;
    }
    this.#serve(seat);
    this.#place();
  }

  #reap(): void {
    const before = performance.now() - this.#options.idleMs;
    for (const { child } of this.#seats.values()) {
      if (child?.takesCalls === true && child.calls === 0 && child.idleSince < before) void child.close();
    }
  }
}

function keyOf({ workspaceId, integrity }: Pick<TierCall, 'workspaceId' | 'integrity'>): string {
  return `${workspaceId} ${integrity}`;
}
