import { type Contributions, compileSchema, PlatformError, type Validator } from '#kernel';
import type { Task } from './contract.ts';

/** The tasks there are, and whether a payload is one of theirs. */
export class KnownTasks {
  readonly #tasks: Contributions<Task>;
  readonly #validators = new WeakMap<Task, Validator<unknown>>();

  constructor(tasks: Contributions<Task>) {
    this.#tasks = tasks;
  }

  all(): readonly Task[] {
    return this.#tasks.all();
  }

  onChange(listener: () => void): () => void {
    return this.#tasks.onChange(listener);
  }

  /**
   * Throws what `Jobs.enqueue` throws. What a payload says of the workspace must be the job's own: a job of one workspace
   * does nothing in another.
   */
  checkPayload(id: string, payload: unknown, workspaceId: string | null): void {
    const task = this.#tasks.get(id);
    if (task === undefined) {
      const message = `No plugin brings the task '${id}'; contribute it to jobs.tasks.`;
      throw new PlatformError('internal', 'jobs.unknown_task', message);
    }
    const result = this.#validator(task)(payload);
    const named = (payload as { readonly workspaceId?: unknown } | null)?.workspaceId;
    if (workspaceId !== null && named !== undefined && named !== workspaceId) {
      const message = `The payload of a job '${id}' names another workspace than the job's.`;
      throw new PlatformError('internal', 'jobs.invalid_payload', message);
    }
    if (result.ok) return;
    const [first] = result.errors;
    const message = `The payload of a job '${id}' does not fit its task: ${first?.message ?? 'it is wrong'}.`;
    throw new PlatformError('internal', 'jobs.invalid_payload', message);
  }

  #validator(task: Task): Validator<unknown> {
    const known = this.#validators.get(task);
    if (known !== undefined) return known;
    const made = compileSchema(task.payload, { defaults: false });
    this.#validators.set(task, made);
    return made;
  }
}
