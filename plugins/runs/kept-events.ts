import type { RunEvent } from '../../engine/contract.ts';
import { decodeEvents, EntryTexts, parseEntries } from './event-entries.ts';

type Batch = readonly RunEvent[];

/** Batches of a group: a reader who is behind has one of them parsed at a time. */
const GROUP = 16;

/** Nothing of a run's text refers to a table. */
const noSources = { node: () => undefined, isWhole: true, end: null };

/** Streamed text, open and full; or batches of anything. */
type Group = EntryTexts | string | Batch[];

/**
 * The events of a run for its readers, who all begin at the first one and come when they like. A token that came alone
 * holds 400 bytes as an event in a batch, and 30 as text, so streamed text is kept as the journal writes it: of a
 * thousand open streams that is most of what they hold. Who follows the run reads what came last as it came.
 */
export class KeptEvents {
  readonly #groups: Group[] = [];
  #count = 0;
  #last: Batch = [];

  add(batch: Batch): void {
    const place = this.#count % GROUP;
    const group = this.#groupFor(batch, place);
    if (group instanceof EntryTexts) {
      for (const event of batch) group.add(event);
      if (place === GROUP - 1) this.#groups[this.#groups.length - 1] = `[${group.close()}]`;
    } else group.push(batch);
    this.#count += 1;
    this.#last = batch;
  }

  /** What follows after so many batches, and how many that makes; undefined: nothing yet. */
  after(count: number): { readonly batch: Batch; readonly count: number } | undefined {
    if (count >= this.#count) return undefined;
    if (count === this.#count - 1) return { batch: this.#last, count: this.#count };
    const place = count % GROUP;
    const group = this.#groups[(count - place) / GROUP] ?? [];
    if (Array.isArray(group)) return { batch: group[place] ?? [], count: count + 1 };
    // One event for each batch.
    const batch = textEvents(group).slice(place);
    return { batch, count: count + batch.length };
  }

  /** The group that takes the batch: one of text until something else comes. */
  #groupFor(batch: Batch, place: number): EntryTexts | Batch[] {
    if (place === 0) this.#groups.push(isText(batch) ? new EntryTexts() : []);
    const last = this.#groups.length - 1;
    const group = this.#groups[last] as EntryTexts | Batch[];
    if (Array.isArray(group) || isText(batch)) return group;
    const batches = textEvents(group).map((event) => [event]);
    this.#groups[last] = batches;
    return batches;
  }
}

function textEvents(group: EntryTexts | string): RunEvent[] {
  return decodeEvents(parseEntries(typeof group === 'string' ? group : `[${group.close()}]`), noSources);
}

function isText(batch: Batch): boolean {
  const [event] = batch;
  return batch.length === 1 && (event?.kind === 'chunk' || event?.kind === 'reasoning');
}
