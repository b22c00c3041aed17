import { LRUCache } from 'lru-cache';
import type { Generation } from '#plugins/delivery-api/generation/generation.ts';
import type { FrameMapper } from './frame-mapper.ts';
import { mapperOf } from './run-mapper.ts';
import type { FollowedRun } from './shared-frames.ts';

type Identity = FrameMapper['identity'];
type Views = Pick<Generation, 'runs' | 'conversations' | 'files' | 'origin' | 'steps'>;

/**
 * What the last frames of a stream say of their run. It stays as it is, and is known from what the run was asked with, which may be
 * large: it is read once for all who follow the run.
 */
export class StreamIdentities {
  readonly #known = new LRUCache<string, Promise<Identity | null>>({ max: 1_000 });

  /** Null: there is no such run. */
  of(views: Views, followed: FollowedRun): Promise<Identity | null> {
    const key = `${followed.workspaceId} ${followed.runId}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const read = this.#read(views, followed).catch((error: unknown) => {
      this.#known.delete(key);
      throw error;
    });
    this.#known.set(key, read);
    return read;
  }

  async #read(views: Views, { workspaceId, runId, user }: FollowedRun): Promise<Identity | null> {
    const [run, owner] = await Promise.all([views.runs.get(workspaceId, runId), views.runs.owner(workspaceId, runId)]);
    return run && mapperOf(views, { run, owner, user, workspaceId }).identity;
  }
}
