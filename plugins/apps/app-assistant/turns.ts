import { busy } from './refusals.ts';

/** At the same time, for one workspace in one process. */
const MAX_AT_ONCE = 4;

/** How much is worked on for each workspace. */
export class Turns {
  readonly #open = new Map<string, number>();

  /** The work, which counts until it has ended or was left. Throws `app-assistant.too_many_requests` at its first step. */
  async *take<Told, Result>(workspaceId: string, work: AsyncGenerator<Told, Result>): AsyncGenerator<Told, Result> {
    const before = this.#open.get(workspaceId) ?? 0;
    if (before >= MAX_AT_ONCE) throw busy();
    this.#open.set(workspaceId, before + 1);
    try {
      return yield* work;
    } finally {
      const left = (this.#open.get(workspaceId) ?? 1) - 1;
      if (left === 0) this.#open.delete(workspaceId);
      else this.#open.set(workspaceId, left);
    }
  }
}
