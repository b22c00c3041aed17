import type { RunEvent } from '../../engine/contract.ts';
import { decodeEvents, EntryTexts, isText, parseEntries, type TextPiece } from './event-entries.ts';
import { eventSize } from './unread-events.ts';

type Batch = readonly RunEvent[];

/** Batches of a group: a reader who is behind has one of them parsed at a time. */
const GROUP = 16;

/** Nothing of a run's text refers to a table. */
const noSources = { node: () => undefined, isWhole: true, end: null };

/** Batches; or a full group of streamed text, one event for each batch. */
type Group = string | Batch[];

/**
 * The events of a run for its readers, who all begin at the first one and come when they like. A token that came alone
 * holds 400 bytes as an event in a batch, and 30 as text, so full groups of streamed text are kept as the journal writes
 * them: of a thousand open streams that is most of what they hold. Who follows the run reads what came last as it came.
 */
export class KeptEvents {
  readonly #groups: Group[] = [];
  /** The last group, while it has room. */
  #open: Batch[] = [];
  #count = 0;
  #last: Batch = [];

  add(batch: Batch): void {
    if (this.#count % GROUP === 0) {
      this.#open = [];
      this.#groups.push(this.#open);
    }
    this.#open.push(batch);
    this.#count += 1;
    this.#last = batch;
    if (this.#open.length < GROUP) return;
    const pieces = piecesOf(this.#open);
    if (pieces === null) return;
    this.#groups[this.#groups.length - 1] = textOf(pieces);
    this.#open = [];
  }

  /** How many batches there are. */
  get count(): number {
    return this.#count;
  }

  /** Whether they hold more than so many characters, about. */
  isLargerThan(characters: number): boolean {
    let left = characters;
    for (const group of this.#groups) {
      left -= typeof group === 'string' ? group.length : sizeOf(group);
      if (left < 0) return true;
    }
    return false;
  }

  /** What follows after so many batches, and how many that makes; undefined: nothing yet. */
  after(count: number): { readonly batch: Batch; readonly count: number } | undefined {
    if (count >= this.#count) return undefined;
    if (count === this.#count - 1) return { batch: this.#last, count: this.#count };
    const place = count % GROUP;
    const group = this.#groups[(count - place) / GROUP] ?? [];
    if (typeof group !== 'string') return { batch: group[place] ?? [], count: count + 1 };
    const batch = textEvents(group).slice(place);
    return { batch, count: count + batch.length };
  }
}

function sizeOf(batches: readonly Batch[]): number {
  return batches.reduce((sum, batch) => sum + batch.reduce((size, event) => size + eventSize(event), 0), 0);
}

function textOf(pieces: readonly TextPiece[]): string {
  const texts = new EntryTexts();
  texts.addPieces(pieces);
  return `[${texts.close()}]`;
}

function textEvents(text: string): RunEvent[] {
  return decodeEvents(parseEntries(text), noSources);
}

/** Null: not all of them are a piece of text each. */
function piecesOf(batches: readonly Batch[]): readonly TextPiece[] | null {
  const pieces: TextPiece[] = [];
  for (const [event, ...others] of batches) {
    if (event === undefined || others.length > 0 || !isText(event)) return null;
    pieces.push(event);
  }
  return pieces;
}
