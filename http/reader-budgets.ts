/** Bytes that may wait for readers of event streams, and milliseconds one of them may take nothing while it is more. */
export interface ReaderLimits {
  readonly perStream: number;
  readonly perApp: number;
  readonly perProcess: number;
  readonly patience: number;
}

/** The part of one reader. */
export interface HeldForReader {
  /** So many bytes wait for it now; fewer than before say that it reads. */
  note(bytes: number): void;
  /** It was told that its stream closes: what still waits counts, and is not asked back any more. */
  closing(): void;
  release(): void;
}

interface Held {
  readonly account: string;
  readonly close: () => void;
  bytes: number;
  readAt: number;
  isClosing: boolean;
}

/** Milliseconds between looks while more is held than may be. */
const LOOK = 250;

/**
 * What the process holds for readers of event streams: what was given to their connections, and these have not taken. A
 * reader that reads gives it back at once. While one app's readers, or all together, hold more than they may, those that have
 * taken nothing for the longest are closed, until it is enough.
 */
export class ReaderBudgets {
  readonly limits: ReaderLimits;
  readonly #readers = new Set<Held>();
  readonly #accounts = new Map<string, number>();
  #held = 0;
  #closed = 0;
  #looking: NodeJS.Timeout | undefined;

  constructor(limits: ReaderLimits) {
    this.limits = limits;
  }

  /** Bytes. */
  get held(): number {
    return this.#held;
  }

  /** Readers that were closed, so far, because they did not read. */
  get closed(): number {
    return this.#closed;
  }

  noteClosed(): void {
    this.#closed += 1;
  }

  /** `close` is called once, when the reader has to go. */
  open(account: string, close: () => void): HeldForReader {
    const held: Held = { account, close, bytes: 0, readAt: 0, isClosing: false };
    return {
      note: (bytes) => this.#note(held, bytes),
      closing: () => {
        held.isClosing = true;
      },
      release: () => this.#note(held, 0),
    };
  }

  #note(held: Held, bytes: number): void {
    const change = bytes - held.bytes;
    if (change === 0) return;
    if (held.bytes === 0 || change < 0) held.readAt = performance.now();
    held.bytes = bytes;
    this.#held += change;
    const { account } = held;
    const ofAccount = (this.#accounts.get(account) ?? 0) + change;
    if (ofAccount === 0) this.#accounts.delete(account);
    else this.#accounts.set(account, ofAccount);
    if (bytes === 0) this.#readers.delete(held);
    else this.#readers.add(held);
    if (change > 0 && this.#isOver(account)) this.#looking ??= setTimeout(() => this.#look(), LOOK).unref();
  }

  #isOver(account: string): boolean {
    return this.#held > this.limits.perProcess || (this.#accounts.get(account) ?? 0) > this.limits.perApp;
  }

  #look(): void {
    this.#looking = undefined;
    // What waits for readers that are going is as good as gone: nobody else goes for it.
    const going = new Map<string, number>();
    let allGoing = 0;
    const leave = ({ account, bytes }: Held) => {
      going.set(account, (going.get(account) ?? 0) + bytes);
      allGoing += bytes;
    };
    const waiting: Held[] = [];
    for (const held of this.#readers) {
      if (held.isClosing) leave(held);
      else waiting.push(held);
    }
    waiting.sort((one, other) => one.readAt - other.readAt);
    const before = performance.now() - this.limits.patience;
    let isStillOver = false;
    for (const held of waiting) {
      const { account } = held;
      const left = (this.#accounts.get(account) ?? 0) - (going.get(account) ?? 0);
      if (this.#held - allGoing <= this.limits.perProcess && left <= this.limits.perApp) continue;
      if (held.readAt > before) {
        isStillOver = true;
        continue;
      }
      leave(held);
      held.close();
    }
    if (isStillOver) this.#looking = setTimeout(() => this.#look(), LOOK).unref();
  }
}
