import type { DocumentChange, DocumentOperation, JsonText, ParsedApp } from '#engine';
import { eventName, token } from '#kernel';
import type { App, PublishedVersion } from './contract.ts';

/** A state of an app's document: its draft, what is called, or a version by its id. */
export type AppState = 'draft' | 'published' | (string & {});

/** What tells two states of an app apart. */
export interface Comparison {
  readonly changes: readonly (DocumentChange & {
    /** Display names of who made it, as far as that is known; those first who were first. */
    readonly authors: readonly string[];
  })[];
  /** Of the draft that was compared; null: neither of them is the draft. */
  readonly hash: string | null;
}

/** A change of a draft by place, or of the whole of it. */
export interface DraftChange {
  /** The state it led to. */
  readonly hash: string;
  /** null: not told, for it holds secrets, or a whole document was saved; read the draft again. */
  readonly operations: readonly DocumentOperation[] | null;
  /** Of the page that made it, so that it knows its own; empty: of none. */
  readonly clientId: string;
  readonly authorName: string;
}

/** Emitted in the process where it happened, after a draft was changed by place. */
export const DraftChanged = eventName<{
  readonly workspaceId: string;
  readonly appId: string;
  readonly hash: string;
  readonly clientId: string;
}>('apps.draft-changed');

/** Drafts, as several people work on them. Unknown ids throw `apps.not_found` (kind not-found). */
export interface AppDrafts {
  /** YAML text without secrets; `hash` names this state of the draft. */
  get(
    workspaceId: string,
    appId: string,
  ): Promise<{ readonly yaml: string; readonly hash: string; readonly updatedAt: number }>;
  /**
   * Saves a document over the state of the draft that `base` names (null: over whatever there is); its name and look
   * become the app's. Secret values that the document leaves empty stay what they are. Throws `apps.draft_changed`
   * (conflict) when the draft is another by now, and `apps.mode_differs` (invalid).
   */
  save(
    workspaceId: string,
    appId: string,
    draft: { readonly parsed: ParsedApp; readonly base: string | null; readonly authorName: string },
  ): Promise<{ readonly hash: string; readonly warnings: readonly string[] }>;
  /** The draft as a tree (`Documents.shown`), for editors that change it by place. */
  tree(
    workspaceId: string,
    appId: string,
  ): Promise<{ readonly tree: JsonText; readonly hash: string; readonly updatedAt: number }>;
  /**
   * Changes the draft by place. What others have changed since `base` stays where it lies elsewhere, and is given back (`others`), so
   * that an editor can catch up; `tree` is the draft as it is then, `hidden` puts the marks that stand in it for what this change brought. In one place with these, or where it is not known any more, `apps.draft_changed`
   * (conflict) is thrown and nothing changes. Throws what `Documents.applied` throws.
   */
  change(
    workspaceId: string,
    appId: string,
    change: Pick<DraftChange, 'clientId' | 'authorName'> & {
      readonly base: string;
      readonly operations: readonly DocumentOperation[];
    },
  ): Promise<{
    readonly tree: JsonText;
    readonly hash: string;
    readonly others: readonly DraftChange[];
    readonly hidden: readonly DocumentOperation[];
  }>;
  /** What has led from a state of the draft to that of now, oldest first; null: that is not known any more. */
  changesSince(
    workspaceId: string,
    appId: string,
    base: string,
  ): Promise<{ readonly hash: string; readonly changes: readonly DraftChange[] | null }>;
  /** What tells two states apart (`Documents.compare`), and who made it so. Throws `apps.not_published` (conflict). */
  compare(workspaceId: string, appId: string, from: AppState, to: AppState): Promise<Comparison>;
  /** A state as a tree (`Documents.shown`). Throws `apps.not_published` (conflict). */
  treeOf(workspaceId: string, appId: string, state: AppState): Promise<JsonText>;
  /**
   * One node of the draft alone (`Documents.excerpt`), as if it were published: number 0, and the app's id as its own. The rest
   * of the graph may be unfinished. Throws `apps.no_node` (not-found).
   */
  node(
    workspaceId: string,
    appId: string,
    nodeId: string,
  ): Promise<{ readonly app: App; readonly version: PublishedVersion }>;
  /** Changes name or note of a version. */
  describeVersion(
    workspaceId: string,
    appId: string,
    versionId: string,
    changes: { readonly name?: string; readonly note?: string },
  ): Promise<void>;
  /**
   * A document of somebody's as drafts are shown: with marks for what was typed into nodes. `earlier` is what else the app has: a mark
   * that is not in it stands for nothing.
   */
  hidden(workspaceId: string, tree: JsonText, earlier?: JsonText): JsonText;
  /** YAML text of the draft with the values of its secret variables, and with what was typed into nodes. For those who may see them. */
  exportWithSecrets(workspaceId: string, appId: string): Promise<string>;
}

/** The drafts service. */
export const AppDrafts = token<AppDrafts>('apps.drafts');
