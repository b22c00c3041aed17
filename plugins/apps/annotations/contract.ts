/**
 * Annotations: questions an app's owner has answered themselves. While the annotation reply of an app is on, a message whose
 * meaning is near enough to such a question gets its answer, and no model is asked (runtime API, annotations).
 */
import { token } from '#kernel';

/** What the owner of an app has set. Only apps that have it switched on have one. */
export interface ReplySetting {
  readonly id: string;
  readonly workspaceId: string;
  readonly appId: string;
  /** The embedding model, as it was named. */
  readonly provider: string;
  readonly model: string;
  /** Cosine of the angle between two texts from which one answers the other: 0 to 1. */
  readonly scoreThreshold: number;
  /** Grows with every change of what answers. */
  readonly revision: number;
}

/** Which apps answer from annotations; for routes that describe an app. */
export interface AnnotationReplies {
  /** null: switched off. From memory: changes of other processes are seen within 5 s, usually at once. */
  ofApp(appId: string): ReplySetting | null;
}

/** The settings in force. */
export const AnnotationReplies = token<AnnotationReplies>('annotations.annotation-replies');
