/**
 * What the bootstrap hands to a library. Libraries are functions whose text is evaluated inside the interpreter when code
 * first names one of their globals: they import nothing, and see nothing but these and JavaScript itself.
 */
export interface LibraryTools {
  /** Sends a request (JSON) and promises its answer (JSON) and body. */
  ask(request: string): Promise<readonly [string, ArrayBuffer]>;
  /** Bytes as text, and text as bytes, in an encoding of Node's Buffer. */
  decode(bytes: ArrayBuffer, coding: string): string;
  encode(text: string, coding: string): ArrayBuffer;
  /** What a TextDecoder of these settings reads; throws what it throws. */
  read(bytes: ArrayBuffer, settings: readonly [label: string, fatal: boolean, ignoreBOM: boolean]): Decoded;
  /** Digests by any method that Node knows. */
  hash(method: string, bytes: ArrayBuffer): ArrayBuffer;
  hmac(method: string, key: ArrayBuffer, bytes: ArrayBuffer): ArrayBuffer;
  /** This many random bytes, at most 65536, in hexadecimal. */
  random(count: number): string;
  /** Numbers and dates as a language writes them: JSON in, JSON out. */
  local(request: string): string;
  /** The order of two texts: `[locales, options]` as JSON, empty for the standard ones, and the texts, U+0001 between them. */
  compare(request: string): number;
  /** The parts of an address (`host-url.ts`): JSON in, JSON out. */
  url(request: string): string;
  /** A global of any library. */
  need<Global>(name: string): Global;
  /** The first timer that is due is called; answers with the milliseconds until the next one, or -1. */
  readonly timers: { fire: (() => number) | null };
}

export interface Decoded {
  readonly text: string;
  /** The name that the label stands for. */
  readonly encoding: string;
}

export type Library = (tools: LibraryTools) => Readonly<Record<string, unknown>>;
