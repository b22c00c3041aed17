/**
 * What the prelude hands to a library. Libraries are functions whose text is evaluated inside the interpreter when code
 * first names one of their globals: they import nothing, and see nothing but these and JavaScript itself.
 */
export interface LibraryTools {
  /** Sends a request (JSON) and promises its answer (JSON) and body. */
  ask(request: string): Promise<readonly [string, ArrayBuffer]>;
  /** UTF-8 as text. */
  decode(bytes: ArrayBuffer): string;
  /** This many random bytes, at most 65536, in hexadecimal. */
  random(count: number): string;
  /** Numbers and dates as a language writes them, texts in its order: JSON in, JSON out. */
  local(request: string): string;
  /** A global of any library. */
  need<Global>(name: string): Global;
  /** The first timer that is due is called; answers with the milliseconds until the next one, or -1. */
  readonly timers: { fire: (() => number) | null };
}

export type Library = (tools: LibraryTools) => Readonly<Record<string, unknown>>;
