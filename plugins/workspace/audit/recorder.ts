import { currentTime, type Logger, newId } from '#kernel';
import { type CommitEntry, entry, type GroupCommit } from '#plugins/database/contract.ts';
import { type AccountEntry, activitySink } from './activity-store.ts';
import { type AuditEntry, auditSink } from './audit-store.ts';

/** An entry as its maker knows it. */
export type NewEntry = Omit<AuditEntry, 'id' | 'at'>;
/** The same for what people do about themselves. */
export type NewAccountEntry = Omit<AccountEntry, 'id' | 'at'>;

interface RecorderParts {
  readonly commit: GroupCommit;
  readonly logger: Logger;
}

/** Entries wait this long for a batch: nobody waits for them. */
const DELAY_MS = 250;
/** Entries in memory at most; beyond that, while the database is away, the log of the process tells how many are missed. */
const MAX_PENDING = 10_000;

/** Writes entries behind the answers they are about. */
export class Recorder {
  readonly #parts: RecorderParts;
  readonly #looking = new Set<Promise<void>>();
  #pending = 0;
  #missed = 0;

  constructor(parts: RecorderParts) {
    this.#parts = parts;
  }

  record(item: NewEntry): void {
    if (this.#hasRoom()) this.#add(inWorkspace(item, new Date(currentTime())));
  }

  /** For the log of the person alone. */
  recordOwn(item: NewAccountEntry): void {
    if (this.#hasRoom()) this.#add(entry(activitySink, { ...item, id: newId(), at: new Date(currentTime()) }));
  }

  /** For what takes a look at the database to know where it belongs. */
  recordAll(find: () => Promise<readonly NewEntry[]>): void {
    if (!this.#hasRoom()) return;
    const at = new Date(currentTime());
    const looking = find().then(
      (items) => {
        for (const item of items) this.#add(inWorkspace(item, at));
      },
      (error) => this.#miss(error),
    );
    this.#looking.add(looking);
    void looking.finally(() => this.#looking.delete(looking));
  }

  /** When group commit has all entries; it writes what it has before it closes. */
  async settle(): Promise<void> {
    await Promise.all(this.#looking);
  }

  #add(item: CommitEntry): void {
    this.#pending += 1;
    this.#parts.commit
      .add([item], { delay: DELAY_MS })
      .catch((error) => this.#miss(error))
      .finally(() => this.#written());
  }

  #hasRoom(): boolean {
    if (this.#pending + this.#looking.size < MAX_PENDING) return true;
    if (this.#missed === 0) this.#parts.logger.error({}, 'the audit log takes no more: the database does not keep up');
    this.#missed += 1;
    return false;
  }

  #miss(error: unknown): void {
    this.#parts.logger.error({ err: error }, 'the audit log misses an entry');
  }

  #written(): void {
    this.#pending -= 1;
    if (this.#missed === 0 || this.#pending > 0) return;
    this.#parts.logger.error({ missed: this.#missed }, 'the audit log is written again, and misses entries');
    this.#missed = 0;
  }
}

function inWorkspace(item: NewEntry, at: Date): CommitEntry {
  return entry(auditSink, { ...item, id: newId(), at });
}
