import { randomUUID } from 'node:crypto';
import { currentTime, type Logger } from '#kernel';
import type { BlobStore, MarkInStore } from './contract.ts';
import type { AreaRow, BlobRecords } from './store.ts';
import { markText, parseMark, remembered, type StoreMark } from './store-mark.ts';

/** How often a mark is renewed, and looked at. */
const PERIOD = 60_000;
/** Periods in which nobody else may renew a mark before whoever knows it takes it for theirs. */
const WATCHED = 3;
/** Milliseconds for which a look holds where something is to be removed. */
const FRESH = 2_000;

/**
 * `own`: the contents are ours, to be removed by us. `watching`: the mark is the one we know, but a copy made a moment ago knows
 * it as well; it is ours when nobody else renews it. `foreign`: they are somebody else's, we read.
 */
export type AreaState = 'own' | 'watching' | 'foreign';

/** Where an area stands, for people. */
export interface AreaStatus {
  readonly area: string;
  readonly state: AreaState;
  /** Who has it as its mark says; null: it has no mark. */
  readonly holder: string | null;
  /** When they renewed the mark, in ISO 8601. */
  readonly renewedAt: string | null;
}

export interface OwnershipParts {
  readonly store: BlobStore;
  readonly records: BlobRecords;
  /** The folders of owners: where none has anything, a store is taken for empty. */
  readonly folders: () => readonly string[];
  /** Who we are, for people of other installations. */
  readonly holder: string;
  readonly logger: Logger;
  /** Whether new contents go there. */
  readonly isWritten: boolean;
  readonly periodMs?: number;
  readonly now?: () => number;
}

interface Known extends AreaStatus {
  /** The mark when this process first saw it, and when it last changed. */
  readonly firstNonce: string;
  readonly nonce: string;
  readonly changedAt: number;
}

/**
 * Tells whether the contents of a store are those of our database, or whether this is a copy of the database whose contents
 * they are. A mark in the store has a nonce that changes every minute, and so has the database: who restores a dump has an
 * old one. A database in another place (`BlobRecords.place`) is a copy at once. See the README.
 */
export class StoreOwnership {
  readonly #parts: OwnershipParts;
  readonly #period: number;
  readonly #known = new Map<string, Known>();
  #lookedAt = Number.NEGATIVE_INFINITY;
  #looking: Promise<void> | undefined;
  #opening: Promise<string> | undefined;

  constructor(parts: OwnershipParts) {
    this.#parts = parts;
    this.#period = parts.periodMs ?? PERIOD;
  }

  /** Looks at all marks, renews those that are due, claims what is nobody's. Throws where store or database are away. */
  look(): Promise<void> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  /** Where new contents go: the store itself, or an area of ours where that is somebody else's. */
  async areaForWrites(): Promise<string> {
    if (this.#known.size === 0) await this.look();
    if (this.#known.get('')?.state !== 'foreign') return '';
    return [...this.#known.values()].findLast(({ state }) => state !== 'foreign')?.area ?? this.#openArea();
  }

  /** Whether what lies under the key may be removed; looks anew, unless it has just done so. */
  async stateOf(key: string): Promise<AreaState> {
    if (Math.abs(this.#now() - this.#lookedAt) > FRESH) await this.look();
    return this.#known.get(areaOf(key))?.state ?? 'foreign';
  }

  async ownAreas(): Promise<readonly string[]> {
    if (Math.abs(this.#now() - this.#lookedAt) > FRESH) await this.look();
    return [...this.#known.values()].filter(({ state }) => state === 'own').map(({ area }) => area);
  }

  /** As it was at the last look. */
  status(): readonly AreaStatus[] {
    return [...this.#known.values()].map(({ area, state, holder, renewedAt }) => ({ area, state, holder, renewedAt }));
  }

  /** Takes the store over from whoever has it. Of several that try at once one does; false for the others. */
  async adopt(): Promise<boolean> {
    const { store, records } = this.#parts;
    await this.look();
    if (this.#known.get('')?.state === 'own') return true;
    const found = await store.readMark('');
    const row = (await records.areas(store.id)).find(({ area }) => area === '');
    const nonce = randomUUID();
    if (row === undefined) await records.begin(store.id, '', nonce);
    else await records.prepare(store.id, row, nonce, 0);
    if (await this.#write('', nonce, [], found)) await this.look();
    return this.#known.get('')?.state === 'own';
  }

  async #look(): Promise<void> {
    const { store, records } = this.#parts;
    const place = await records.place();
    const rows = await records.areas(store.id);
    const areas = rows.some(({ area }) => area === '') ? rows : [{ area: '', nonce: null, nextNonce: null }, ...rows];
    for (const row of areas) await this.#lookAt(row, place);
    this.#lookedAt = this.#now();
  }

  async #lookAt(known: AreaRow, place: string): Promise<void> {
    const { store } = this.#parts;
    let row = known;
    let found = await store.readMark(row.area);
    if (found === null) {
      // Of each process alone, and written to no more: an empty one needs no owner, and several can't have one mark.
      if (store.isPrivate && !this.#parts.isWritten && (await this.#isEmpty(row.area))) {
        this.#keep(row.area, null, 'own');
        return;
      }
      if (await this.#mayClaim(row)) return this.#claim(row.area, place);
      this.#keep(row.area, null, 'foreign');
      return;
    }
    let mark = parseMark(found.text);
    if (!isCurrent(row, mark)) {
      // Another process of ours may have renewed it between the two reads, of either.
      row = (await this.#parts.records.areas(store.id)).find(({ area }) => area === known.area) ?? row;
      found = (await store.readMark(row.area)) ?? found;
      mark = parseMark(found.text);
    }
    await this.#judge(row, { mark, found, place });
  }

  async #judge(row: AreaRow, { mark, found, place }: Seen): Promise<void> {
    const isKnown = isCurrent(row, mark) || (row.nonce !== null && mark.before.includes(row.nonce));
    const isElsewhere = mark.place !== place;
    if (!isKnown || (isElsewhere && !(await this.#isMoved(mark)))) {
      this.#keep(row.area, mark, 'foreign');
      return;
    }
    const { state, changedAt } = this.#keep(row.area, mark, this.#stateWith(row, mark));
    const wait = state === 'own' ? this.#period : this.#period * WATCHED;
    if (isElsewhere || this.#now() - changedAt >= wait) await this.#renew(row, mark, found);
  }

  /** A folder of ours alone that is not the one the mark was written in: the whole data folder was moved, or copied. */
  async #isMoved(mark: StoreMark): Promise<boolean> {
    const { store } = this.#parts;
    return store.isPrivate && (await store.identity()) !== mark.store;
  }

  /** The mark is one our database knows. */
  #stateWith(row: AreaRow, mark: StoreMark): AreaState {
    if (!isCurrent(row, mark)) return 'watching';
    const known = this.#known.get(row.area);
    const hasMoved = known !== undefined && known.firstNonce !== mark.nonce;
    return this.#parts.store.isPrivate || hasMoved || known?.state === 'own' ? 'own' : 'watching';
  }

  async #renew(row: AreaRow, mark: StoreMark, found: MarkInStore): Promise<void> {
    const { store, records } = this.#parts;
    const nonce = randomUUID();
    if (!(await records.prepare(store.id, row, nonce, this.#period * 0.9))) return;
    if (!(await this.#write(row.area, nonce, remembered(mark), found))) return;
    const renewed = parseMark((await store.readMark(row.area))?.text ?? '');
    // Who has watched looks once more before it removes: not all buckets compare, and the last writer has it.
    const state = this.#known.get(row.area)?.state ?? 'watching';
    this.#keep(row.area, renewed, renewed.nonce === nonce ? state : 'watching');
  }

  /** There is no mark: nobody has the store, or somebody has lost its mark. */
  async #mayClaim(row: AreaRow): Promise<boolean> {
    return row.nonce === null || this.#isEmpty(row.area);
  }

  async #isEmpty(area: string): Promise<boolean> {
    const { store, folders } = this.#parts;
    for (const folder of folders()) {
      for await (const _ of store.list(inArea(area, folder))) return false;
    }
    return true;
  }

  async #claim(area: string, place: string): Promise<void> {
    const { store, records } = this.#parts;
    const nonce = await records.begin(store.id, area, randomUUID());
    const isFirst = await this.#write(area, nonce, [], null);
    const mark = parseMark((await store.readMark(area))?.text ?? '');
    const isOurs = mark.nonce === nonce && mark.place === place;
    // A mark that nobody had before is in no copy.
    this.#keep(area, mark, !isOurs ? 'foreign' : isFirst ? 'own' : 'watching');
  }

  /** One for all who ask meanwhile. */
  #openArea(): Promise<string> {
    this.#opening ??= this.#claimArea().finally(() => {
      this.#opening = undefined;
    });
    return this.#opening;
  }

  async #claimArea(): Promise<string> {
    const area = `area-${randomUUID().replaceAll('-', '').slice(0, 12)}`;
    await this.#claim(area, await this.#parts.records.place());
    return area;
  }

  async #write(area: string, nonce: string, before: readonly string[], known: MarkInStore | null): Promise<boolean> {
    const { store, records, holder } = this.#parts;
    const [place, at] = [await records.place(), new Date(currentTime()).toISOString()];
    const text = markText({ nonce, before, place, store: await store.identity(), holder, at });
    if (!(await store.writeMark(area, text, known))) return false;
    await records.confirm(store.id, area, nonce);
    return true;
  }

  #keep(area: string, mark: StoreMark | null, state: AreaState): Known {
    const before = this.#known.get(area);
    const nonce = mark?.nonce ?? '';
    const isSame = before?.nonce === nonce;
    const known: Known = {
      area,
      state,
      holder: mark?.holder ?? null,
      renewedAt: mark?.at ?? null,
      firstNonce: before === undefined || state === 'foreign' ? nonce : before.firstNonce,
      nonce,
      changedAt: isSame && before !== undefined ? before.changedAt : this.#now(),
    };
    this.#known.set(area, known);
    if (area === '' && state === 'foreign' && before?.state !== 'foreign') this.#tell(known);
    return known;
  }

  #tell(known: AreaStatus): void {
    this.#parts.logger.warn({ store: this.#parts.store.id }, foreignText(this.#parts.store.id, known));
  }

  #now(): number {
    return (this.#parts.now ?? performance.now.bind(performance))();
  }
}

interface Seen {
  readonly mark: StoreMark;
  readonly found: MarkInStore;
  readonly place: string;
}

/** The first part of a key where it is an area; empty: the store itself. */
export function areaOf(key: string): string {
  return /^(area-[0-9a-f]+)\//.exec(key)?.[1] ?? '';
}

/** A folder of a store in one of its areas. */
export function inArea(area: string, folder: string): string {
  return area === '' ? folder : `${area}/${folder}`;
}

/** What is told of a store whose contents are somebody else's, with what to do. */
export function foreignText(store: string, { holder, renewedAt }: AreaStatus): string {
  const whose =
    holder === null
      ? 'it has no mark that says whose its files are'
      : `its files belong to another installation (${holder}, seen ${renewedAt ?? 'some time ago'})`;
  return `The store of files '${store}' is only read, nothing in it is removed: ${whose}. If this is a copy, that is right; new files are kept apart, in an area of its own. If this installation is to own them from now on, stop the other one and run: weft blobs adopt ${store}`;
}

function isCurrent(row: AreaRow, mark: StoreMark): boolean {
  return mark.nonce !== '' && (mark.nonce === row.nonce || mark.nonce === row.nextNonce);
}
