const pageBytes = 65_536;
const zeroPage = Buffer.alloc(pageBytes);

interface Page {
  readonly own: Buffer;
  readonly fresh: Buffer;
}

/**
 * Sets the interpreter's memory back. Pages are compared before they are written: a call changes few of them, a third
 * is empty, and reading is half of what copying costs.
 */
export class MemoryReset {
  readonly #fresh: readonly Buffer[];
  #pages: readonly Page[] = [];
  #buffer: ArrayBufferLike | undefined;

  /** `memory` as every call shall find it. */
  constructor(memory: Uint8Array) {
    this.#fresh = pagesOf(memory.slice()).map((page) => (page.equals(zeroPage) ? zeroPage : page));
  }

  get bytes(): number {
    return this.#fresh.length * pageBytes;
  }

  /** `memory` may have grown since; what is beyond its first size is cleared. */
  reset(memory: Uint8Array): void {
    if (memory.buffer !== this.#buffer) {
      this.#buffer = memory.buffer;
      this.#pages = pagesOf(memory).map((own, index) => ({ own, fresh: this.#fresh[index] ?? zeroPage }));
    }
    for (const { own, fresh } of this.#pages) if (own.compare(fresh) !== 0) own.set(fresh);
  }
}

function pagesOf(memory: Uint8Array): Buffer[] {
  const count = memory.length / pageBytes;
  return Array.from({ length: count }, (_, index) =>
    Buffer.from(memory.buffer, memory.byteOffset + index * pageBytes, pageBytes),
  );
}
