import { createHash } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import { type ObjectType, objectId } from '#plugins/git/object-id.ts';
import type { PackLimits } from '#plugins/git/protocol.ts';
import { applyDelta } from './delta.ts';
import { damaged, exceeds, size } from './refusal.ts';

/** An object of a pack as it lies there: whole, or as the difference to another. */
interface Entry {
  /** Undefined of a difference until its base is known. */
  type: ObjectType | undefined;
  readonly size: number;
  /** Where its compressed bytes begin. */
  readonly at: number;
  /** The number of its base, or the base's id; undefined: it is whole. */
  readonly base: number | string | undefined;
}

const types: Readonly<Record<number, ObjectType>> = { 1: 'commit', 2: 'tree', 3: 'blob', 4: 'tag' };
const [offsetDelta, idDelta] = [6, 7];
const headBytes = 12;
const idBytes = 20;
/** git makes chains of 50, and refuses more than 4,095 to be made. */
const maxChain = 4096;
/** Bytes of unpacked objects that are kept, as bases of others. */
const keptBytes = 64 * 1024 * 1024;

/**
 * The objects of a pack. Everything in it is looked at once, front to back: only so is known where an object ends, and what
 * it is called. Names are always counted here, never taken from the pack.
 */
export class Pack {
  readonly #bytes: Buffer;
  readonly #limits: PackLimits;
  readonly #wanted: readonly ObjectType[];
  readonly #entries: Entry[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #kept = new Map<number, Buffer>();
  #keptBytes = 0;
  #unpacked = 0;

  /** Only objects of the wanted types can be asked for. */
  constructor(bytes: Uint8Array, limits: PackLimits, wanted: readonly ObjectType[]) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    this.#limits = limits;
    this.#wanted = wanted;
    this.#readEntries(this.#readHead());
    this.#resolve();
  }

  /** The bytes of an object; null where there is none of this id, or it is of another type. */
  find(id: string, type: ObjectType): Buffer | null {
    const number = this.#numbers.get(id);
    return number === undefined || this.#entries[number]?.type !== type ? null : this.#content(number);
  }

  /** How many objects there are. */
  #readHead(): number {
    const bytes = this.#bytes;
    if (bytes.length < headBytes + idBytes || bytes.toString('latin1', 0, 4) !== 'PACK') throw damaged('it is no pack');
    if (![2, 3].includes(bytes.readUInt32BE(4))) throw damaged('the pack is of another version');
    const end = bytes.length - idBytes;
    const sum = createHash('sha1').update(bytes.subarray(0, end)).digest();
    if (!sum.equals(bytes.subarray(end))) throw damaged('the checksum of the pack is wrong, or it was cut');
    const count = bytes.readUInt32BE(8);
    if (count > this.#limits.objects) throw exceeds(`it has more than ${this.#limits.objects} objects`);
    return count;
  }

  #readEntries(count: number): void {
    const end = this.#bytes.length - idBytes;
    const starts = new Map<number, number>();
    let at = headBytes;
    for (let number = 0; number < count; number += 1) {
      const start = at;
      const entry = this.#readEntry(start, starts);
      starts.set(start, number);
      this.#entries.push(entry);
      const { content, used } = this.#inflate(entry);
      at = entry.at + used;
      if (at > end) throw damaged('an object is longer than the pack');
      if (entry.type !== undefined && this.#wanted.includes(entry.type)) this.#name(number, entry.type, content);
    }
    if (at !== end) throw damaged('there is more in the pack than it says');
  }

  #readEntry(start: number, starts: ReadonlyMap<number, number>): Entry {
    let at = start;
    let byte = this.#byte(at++);
    const kind = (byte >> 4) & 7;
    let length = byte & 15;
    for (let scale = 16; byte >= 128; scale *= 128) {
      byte = this.#byte(at++);
      length += (byte & 127) * scale;
      if (length > this.#limits.objectBytes) throw this.#tooLarge();
    }
    const type = types[kind];
    if (type !== undefined) return { type, size: length, at, base: undefined };
    if (kind === idDelta) {
      const base = this.#bytes.toString('hex', at, at + idBytes);
      return { type, size: length, at: at + idBytes, base };
    }
    if (kind !== offsetDelta) throw damaged('an object of the pack has no type');
    byte = this.#byte(at++);
    let back = byte & 127;
    while (byte >= 128) {
      byte = this.#byte(at++);
      back = (back + 1) * 128 + (byte & 127);
      if (back > start) break;
    }
    const base = starts.get(start - back);
    if (base === undefined) throw damaged('an object of the pack has no base');
    return { type, size: length, at, base };
  }

  /** The types of differences are those of their bases, which may come later. */
  #resolve(): void {
    let open = [...this.#entries.keys()].filter((number) => this.#entries[number]?.type === undefined);
    while (open.length > 0) {
      const left = open.filter((number) => !this.#resolveOne(number));
      // What has no base here is none of what is wanted; if it were, it will be missed.
      if (left.length === open.length) return;
      open = left;
    }
  }

  #resolveOne(number: number): boolean {
    const entry = this.#entries[number];
    const base = this.#baseOf(entry);
    const type = base === undefined ? undefined : this.#entries[base]?.type;
    if (entry === undefined || type === undefined) return false;
    entry.type = type;
    if (this.#wanted.includes(type)) this.#name(number, type, this.#content(number));
    return true;
  }

  #baseOf(entry: Entry | undefined): number | undefined {
    return typeof entry?.base === 'string' ? this.#numbers.get(entry.base) : entry?.base;
  }

  #name(number: number, type: ObjectType, content: Buffer): void {
    const id = objectId(type, content);
    if (!this.#numbers.has(id)) this.#numbers.set(id, number);
    this.#keep(number, content);
  }

  #content(number: number): Buffer {
    const chain: number[] = [];
    let content: Buffer | undefined;
    for (let next: number | undefined = number; content === undefined; next = this.#baseOf(this.#entries[next])) {
      if (next === undefined || chain.length > maxChain) throw damaged('an object of the pack has no base');
      const kept = this.#kept.get(next);
      const entry = this.#entries[next];
      if (kept !== undefined) content = kept;
      else if (entry !== undefined && entry.base === undefined) content = this.#inflate(entry).content;
      else chain.push(next);
    }
    for (const link of chain.reverse()) {
      const entry = this.#entries[link];
      if (entry === undefined) throw damaged('an object of the pack has no base');
      content = applyDelta(content, this.#inflate(entry).content, this.#limits.objectBytes);
      this.#count(content.length);
    }
    this.#keep(number, content);
    return content;
  }

  #inflate(entry: Entry): { readonly content: Buffer; readonly used: number } {
    this.#count(entry.size);
    const options = {
      info: true,
      maxOutputLength: Math.max(1, entry.size),
      // One piece for all of it, and room to see that there is no more.
      chunkSize: Math.max(64, entry.size + 1),
    };
    let found: { readonly buffer: Buffer; readonly engine: { readonly bytesWritten: number } };
    try {
      // With `info` it says how much it took: where the next object begins.
      found = inflateSync(this.#bytes.subarray(entry.at), options) as unknown as typeof found;
    } catch {
      throw damaged('an object of the pack can not be unpacked');
    }
    if (found.buffer.length !== entry.size) throw damaged('an object of the pack has not the size it says');
    return { content: found.buffer, used: found.engine.bytesWritten };
  }

  #count(bytes: number): void {
    this.#unpacked += bytes;
    if (this.#unpacked > this.#limits.totalBytes)
      throw exceeds(`it unpacks to more than ${size(this.#limits.totalBytes)}`);
  }

  #keep(number: number, content: Buffer): void {
    if (content.length > keptBytes / 4 || this.#kept.has(number)) return;
    this.#kept.set(number, content);
    this.#keptBytes += content.length;
    for (const [oldest, bytes] of this.#kept) {
      if (this.#keptBytes <= keptBytes) return;
      this.#kept.delete(oldest);
      this.#keptBytes -= bytes.length;
    }
  }

  #byte(at: number): number {
    const byte = this.#bytes[at];
    if (byte === undefined) throw damaged('the pack was cut');
    return byte;
  }

  #tooLarge(): Error {
    return exceeds(`a file in it is larger than ${size(this.#limits.objectBytes)}`);
  }
}
