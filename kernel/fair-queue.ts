/** A waiting call and whose it is. */
interface Waiting<Item> {
  readonly workspaceId: string;
  readonly item: Item;
}

/**
 * Waiting calls by workspace. The next one belongs to the workspace with the fewest calls running, oldest first, so a
 * workspace that floods the queue can't keep every thread while another waits.
 */
export class FairQueue<Item> {
  readonly #waiting: Waiting<Item>[] = [];
  readonly #running = new Map<string, number>();

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
    if (index >= 0) this.#waiting.splice(index, 1);
    return index >= 0;
  }

  /** The next item, counted as running until `finished`. */
  take(): Item | undefined {
    let best = -1;
    let fewest = Number.POSITIVE_INFINITY;
    for (const [index, entry] of this.#waiting.entries()) {
      const running = this.#running.get(entry.workspaceId) ?? 0;
      if (running < fewest) {
        best = index;
        fewest = running;
      }
      if (fewest === 0) break;
    }
    const [entry] = best < 0 ? [] : this.#waiting.splice(best, 1);
    if (entry === undefined) return undefined;
    this.#running.set(entry.workspaceId, fewest + 1);
    return entry.item;
  }

  finished(workspaceId: string): void {
    const left = (this.#running.get(workspaceId) ?? 1) - 1;
    if (left > 0) this.#running.set(workspaceId, left);
    else this.#running.delete(workspaceId);
  }
}
