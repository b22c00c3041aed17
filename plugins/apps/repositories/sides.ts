/** What becomes of an app and its file when one of them has changed, or both have. Trees are canonical and plain data. */
import { type Choice, type Conflict, mergeDocuments, sameTree } from './three-way.ts';

export interface PullSides {
  /** What both last said, as this workspace names things; undefined: they were never in step. */
  readonly base: unknown;
  readonly draft: unknown;
  /** undefined: nothing is published. */
  readonly published: unknown;
  /** The file, as this workspace names things. */
  readonly theirs: unknown;
}

export interface Pulled {
  /** undefined: it stays as it is. */
  readonly draft: unknown;
  readonly published: unknown;
  readonly conflicts: readonly Conflict[];
  /** Places where it is the draft alone that says something else: nobody has published that. */
  readonly ofDraft: ReadonlySet<string>;
}

/**
 * What comes in: callers get what the file says, with what is published here and not committed; the draft gets it too, and keeps what is
 * not published yet.
 */
export function pulled({ base, draft, published, theirs }: PullSides, choice: Choice): Pulled {
  const drafts = mergeDocuments({ base, ours: draft, theirs }, choice);
  // Nothing was published: the draft is all there is here.
  const called = published === undefined ? drafts : mergeDocuments({ base, ours: published, theirs }, choice);
  const known = new Set(drafts.conflicts.map(({ place }) => place));
  const conflicts = [...drafts.conflicts, ...called.conflicts.filter(({ place }) => !known.has(place))];
  const ofCalled = new Set(called.conflicts.map(({ place }) => place));
  return {
    draft: sameTree(drafts.value, draft) ? undefined : drafts.value,
    published: sameTree(called.value, published) ? undefined : called.value,
    conflicts,
    ofDraft: new Set([...known].filter((place) => !ofCalled.has(place))),
  };
}

export interface PushSides {
  /** What both last said, with names of files; undefined: they were never in step. */
  readonly base: unknown;
  /** The version, with names of files. */
  readonly ours: unknown;
  /** The file last in step. */
  readonly baseFile: unknown;
  /** The file now; undefined: there is none. */
  readonly file: unknown;
}

/**
 * What the file says with the version's changes in it. Names that several things of a workspace stand behind stay what the file calls
 * them wherever the version has not changed them: what it changed since both were in step is carried over to the file as it was then, and
 * that is merged with what the file says now.
 */
export function pushed(
  { base, ours, baseFile, file }: PushSides,
  choice: Choice,
): { file: unknown; conflicts: readonly Conflict[] } {
  if (file === undefined) return { file: baseFile === undefined ? ours : carried(base, ours, baseFile), conflicts: [] };
  if (baseFile === undefined) {
    const { value, conflicts } = mergeDocuments({ base: undefined, ours, theirs: file }, choice);
    return { file: value, conflicts };
  }
  const { value, conflicts } = mergeDocuments(
    { base: baseFile, ours: carried(base, ours, baseFile), theirs: file },
    choice,
  );
  return { file: value, conflicts };
}

function carried(base: unknown, ours: unknown, file: unknown): unknown {
  return mergeDocuments({ base, ours, theirs: file }, () => 'ours').value;
}
