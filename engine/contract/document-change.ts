/**
 * What tells two documents of an app apart, as people mean it: where a node is drawn, the order of keys and of lists
 * that are told apart by names, and ids of edges are no difference.
 */

/** What a change is about. */
export type ChangedPart =
  /** `id` is a key of the section `app`: `name`, `icon` … */
  | 'app'
  /** `id` is the node's id. */
  | 'node'
  /** `id` is `source/handle → target`. */
  | 'edge'
  /** `id` is the variable's name. */
  | 'environment-variable'
  | 'conversation-variable'
  /** `id` is a key of `workflow.features`, or of `model_config` for apps without a graph. */
  | 'feature'
  /** `id` is the plugin's name. */
  | 'dependency'
  /** `id` is a key that the format does not know. */
  | 'other';

/** A part of a document that was added, removed or changed. */
export interface DocumentChange {
  readonly part: ChangedPart;
  readonly change: 'added' | 'removed' | 'changed';
  readonly id: string;
  /** For people: the title of a node, else the id. */
  readonly title: string;
  /** What changed in it; empty for what was added or removed. */
  readonly fields: readonly FieldChange[];
}

/** A changed field. Values are plain JSON; those of secret variables are never told (`isSecret`). */
export interface FieldChange {
  /** Where in the part: `prompt_template[0].text`, `cases[formal].conditions[c1].value`. Empty: the part as a whole. */
  readonly path: string;
  readonly change: 'added' | 'removed' | 'changed';
  readonly before?: unknown;
  readonly after?: unknown;
  readonly isSecret?: boolean;
}
