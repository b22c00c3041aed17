/** Changes of a document by place, as editors make them: what they do not name stays as it is, byte for byte. */

/**
 * A step into a document: a key of a mapping, a place in a list (`-`: behind its last member), or the member of a list that has
 * this `id` (nodes and edges), which is found wherever others have moved it.
 */
export type PathStep = string | number | { readonly id: string };

/** One change. */
export type DocumentOperation =
  /** The value at the place is this from now on; the place before it must be there. */
  | { readonly path: readonly PathStep[]; readonly set: unknown }
  /** The value goes, with its key or its place in the list. What is not there is gone already. */
  | { readonly path: readonly PathStep[]; readonly remove: true }
  /** Goes into a list before the place that the last step names. */
  | { readonly path: readonly PathStep[]; readonly insert: unknown };
