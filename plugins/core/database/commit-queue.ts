import type { CommitEntry } from './contract.ts';

/** What one call of `add` brought: all of it is committed, or none. */
export interface CommitGroup {
  readonly entries: readonly CommitEntry[];
  /** Characters, about. */
  readonly weight: number;
  /** On the clock of `performance.now()`: when its batch window ends. */
  readonly flushAt: number;
  readonly settle: (error?: unknown) => void;
}

/** Groups in the order they came. */
export class CommitQueue {
  #groups: CommitGroup[] = [];
  #rows = 0;
  #weight = 0;
  #flushAt = Number.POSITIVE_INFINITY;

  /** Rows waiting. */
  get rows(): number {
    return this.#rows;
  }

  /** Characters waiting, about. */
  get weight(): number {
    return this.#weight;
  }

  /** When the most impatient group wants to go; infinity when there is none. */
  get flushAt(): number {
    return this.#flushAt;
  }

  push(group: CommitGroup): void {
    this.#groups.push(group);
    this.#rows += group.entries.length;
    this.#weight += group.weight;
    this.#flushAt = Math.min(this.#flushAt, group.flushAt);
  }

  /** The oldest groups with at most so many rows and characters together, at least one group. */
  take(limit: { readonly rows: number; readonly weight: number }): CommitGroup[] {
    let count = 0;
    let rows = 0;
    let weight = 0;
    for (const group of this.#groups) {
      const isFull = rows + group.entries.length > limit.rows || weight + group.weight > limit.weight;
      if (count > 0 && isFull) break;
      rows += group.entries.length;
      weight += group.weight;
      count += 1;
    }
    const taken = this.#groups.slice(0, count);
    this.#groups = this.#groups.slice(count);
    this.#rows -= rows;
    this.#weight -= weight;
    // What is left over did not fit: it has waited long enough.
    this.#flushAt = this.#groups.length === 0 ? Number.POSITIVE_INFINITY : 0;
    return taken;
  }
}
