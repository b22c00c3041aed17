import type { RunEvent } from '../../engine/contract.ts';
import { decodeEvents, EntryTexts, parseEntries } from './event-entries.ts';

type Batch = readonly RunEvent[];

/** Batches that become one text. */
const GROUP = 16;
/** Batches behind a group before it does: who follows the run has read it by then. */
const DISTANCE = 8;

/** Nothing of a run's text refers to a table. */
const noSources = { node: () => undefined, isWhole: true, end: null };

/**
 * The events of a run for its readers, who all begin at the first one and come when they like. A token that came alone
 * holds 400 bytes as an event in a batch, and 30 as text, so streamed text is kept as the journal writes it: of a
 * thousand open streams that is most of what they hold.
 */
export class KeptEvents {
  readonly #groups: (Batch[] | string)[] = [];
  #count = 0;

  add(batch: Batch): void {
    const place = this.#count % GROUP;
    if (place === 0) this.#groups.push([batch]);
    else (this.#groups.at(-1) as Batch[]).push(batch);
    this.#count += 1;
    if (place === DISTANCE) this.#fold(this.#groups.length - 2);
  }

  /** What follows after so many batches, and how many that makes; undefined: nothing yet. */
  after(count: number): { readonly batch: Batch; readonly count: number } | undefined {
    if (count >= this.#count) return undefined;
    const place = count % GROUP;
    const group = this.#groups[(count - place) / GROUP] ?? [];
    if (typeof group !== 'string') return { batch: group[place] ?? [], count: count + 1 };
    // One event for each batch.
    return { batch: decodeEvents(parseEntries(group), noSources).slice(place), count: count + GROUP - place };
  }

  #fold(index: number): void {
    const group = this.#groups[index];
    if (typeof group !== 'object' || !group.every(isText)) return;
    const texts = new EntryTexts();
    for (const batch of group) for (const event of batch) texts.add(event);
    this.#groups[index] = `[${texts.close()}]`;
  }
}

function isText(batch: Batch): boolean {
  const [event] = batch;
  return batch.length === 1 && (event?.kind === 'chunk' || event?.kind === 'reasoning');
}
