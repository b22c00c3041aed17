import { setTimeout as sleep } from 'node:timers/promises';
import { isPlatformError, type Logger } from '#kernel';
import { withRetry } from '#plugins/database/contract.ts';
import type { Models } from '#plugins/models/contract.ts';
import { modelName } from './annotation.ts';
import type { ClaimedJob, JobStore } from './job-store.ts';
import { normalised, toBytes } from './matrix.ts';
import type { ReplyRegistry } from './reply-registry.ts';

/** Questions of one call of the model. */
const BATCH = 64;
/** Jobs of one process at a time, so that a slow provider keeps no other workspace waiting. */
const AT_A_TIME = 4;
/** Milliseconds one call of the model may take, and between two signs of life. */
const CALL_TIMEOUT = 60_000;
const RENEWAL = 5_000;
/** A call that fails is made again after these milliseconds. */
const PAUSES = [1_000, 4_000];
/** Processes that may die with a job. */
const MAX_STARTS = 5;
/** Times new questions are tried, with ever longer pauses: about an hour. */
const MAX_EMBEDS = 10;
const MAX_PAUSE = 600;

export interface EmbeddingJobsParts {
  readonly store: JobStore;
  readonly models: Pick<Models, 'model'>;
  readonly registry: Pick<ReplyRegistry, 'changed'>;
  readonly logger: Logger;
}

/**
 * Makes the vectors of questions, in the background. A job belongs to one process at a time; when that dies, another one
 * goes on where it was, for each vector is kept at once.
 */
export class EmbeddingJobs {
  readonly #parts: EmbeddingJobsParts;
  readonly #stopping = new AbortController();
  readonly #running = new Set<Promise<void>>();
  #timer: NodeJS.Timeout | undefined;
  #isLooking = false;
  #looksAgain = false;

  constructor(parts: EmbeddingJobsParts) {
    this.#parts = parts;
  }

  async start(intervalMs: number): Promise<void> {
    await withRetry(() => this.#parts.store.begin());
    this.#timer = setInterval(() => this.look(), intervalMs);
    this.#timer.unref();
    this.look();
  }

  /** Leaves what is begun to the next process. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#stopping.abort(new Error('the process stops'));
    await Promise.all(this.#running);
  }

  /** Takes what there is to do. Called when there may be something. */
  look(): void {
    if (this.#isLooking) {
      this.#looksAgain = true;
      return;
    }
    this.#isLooking = true;
    const { logger } = this.#parts;
    const looked = this.#take().catch((error: unknown) => {
      if (!this.#stopping.signal.aborted) logger.warn({ err: error }, 'jobs of annotations could not be looked for');
    });
    void looked.then(() => {
      this.#isLooking = false;
      if (!this.#looksAgain) return;
      this.#looksAgain = false;
      this.look();
    });
  }

  async #take(): Promise<void> {
    while (this.#running.size < AT_A_TIME && !this.#stopping.signal.aborted) {
      const job = await this.#parts.store.claim();
      if (job === null) return;
      const work = this.#work(job).finally(() => {
        this.#running.delete(work);
        this.look();
      });
      this.#running.add(work);
    }
  }

  /** Never throws. */
  async #work(job: ClaimedJob): Promise<void> {
    const { store, logger } = this.#parts;
    const ending = new AbortController();
    const renewal = setInterval(() => {
      store.renew(job).then(
        (isOwn) => isOwn || ending.abort(new Error('the job is not ours any more')),
        (error: unknown) => logger.warn({ err: error, jobId: job.id }, 'a job of annotations could not be renewed'),
      );
    }, RENEWAL);
    const signal = AbortSignal.any([this.#stopping.signal, ending.signal]);
    try {
      if (job.action === 'enable' && job.attempts > MAX_STARTS) {
        await store.fail(job, `The server ended ${MAX_STARTS} times while this job ran. Start it again.`);
        return;
      }
      await this.#embedAll(job, signal);
    } catch (error) {
      await this.#failed(job, error).catch((cause: unknown) => {
        logger.warn({ err: cause, jobId: job.id }, 'a job of annotations could not be ended; it goes on later');
      });
    } finally {
      clearInterval(renewal);
    }
  }

  async #embedAll(job: ClaimedJob, signal: AbortSignal): Promise<void> {
    const { store, registry } = this.#parts;
    for (;;) {
      signal.throwIfAborted();
      await this.#embedMissing(job, signal);
      const outcome = await store.complete(job);
      if (outcome === 'more') continue;
      await registry.changed(job.appId);
      return;
    }
  }

  async #embedMissing(job: ClaimedJob, signal: AbortSignal): Promise<void> {
    const { store, models } = this.#parts;
    const named = await store.modelOf(job);
    if (named === null) return;
    // Also when there is nothing to do: a model that is not there must not be switched on.
    const { workspaceId, appId } = job;
    for (;;) {
      // Each time: its budgets are asked before every call.
      const { model } = await models.model(workspaceId, 'embedding', named, { workspaceId, appId });
      const questions = await store.unembedded(job, modelName(named), BATCH);
      if (questions.length === 0) return;
      const texts = questions.map(({ question }) => question);
      const vectors = await again(signal, async () => {
        const limit = AbortSignal.any([signal, AbortSignal.timeout(CALL_TIMEOUT)]);
        return (await model.embed({ model: named.model, texts, signal: limit })).vectors;
      });
      const made = questions.map(({ id, version }, index) => ({ id, version, vector: bytesOf(vectors[index]) }));
      await store.saveVectors(job, modelName(named), made);
    }
  }

  async #failed(job: ClaimedJob, error: unknown): Promise<void> {
    const { store, logger } = this.#parts;
    if (this.#stopping.signal.aborted) return store.giveBack(job);
    const { id: jobId, workspaceId, appId, action, attempts } = job;
    logger.warn({ err: error, jobId, workspaceId, appId, action }, 'questions of annotations have no vectors');
    const text = isPlatformError(error) ? error.message : 'The questions could not be embedded; the log says why.';
    // Budgets begin anew some day.
    const isLimited = isPlatformError(error) && error.kind === 'limited';
    if (action === 'enable' || (attempts >= MAX_EMBEDS && !isLimited)) return store.fail(job, text);
    return store.release(job, Math.min(MAX_PAUSE, 5 * 2 ** attempts), text);
  }
}

async function again<Value>(signal: AbortSignal, call: () => Promise<Value>): Promise<Value> {
  for (const pause of PAUSES) {
    try {
      return await call();
    } catch (error) {
      signal.throwIfAborted();
      // What is set up wrongly stays wrong.
      if (isPlatformError(error) && error.code !== 'models.completion_request_error') throw error;
      await sleep(pause, undefined, { signal });
    }
  }
  return call();
}

function bytesOf(vector: Float32Array | undefined): Buffer {
  const unit = vector === undefined ? null : normalised(vector);
  if (unit === null) throw new Error('the embedding model answered with no vector, or with one that has no direction');
  return toBytes(unit);
}
