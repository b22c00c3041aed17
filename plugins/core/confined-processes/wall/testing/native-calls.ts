import { createRequire } from 'node:module';
import { constants } from 'node:os';

/** What of the library is used here. */
interface Library {
  load(path: null): { func(declaration: string): (...args: (number | bigint)[]) => number | bigint };
  alloc(type: string, length: number): bigint;
  encode(at: bigint, type: string, bytes: Uint8Array, length: number): void;
  errno(): number;
}

/** Calls of the system itself, without anything between: what somebody has who runs machine code in a process. */
export interface Native {
  /** `done`, or the name of the error. */
  call(number: number, args: readonly (number | bigint)[]): string;
  /** Addresses of what lies in memory from now on: bytes, a text with its end, room for anything. */
  bytes(content: Uint8Array): bigint;
  text(content: string): bigint;
  readonly room: bigint;
  /** The program that loads programs. */
  readonly linker: string;
}

const linkers = { x64: '/lib64/ld-linux-x86-64.so.2', arm64: '/lib/ld-linux-aarch64.so.1' };
const roomBytes = 4096;

export function nativeCalls(): Native {
  const library: Library = createRequire(import.meta.url)(`@koromix/koffi-linux-${process.arch}`);
  const syscall = library
    .load(null)
    .func('int64 syscall(int64 number, int64 a, int64 b, int64 c, int64 d, int64 e, int64 f)');
  const bytes = (content: Uint8Array): bigint => {
    const at = library.alloc('uint8', content.length);
    library.encode(at, 'uint8', content, content.length);
    return at;
  };
  return {
    call(number, args) {
      const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = args;
      if (Number(syscall(number, a, b, c, d, e, f)) >= 0) return 'done';
      const error = library.errno();
      return Object.entries(constants.errno).find(([, value]) => value === error)?.[0] ?? `error ${error}`;
    },
    bytes,
    text: (content) => bytes(Buffer.from(`${content}\0`)),
    room: bytes(new Uint8Array(roomBytes)),
    linker: process.arch === 'arm64' ? linkers.arm64 : linkers.x64,
  };
}
