import type { Logger } from '#kernel';
import type { Count } from './counters.ts';
import type { WindowStore } from './window-store.ts';

const DAY_MS = 86_400_000;
const FLUSH_MS = 1_000;
const CLEANING_MS = 3_600_000;
/** Windows in memory; of more, those nobody has used for longest are read again when they are. */
const CAPACITY = 20_000;

interface DayWindow {
  readonly workspaceId: string;
  readonly key: string;
  /** Milliseconds since the epoch. */
  startedAt: number;
  used: number;
  /** What of it is not in the database yet. */
  unsaved: number;
}

export interface DayWindowParts {
  readonly store: Pick<WindowStore, 'find' | 'add' | 'forget'>;
  readonly logger: Logger;
  readonly now?: () => number;
}

/**
 * Counts uses in windows of 24 hours, where no Redis does. They count in memory; the database is told each second what came to
 * them, tells in return what other processes have added, and is asked for a window that this process does not know:
 * after a restart it goes on.
 */
export class DayWindows {
  readonly #parts: DayWindowParts;
  readonly #now: () => number;
  readonly #windows = new Map<string, Promise<DayWindow>>();
  readonly #unsaved = new Set<DayWindow>();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> | undefined;
  #cleanedAt = 0;

  constructor(parts: DayWindowParts) {
    this.#parts = parts;
    this.#now = parts.now ?? Date.now;
  }

  async add(workspaceId: string, key: string, amount: number): Promise<Count> {
    const window = await this.#window(workspaceId, key);
    const now = this.#now();
    if (isOver(window, now)) Object.assign(window, { startedAt: now, used: 0, unsaved: 0 });
    window.used += amount;
    window.unsaved += amount;
    this.#unsaved.add(window);
    this.#timer ??= setTimeout(() => void this.flush(), FLUSH_MS).unref();
    return { used: window.used, left: window.startedAt + DAY_MS - now };
  }

  /** null: nothing was used. */
  async peek(workspaceId: string, key: string): Promise<Count | null> {
    const window = await this.#window(workspaceId, key);
    const now = this.#now();
    return isOver(window, now) ? null : { used: window.used, left: window.startedAt + DAY_MS - now };
  }

  /** Writes what came meanwhile. What can't be written is kept, and counts here. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.#writing;
    this.#writing = this.#write();
    await this.#writing;
  }

  async #write(): Promise<void> {
    const windows = [...this.#unsaved];
    this.#unsaved.clear();
    if (windows.length === 0) return;
    const sent = windows.map(({ workspaceId, key, startedAt, unsaved }) => ({
      workspaceId,
      key,
      startedAt,
      used: unsaved,
    }));
    for (const window of windows) window.unsaved = 0;
    try {
      const kept = await this.#parts.store.add(sent);
      for (const [index, window] of windows.entries()) {
        const row = kept[index];
        // Unless another window has begun meanwhile.
        if (row === undefined || window.startedAt !== sent[index]?.startedAt) continue;
        window.startedAt = row.startedAt;
        window.used = row.used + window.unsaved;
      }
      await this.#clean();
    } catch (error) {
      for (const [index, window] of windows.entries()) {
        if (window.startedAt !== sent[index]?.startedAt) continue;
        window.unsaved += sent[index]?.used ?? 0;
        this.#unsaved.add(window);
      }
      this.#parts.logger.warn(
        { err: error },
        'what was used of limits per day could not be written; it is written later',
      );
    }
  }

  async #clean(): Promise<void> {
    const now = this.#now();
    for (const [key, pending] of this.#windows) {
      if (this.#windows.size <= CAPACITY) break;
      const window = await pending;
      if (window.unsaved === 0) this.#windows.delete(key);
    }
    if (now - this.#cleanedAt < CLEANING_MS) return;
    this.#cleanedAt = now;
    await this.#parts.store.forget(now - DAY_MS);
  }

  #window(workspaceId: string, key: string): Promise<DayWindow> {
    const window = this.#windows.get(key) ?? this.#read(workspaceId, key);
    this.#windows.delete(key);
    this.#windows.set(key, window);
    return window;
  }

  /** While the database can't be asked a window counts from the beginning; the next write tells what was in it. */
  async #read(workspaceId: string, key: string): Promise<DayWindow> {
    const { store, logger } = this.#parts;
    const kept = await store.find(workspaceId, key).catch((error: unknown) => {
      logger.warn({ err: error }, 'what is used of a limit per day could not be read');
      return undefined;
    });
    return { workspaceId, key, startedAt: kept?.startedAt ?? 0, used: kept?.used ?? 0, unsaved: 0 };
  }
}

function isOver({ startedAt }: DayWindow, now: number): boolean {
  return now - startedAt >= DAY_MS;
}
