import type { Job } from 'graphile-worker';
import type { Logger } from '#kernel';
import type { Task } from './contract.ts';
import type { KnownTasks } from './known-tasks.ts';
import type { JobStore } from './store.ts';

/** Jobs as `enqueue_job` (migrations/jobs) writes them. */
interface Envelope {
  readonly workspace_id: string | null;
  readonly payload: unknown;
}

/** How long a job of a closed workspace waits before it is looked at again. */
const HOLD_SECONDS = 600;

interface RunningParts {
  readonly store: JobStore;
  readonly tasks: KnownTasks;
  readonly logger: Logger;
  isHeld(workspaceId: string): boolean;
}

/** What this process is at. */
export class RunningTasks {
  readonly #store: JobStore;
  readonly #tasks: KnownTasks;
  readonly #logger: Logger;
  readonly #isHeld: (workspaceId: string) => boolean;
  readonly #ids = new Set<string>();
  readonly #stopping = new AbortController();
  /** As which jobs are held. */
  workerId = '';

  constructor(parts: RunningParts) {
    const isHeld: RunningParts['isHeld'] = (workspaceId) => parts.isHeld(workspaceId);
    this.#isHeld = isHeld;
    this.#store = parts.store;
    this.#tasks = parts.tasks;
    this.#logger = parts.logger;
  }

  ids(): readonly string[] {
    return [...this.#ids];
  }

  /** The process must end: tasks are told, and what they say to it does not count. */
  abort(): void {
    this.#stopping.abort(new Error('the process is stopping'));
  }

  async run(task: Task, envelope: unknown, job: Job): Promise<void> {
    const { workspace_id: workspaceId, payload } = envelope as Envelope;
    const id = String(job.id);
    const { signal } = this.#stopping;
    if (workspaceId !== null && this.#isHeld(workspaceId)) {
      await this.#store.hold(this.workerId, id, HOLD_SECONDS);
      throw new Error('The workspace is closed; the job waits.');
    }
    this.#ids.add(id);
    try {
      this.#tasks.checkPayload(task.id, payload, workspaceId);
      await task.run(payload as never, { workspaceId, signal, attempt: job.attempts });
    } catch (error) {
      // It was given back, and is another process's by now: the library must not hear of it.
      if (signal.aborted) await new Promise(() => {});
      await this.#delay(task, id, job.attempts);
      throw error;
    } finally {
      this.#ids.delete(id);
    }
  }

  async #delay(task: Task, id: string, attempt: number): Promise<void> {
    const usual = Math.exp(Math.min(attempt, 10));
    const wanted = (task.retryAfter?.(attempt) ?? usual) * (1 + Math.random() / 5);
    try {
      await this.#store.delay(this.workerId, id, Math.max(0, wanted - usual));
    } catch (error) {
      this.#logger.warn({ err: error, jobId: id }, 'a job is tried again sooner than wanted');
    }
  }
}
