/** `~` begins a token; digits behind it, if any, are the microseconds since the epoch at which the model sent it. */
const tokenPattern = /~(\d*)/g;

/** Microseconds since the epoch, the same clock in every process of a machine. */
export function nowMicros(): number {
  return Math.round((performance.timeOrigin + performance.now()) * 1000);
}

/** Finds tokens in a stream of server-sent events. Final events repeat the text, so only named events count. */
export class TokenReader {
  readonly #starts: readonly string[];
  #rest = '';
  tokens = 0;
  readonly lateness: number[] = [];

  constructor(starts: readonly string[]) {
    this.#starts = starts;
  }

  /** True when the piece held a token. */
  read(piece: Buffer): boolean {
    const before = this.tokens;
    const frames = (this.#rest + piece.toString('latin1')).split('\n\n');
    this.#rest = frames.pop() ?? '';
    for (const frame of frames) {
      if (this.#starts.some((start) => frame.startsWith(start))) this.#count(frame);
    }
    return this.tokens > before;
  }

  #count(frame: string): void {
    for (const [, sentAt] of frame.matchAll(tokenPattern)) {
      this.tokens += 1;
      if (sentAt !== undefined && sentAt !== '') this.lateness.push((nowMicros() - Number(sentAt)) / 1000);
    }
  }
}
