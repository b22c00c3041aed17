import type { QuickJSContext, QuickJSHandle, QuickJSWASMModule } from 'quickjs-emscripten';

interface Allocator {
  _malloc(bytes: number): number;
  _free(address: number): void;
}

/** How texts and bytes go into an interpreter and come out of it. What has no room in its memory is refused. */
export class HostBridge {
  readonly #context: QuickJSContext;
  readonly #allocator: Allocator;

  constructor(context: QuickJSContext, module: QuickJSWASMModule) {
    this.#context = context;
    // Not public; a change of its name would be seen by the first call of the first test.
    this.#allocator = Reflect.get(module, 'module') as Allocator;
  }

  text(handle: QuickJSHandle | undefined): string {
    return this.#context.getString(handle as QuickJSHandle);
  }

  giveText(text: string): QuickJSHandle {
    this.#refuseWithoutRoom(Buffer.byteLength(text) + 1);
    return this.#context.newString(text);
  }

  /**
   * A copy of the bytes. What the library hands out is one already, but in the interpreter's memory, where it must be freed
   * and moves when that grows. No bytes at all come as undefined.
   */
  bytes(handle: QuickJSHandle): Uint8Array {
    return this.#context.typeof(handle) === 'undefined'
      ? new Uint8Array()
      : this.#context.getArrayBuffer(handle).consume(({ value }) => value.slice());
  }

  giveBytes({ buffer, byteOffset, byteLength }: Uint8Array): QuickJSHandle {
    this.#refuseWithoutRoom(byteLength);
    return this.#context.newArrayBuffer(buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer);
  }

  /** The library does not ask: it writes what found no room to the beginning of the memory, over the interpreter. */
  #refuseWithoutRoom(bytes: number): void {
    const address = this.#allocator._malloc(bytes);
    if (address === 0) throw new Error('out of memory');
    this.#allocator._free(address);
  }
}
