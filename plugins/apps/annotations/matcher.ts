import { isPlatformError } from '#kernel';
import { entry } from '#plugins/database/contract.ts';
import type { AnswerSource, KnownAnswer, Question } from '#plugins/direct-answers/contract.ts';
import type { Models } from '#plugins/models/contract.ts';
import type { AnnotationStore } from './annotation-store.ts';
import { CircuitBreaker } from './circuit-breaker.ts';
import type { AnnotationReplies, ReplySetting } from './contract.ts';
import { nearest, normalised } from './matrix.ts';
import type { MatrixCache } from './matrix-cache.ts';
import { MAX_QUESTION } from './texts.ts';
import { hitSink } from './vector-store.ts';

/** 32-bit floats are this exact: a text is always near enough to itself. */
const ROUNDING = 1e-6;

export interface MatcherParts {
  readonly replies: AnnotationReplies;
  readonly matrices: Pick<MatrixCache, 'of'>;
  readonly models: Pick<Models, 'model'>;
  readonly annotations: Pick<AnnotationStore, 'find'>;
  /** Milliseconds the embedding of a message may take. */
  readonly timeout: number;
}

/** Answers messages from annotations. */
export class Matcher implements AnswerSource {
  readonly id = 'annotations';
  readonly #parts: MatcherParts;
  /** Apps whose embedding model fails. */
  readonly #breaker = new CircuitBreaker();

  constructor(parts: MatcherParts) {
    this.#parts = parts;
  }

  find(question: Question): KnownAnswer | null | Promise<KnownAnswer | null> {
    const setting = this.#parts.replies.ofApp(question.appId);
    // A text longer than any annotation is no question that one could answer, and may be too long for the model.
    if (setting === null || question.query.length > MAX_QUESTION) return null;
    if (this.#breaker.isOpen(setting.appId)) return null;
    return this.#match(setting, { ...question, query: question.query.toWellFormed() });
  }

  async #match(setting: ReplySetting, question: Question): Promise<KnownAnswer | null> {
    const matrix = await this.#parts.matrices.of(setting);
    if (matrix.ids.length === 0) return null;
    const { query } = question;
    const vector = await this.#embed(setting, question);
    const best = vector === null ? null : await nearest(matrix, vector);
    if (best === null || best.score < setting.scoreThreshold - ROUNDING) return null;
    // Read anew: the answer may have changed, or be gone.
    const annotation = await this.#parts.annotations.find(setting, best.id);
    if (annotation === null) return null;
    const { workspaceId, appId } = setting;
    const hit = { workspaceId, appId, annotationId: annotation.id, query, score: best.score, source: 'service-api' };
    return {
      text: annotation.answer,
      annotation: { id: annotation.id, account: { id: workspaceId, name: annotation.authorName } },
      entries: (messageId) => [entry(hitSink, { ...hit, messageId })],
    };
  }

  async #embed(setting: ReplySetting, question: Question): Promise<Float32Array | null> {
    try {
      const vector = await this.#call(setting, question);
      this.#breaker.worked(setting.appId);
      return vector;
    } catch (error) {
      // A budget is used up, which says nothing of the model; the run will be told.
      if (isPlatformError(error) && error.kind === 'limited') return null;
      this.#breaker.failed(setting.appId);
      throw error;
    }
  }

  async #call(
    { provider, model: name }: ReplySetting,
    { query, workspaceId, ...caller }: Question,
  ): Promise<Float32Array | null> {
    const signal = AbortSignal.timeout(this.#parts.timeout);
    const app = { workspaceId, ...caller };
    const { model } = await this.#parts.models.model(workspaceId, 'embedding', { provider, model: name }, app);
    const { vectors } = await model.embed({ model: name, texts: [query], signal });
    return vectors[0] === undefined ? null : normalised(vectors[0]);
  }
}
