import { PlatformError } from '#kernel';
import type { Annotation, AnnotationText, AppPlace, JobState, ReplyRequest } from './annotation.ts';
import type { AnnotationStore, ImportCounts, ListQuery } from './annotation-store.ts';
import type { EmbeddingJobs } from './embedding-jobs.ts';
import type { ReplyRegistry } from './reply-registry.ts';
import type { ReplyStore } from './reply-store.ts';
import { annotationText } from './texts.ts';

export interface AnnotationsParts {
  readonly store: AnnotationStore;
  readonly replies: ReplyStore;
  readonly registry: ReplyRegistry;
  readonly jobs: Pick<EmbeddingJobs, 'look'>;
}

/** What the routes do with annotations of an app that they have found. */
export class AnnotationsService {
  readonly #parts: AnnotationsParts;

  constructor(parts: AnnotationsParts) {
    this.#parts = parts;
  }

  list(place: AppPlace, query: ListQuery) {
    return this.#parts.store.list(place, query);
  }

  /** Throws `annotations.not_found`. */
  async get(place: AppPlace, id: string): Promise<Annotation> {
    return (await this.#parts.store.find(place, id)) ?? notFound(id);
  }

  async add(place: AppPlace, sent: AnnotationText, authorName: string): Promise<Annotation> {
    const annotation = await this.#parts.store.add(place, annotationText(sent), authorName);
    await this.#changed(place);
    return annotation;
  }

  /** Throws `annotations.not_found`. */
  async update(place: AppPlace, id: string, sent: AnnotationText): Promise<Annotation> {
    const annotation = (await this.#parts.store.update(place, id, annotationText(sent))) ?? notFound(id);
    await this.#changed(place);
    return annotation;
  }

  /** Throws `annotations.not_found`. */
  async delete(place: AppPlace, id: string): Promise<void> {
    if (!(await this.#parts.store.delete(place, id))) notFound(id);
    await this.#changed(place);
  }

  /** The texts are clean and right. */
  async import(place: AppPlace, texts: readonly AnnotationText[], authorName: string): Promise<ImportCounts> {
    const counts = await this.#parts.store.import(place, texts, authorName);
    await this.#changed(place);
    return counts;
  }

  /** Starts the job that switches the reply on; while one runs, it is that one. */
  async enable(place: AppPlace, request: ReplyRequest): Promise<JobState> {
    const job = await this.#parts.replies.enable(place, request);
    this.#parts.jobs.look();
    return job;
  }

  async disable(place: AppPlace, request: ReplyRequest): Promise<JobState> {
    const job = await this.#parts.replies.disable(place, request);
    await this.#parts.registry.changed(place.appId);
    return job;
  }

  /** null: the app has no such job. What is told to be completed counts in this process. */
  async job(place: AppPlace, action: string, id: string): Promise<JobState | null> {
    const job = await this.#parts.replies.job(place, action, id);
    if (job?.status === 'completed') await this.#parts.registry.read(place.appId);
    return job;
  }

  /** What is in force, and how far it is. */
  async reply(place: AppPlace) {
    const { registry, replies } = this.#parts;
    const progress = await replies.progress(place, registry.ofApp(place.appId));
    // After the job was looked at: one that is completed counts.
    await registry.read(place.appId);
    return { setting: registry.ofApp(place.appId), ...progress };
  }

  async #changed({ appId }: AppPlace): Promise<void> {
    if (this.#parts.registry.ofApp(appId) === null) return;
    await this.#parts.registry.changed(appId);
    this.#parts.jobs.look();
  }
}

function notFound(id: string): never {
  throw new PlatformError('not-found', 'annotations.not_found', `The app has no annotation ${id}.`);
}
