/** A waiting call and whose it is. */
interface Waiting<Item> {
  readonly workspaceId: string;
  readonly item: Item;
}

/**
 * Waiting calls by workspace. The next one belongs to the workspace with the fewest calls running, of these to the one
 * whose turn was longest ago, oldest first: a workspace that floods the queue can't keep every thread, nor the only one,
 * while another waits.
 */
export class FairQueue<Item> {
  readonly #waiting: Waiting<Item>[] = [];
  readonly #running = new Map<string, number>();
  /** When a workspace that waits or runs was served last, counted in calls; 0: not yet. */
  readonly #turns = new Map<string, number>();
  #served = 0;

  get size(): number {
    return this.#waiting.length;
  }

  waitingOf(workspaceId: string): number {
    return this.#waiting.reduce((count, entry) => count + (entry.workspaceId === workspaceId ? 1 : 0), 0);
  }

  add(workspaceId: string, item: Item): void {
    this.#waiting.push({ workspaceId, item });
  }

  /** Takes an item out of the queue; false when it isn't waiting any more. */
  remove(item: Item): boolean {
    const index = this.#waiting.findIndex((entry) => entry.item === item);
    const [entry] = index < 0 ? [] : this.#waiting.splice(index, 1);
    if (entry === undefined) return false;
    this.#forget(entry.workspaceId);
    return true;
  }

  /** The next item, counted as running until `finished`. */
  take(): Item | undefined {
    let best = -1;
    let fewest = Number.POSITIVE_INFINITY;
    let longestAgo = Number.POSITIVE_INFINITY;
    for (const [index, { workspaceId }] of this.#waiting.entries()) {
      const running = this.#running.get(workspaceId) ?? 0;
      const turn = this.#turns.get(workspaceId) ?? 0;
      if (running > fewest || (running === fewest && turn >= longestAgo)) continue;
      best = index;
      fewest = running;
      longestAgo = turn;
      if (fewest === 0 && longestAgo === 0) break;
    }
    const [entry] = best < 0 ? [] : this.#waiting.splice(best, 1);
    if (entry === undefined) return undefined;
    this.#running.set(entry.workspaceId, fewest + 1);
    this.#served += 1;
    this.#turns.set(entry.workspaceId, this.#served);
    return entry.item;
  }

  finished(workspaceId: string): void {
    const left = (this.#running.get(workspaceId) ?? 1) - 1;
    if (left > 0) this.#running.set(workspaceId, left);
    else this.#running.delete(workspaceId);
    this.#forget(workspaceId);
  }

  /** Whoever neither waits nor runs has no turn to wait for. */
  #forget(workspaceId: string): void {
    const isHere = this.#running.has(workspaceId) || this.#waiting.some((entry) => entry.workspaceId === workspaceId);
    if (!isHere) this.#turns.delete(workspaceId);
  }
}
