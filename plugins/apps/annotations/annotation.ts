import { unixSeconds } from '#http';
/** A question with its answer. */
export interface Annotation {
  readonly id: string;
  readonly question: string;
  readonly answer: string;
  readonly authorName: string;
  readonly hitCount: number;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
}

/** Whose annotations. */
export interface AppPlace {
  readonly workspaceId: string;
  readonly appId: string;
}

/** What is written. */
export interface AnnotationText {
  readonly question: string;
  readonly answer: string;
}

/** An annotation as the API shows it (runtime API, annotations). */
export function annotationItem({ id, question, answer, hitCount, createdAt }: Annotation) {
  return { id, question, answer, hit_count: hitCount, created_at: unixSeconds(createdAt) };
}

/** A message that an annotation answered. */
export interface Hit extends AppPlace {
  readonly messageId: string;
  readonly annotationId: string;
  readonly query: string;
  readonly score: number;
  readonly source: string;
}

/** A job as callers are told of it. */
export interface JobState {
  readonly id: string;
  readonly status: 'waiting' | 'processing' | 'completed' | 'error';
  /** Empty unless the job failed. */
  readonly error: string;
}

/** What an app's owner asks for. */
export interface ReplyRequest {
  readonly provider: string;
  readonly model: string;
  readonly scoreThreshold: number;
}

/** Name of an embedding model in `annotation_vectors`. */
export function modelName({ provider, model }: Pick<ReplyRequest, 'provider' | 'model'>): string {
  return `${provider} ${model}`;
}
