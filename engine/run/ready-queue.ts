import type { NodeExecution } from './executions/node-execution.ts';
import type { Frame } from './frame.ts';

/** A node to start, or an execution to try again. */
export type ReadyItem = { readonly frame: Frame; readonly position: number } | { readonly execution: NodeExecution };

/** What may start now, over all frames of a run: first in, first out. */
export class ReadyQueue {
  #items: ReadyItem[] = [];
  #head = 0;

  push(item: ReadyItem): void {
    this.#items.push(item);
  }

  shift(): ReadyItem | undefined {
    const item = this.#items[this.#head];
    this.#head += 1;
    if (this.#head >= this.#items.length) this.clear();
    return item;
  }

  clear(): void {
    this.#items = [];
    this.#head = 0;
  }
}
