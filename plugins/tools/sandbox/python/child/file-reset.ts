import type { FileNode, FileSystem } from './interpreter.ts';

const readOnlyError = 69;
const noSpaceError = 51;

interface Entry {
  readonly path: string;
  readonly node: FileNode;
  readonly mode: number;
  readonly contents: unknown;
}

/**
 * The interpreter's files live in JavaScript, outside the memory image: after each call they are set back by hand. The
 * files of the start are made unchangeable; whatever a call adds is removed, and its amount is bounded.
 */
export class FileReset {
  readonly #files: FileSystem;
  readonly #entries: readonly Entry[];
  readonly #streams: readonly unknown[];
  #left: number;
  readonly #quota: number;

  constructor(files: FileSystem, quotaBytes: number) {
    this.#files = files;
    this.#quota = quotaBytes;
    this.#left = quotaBytes;
    this.#nameFoldersFreely();
    this.#entries = this.#walk('/');
    this.#streams = [...files.streams];
    for (const { node } of this.#entries) if (!files.isDir(node.mode)) this.#protect(node);
    this.#bound();
  }

  /** False when what was there at the start could not be found again: this interpreter must not serve again. */
  reset(): boolean {
    const { streams } = this.#files;
    for (const [index, stream] of streams.entries()) {
      if (stream && stream !== this.#streams[index]) this.#files.close(stream);
    }
    for (const [index, stream] of this.#streams.entries()) streams[index] = stream;
    this.#files.chdir('/home/user');
    this.#left = this.#quota;
    const known = new Set(this.#entries.map(({ path }) => path));
    this.#removeUnknown('/', known);
    return this.#entries.every(({ path, node, mode, contents }) => {
      const found = this.#files.lookupPath(path).node;
      node.mode = mode;
      return found === node && (this.#files.isDir(mode) || node.contents === contents);
    });
  }

  #walk(path: string): Entry[] {
    const { node } = this.#files.lookupPath(path);
    const entry = { path, node, mode: node.mode, contents: node.contents };
    return [entry, ...this.#children(path, node).flatMap((child) => this.#walk(child))];
  }

  /** What lies in a folder of the ordinary kind; devices and `/proc/self/fd` have no such list. */
  #children(path: string, node: FileNode): string[] {
    if (!this.#files.isDir(node.mode) || path === '/proc/self/fd') return [];
    return Object.keys(node.contents ?? {}).map((name) => (path === '/' ? `/${name}` : `${path}/${name}`));
  }

  #removeUnknown(path: string, known: ReadonlySet<string>): void {
    const { node } = this.#files.lookupPath(path);
    for (const child of this.#children(path, node)) {
      if (known.has(child)) this.#removeUnknown(child, known);
      else this.#remove(child, Reflect.get(Object(node.contents), child.slice(child.lastIndexOf('/') + 1)));
    }
  }

  #remove(path: string, node: FileNode): void {
    if (!this.#files.isDir(node.mode)) {
      this.#files.unlink(path);
      return;
    }
    node.mode |= 0o777;
    for (const child of this.#children(path, node)) {
      this.#remove(child, Reflect.get(Object(node.contents), child.slice(child.lastIndexOf('/') + 1)));
    }
    this.#files.rmdir(path);
  }

  #protect(node: FileNode): void {
    const { ErrnoError } = this.#files;
    const deny = () => {
      throw new ErrnoError(readOnlyError);
    };
    // Regular files only: a device has no contents to change.
    if (!(node.contents instanceof Uint8Array)) return;
    node.stream_ops = { ...node.stream_ops, write: deny, msync: deny };
    node.node_ops = { ...node.node_ops, setattr: deny };
  }

  /** A folder holds its files in an object by name, where the names of what every object has would be found already. */
  #nameFoldersFreely(): void {
    const memory = this.#files.filesystems.MEMFS;
    const { createNode } = memory;
    const free = (node: FileNode): FileNode => {
      if (this.#files.isDir(node.mode)) Reflect.setPrototypeOf(Object(node.contents), null);
      return node;
    };
    for (const { node } of this.#walk('/')) free(node);
    const create: typeof createNode = (...args) => free(Reflect.apply(createNode, memory, args));
    memory.createNode = create;
  }

  #bound(): void {
    const memory = this.#files.filesystems.MEMFS;
    const { expandFileStorage, resizeFileStorage } = memory;
    const spend = (node: FileNode, size: number): void => {
      this.#left -= Math.max(0, size - (node.usedBytes ?? 0));
      if (this.#left < 0 || size > this.#quota) throw new this.#files.ErrnoError(noSpaceError);
    };
    const expand: typeof expandFileStorage = (node, capacity) => {
      spend(node, capacity);
      expandFileStorage.call(memory, node, capacity);
    };
    const resize: typeof resizeFileStorage = (node, size) => {
      spend(node, size);
      resizeFileStorage.call(memory, node, size);
    };
    memory.expandFileStorage = expand;
    memory.resizeFileStorage = resize;
  }
}
