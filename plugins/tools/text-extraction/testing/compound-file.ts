const sectorSize = 512;
const miniSize = 64;
/** Streams below this size live in the small sectors. */
const miniLimit = 4096;
const endOfChain = 0xfffffffe;
const none = 0xffffffff;

/** A storage: streams and storages by name. */
export interface Storage {
  readonly [name: string]: Uint8Array | Storage;
}

interface Entry {
  readonly name: string;
  readonly kind: 1 | 2 | 5;
  readonly content: Uint8Array;
  readonly children: readonly number[];
  start: number;
}

/** An old office container (compound file, version 3) of one tree of streams. */
export function compoundFile(root: Storage): Uint8Array {
  const entries: Entry[] = [];
  addStorage('Root Entry', 5, root, entries);
  const sectors: Buffer[] = [];
  const chains: number[] = [];
  const store = (content: Uint8Array): number => {
    if (content.length === 0) return endOfChain;
    const first = sectors.length;
    for (let at = 0; at < content.length; at += sectorSize) {
      sectors.push(padded(content.subarray(at, at + sectorSize), sectorSize));
      chains.push(sectors.length);
    }
    chains[chains.length - 1] = endOfChain;
    return first;
  };
  const mini = packSmall(entries);
  for (const entry of entries)
    if (entry.kind === 2 && entry.content.length >= miniLimit) entry.start = store(entry.content);
  const miniStart = store(mini.content);
  const miniTable = store(numbers(mini.chains));
  const directory = store(
    Buffer.concat(
      entries.map((entry, index) =>
        directoryEntry(entry, index, entries, { start: miniStart, size: mini.content.length }),
      ),
    ),
  );
  // The table of chains describes its own sectors too.
  const tableSectors = Math.ceil((chains.length + 4) / (sectorSize / 4));
  const tableStart = sectors.length;
  const table = [...chains, ...Array<number>(tableSectors).fill(0xfffffffd)];
  const header = headerOf({
    tableStart,
    tableSectors,
    directory,
    miniTable,
    miniSectors: Math.ceil((mini.chains.length * 4) / sectorSize),
  });
  return Buffer.concat([header, ...sectors, padded(numbers(table), tableSectors * sectorSize, 0xff)]);
}

function addStorage(name: string, kind: 1 | 5, storage: Storage, entries: Entry[]): number {
  const children: number[] = [];
  const index = entries.push({ name, kind, content: Buffer.of(), children, start: 0 }) - 1;
  for (const [child, value] of Object.entries(storage).sort(([left], [right]) => byDirectoryOrder(left, right))) {
    if (value instanceof Uint8Array) {
      children.push(entries.push({ name: child, kind: 2, content: value, children: [], start: endOfChain }) - 1);
    } else children.push(addStorage(child, 1, value as Storage, entries));
  }
  return index;
}

function byDirectoryOrder(left: string, right: string): number {
  if (left.length !== right.length) return left.length - right.length;
  return left.toUpperCase() < right.toUpperCase() ? -1 : 1;
}

function packSmall(entries: readonly Entry[]): { readonly content: Buffer; readonly chains: readonly number[] } {
  const pieces: Buffer[] = [];
  const chains: number[] = [];
  for (const entry of entries) {
    if (entry.kind !== 2 || entry.content.length === 0 || entry.content.length >= miniLimit) continue;
    entry.start = chains.length;
    const size = Math.ceil(entry.content.length / miniSize);
    pieces.push(padded(entry.content, size * miniSize));
    for (let sector = 1; sector < size; sector += 1) chains.push(chains.length + 1);
    chains.push(endOfChain);
  }
  return { content: Buffer.concat(pieces), chains };
}

/** Children hang on each other to the right: a tree without balance, but with its order. */
function directoryEntry(
  entry: Entry,
  index: number,
  entries: readonly Entry[],
  mini: { readonly start: number; readonly size: number },
): Buffer {
  const buffer = Buffer.alloc(128);
  buffer.write(entry.name, 0, 'utf16le');
  buffer.writeUInt16LE(entry.name.length * 2 + 2, 64);
  buffer.writeUInt8(entry.kind, 66);
  buffer.writeUInt8(1, 67);
  const siblings = entries.find(({ children }) => children.includes(index))?.children ?? [];
  buffer.writeUInt32LE(none, 68);
  buffer.writeUInt32LE(siblings[siblings.indexOf(index) + 1] ?? none, 72);
  buffer.writeUInt32LE(entry.children[0] ?? none, 76);
  buffer.writeUInt32LE(entry.kind === 5 ? mini.start : entry.kind === 1 ? 0 : entry.start, 116);
  buffer.writeUInt32LE(entry.kind === 5 ? mini.size : entry.content.length, 120);
  return buffer;
}

function headerOf(places: {
  readonly tableStart: number;
  readonly tableSectors: number;
  readonly directory: number;
  readonly miniTable: number;
  readonly miniSectors: number;
}): Buffer {
  const header = Buffer.alloc(sectorSize, 0xff);
  header.fill(0, 0, 76);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header);
  header.writeUInt16LE(0x3e, 24);
  header.writeUInt16LE(3, 26);
  header.writeUInt16LE(0xfffe, 28);
  header.writeUInt16LE(9, 30);
  header.writeUInt16LE(6, 32);
  header.writeUInt32LE(places.tableSectors, 44);
  header.writeUInt32LE(places.directory, 48);
  header.writeUInt32LE(miniLimit, 56);
  header.writeUInt32LE(places.miniTable, 60);
  header.writeUInt32LE(places.miniSectors, 64);
  header.writeUInt32LE(endOfChain, 68);
  for (let sector = 0; sector < places.tableSectors; sector += 1)
    header.writeUInt32LE(places.tableStart + sector, 76 + sector * 4);
  return header;
}

function numbers(values: readonly number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) buffer.writeUInt32LE(value >>> 0, index * 4);
  return buffer;
}

function padded(content: Uint8Array, size: number, filler = 0): Buffer {
  return Buffer.concat([content, Buffer.alloc(Math.max(0, size - content.length), filler)]);
}
