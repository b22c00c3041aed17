import type { Logger } from '#kernel';
import type { Notifications, OpenTransaction } from '#plugins/database/contract.ts';
import { type Members, mayRole } from '#plugins/members/contract.ts';
import type { ConsoleNotices, NewNotice, NoticeKind } from './contract.ts';
import type { NoticeReader, NoticeStore } from './notice-store.ts';

export interface NoticeParts {
  readonly store: NoticeStore;
  readonly notifications: Notifications;
  readonly members: Members;
  readonly logger: Logger;
}

/** Heard by every process when somebody of a workspace was told something, or read it: the workspace's id. */
const CHANNEL = 'console_notices';
/** Milliseconds between two looks of a stream, for what was not heard. */
const LOOK_MS = 60_000;

/** Keeps notices, and tells pages that follow how many are unread, over all processes. */
export class NoticesService implements ConsoleNotices {
  readonly #parts: NoticeParts;
  readonly #readers = new Map<string, Set<() => void>>();

  constructor(parts: NoticeParts) {
    this.#parts = parts;
  }

  /** Hears the other processes. The result ends it. */
  listen(): () => void {
    return this.#parts.notifications.listen(CHANNEL, (workspaceId) => {
      for (const look of this.#readers.get(workspaceId) ?? []) look();
    });
  }

  async readers(workspaceId: string, permission: string): Promise<readonly string[]> {
    const all = await this.#parts.members.list(workspaceId);
    return all.filter(({ role }) => mayRole(role, permission)).map(({ accountId }) => accountId);
  }

  async add(notice: NewNotice, within?: OpenTransaction): Promise<void> {
    const isNew = await this.#parts.store.add(notice, within);
    if (isNew && within === undefined) await this.announce(notice.workspaceId);
  }

  async settle(workspaceId: string, kind: NoticeKind, beginning: string): Promise<void> {
    if (await this.#parts.store.settle(workspaceId, kind, beginning)) await this.announce(workspaceId);
  }

  async announce(workspaceId: string): Promise<void> {
    try {
      await this.#parts.notifications.send(CHANNEL, workspaceId);
    } catch (error) {
      this.#parts.logger.warn({ err: error }, 'a notice was not told to open pages');
    }
  }

  page(reader: NoticeReader, place: { readonly page: number; readonly limit: number }) {
    return this.#parts.store.page(reader, place);
  }

  count(reader: NoticeReader) {
    return this.#parts.store.count(reader);
  }

  async read(reader: NoticeReader, ids: readonly string[] | null): Promise<void> {
    await this.#parts.store.read(reader, ids);
    await this.announce(reader.workspaceId);
  }

  /** How many are unread, now and whenever that may have changed, as JSON texts. */
  async *follow(
    reader: NoticeReader,
    { signal, isOnce }: { readonly signal: AbortSignal; readonly isOnce: boolean },
  ): AsyncIterable<readonly string[]> {
    let isNew = true;
    let wake = () => {};
    const look = () => {
      isNew = true;
      wake();
    };
    const over = () => wake();
    const readers = this.#readers.get(reader.workspaceId) ?? new Set();
    this.#readers.set(reader.workspaceId, readers.add(look));
    signal.addEventListener('abort', over);
    const timer = setInterval(look, LOOK_MS);
    timer.unref();
    try {
      while (!signal.aborted) {
        if (isNew) {
          isNew = false;
          const { unread } = await this.count(reader);
          yield [JSON.stringify({ event: 'unread', unread })];
          if (isOnce) return;
          continue;
        }
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    } finally {
      clearInterval(timer);
      signal.removeEventListener('abort', over);
      readers.delete(look);
      if (readers.size === 0) this.#readers.delete(reader.workspaceId);
    }
  }
}
