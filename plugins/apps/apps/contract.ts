/**
 * Apps: a draft document, published versions, keys.
 *
 * Status: `draft` (never published), `active`, `paused`.
 */
import type { AppMode, CompiledApp, ParsedApp } from '#engine';
import { eventName, token } from '#kernel';

/** Drafts, and what is changed of them. */
export { AppDrafts, type AppState, type Comparison, type DraftChange, DraftChanged } from './drafts-contract.ts';
/** Outputs that runs of drafts take instead of running nodes. */
export { AppPins, type PinnedNode, pinLimits } from './pins-contract.ts';
/** Apps that are kept in files, and who hears of what is published. */
export {
  type AppSource,
  AppSources,
  type PublishedChange,
  type PublishWitness,
  PublishWitnesses,
  type SourceChange,
} from './sources-contract.ts';

/** An app as lists show it. */
export interface App {
  readonly id: string;
  readonly workspaceId: string;
  readonly name: string;
  readonly description: string;
  readonly mode: AppMode;
  readonly icon: string;
  readonly iconType: string;
  readonly iconBackground: string;
  readonly status: 'draft' | 'active' | 'paused';
  readonly tags: readonly string[];
  /** Display name of the creator. */
  readonly authorName: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

export { iconPattern } from './clean-text.ts';
/** Icons that are pictures: what `icon` says then, and where the picture is found. */
export { iconAddress, pictureOf, pictureText } from './icon-address.ts';

/** An app that may still come back. */
export interface DeletedApp extends App {
  /** Milliseconds since the epoch. */
  readonly deletedAt: number;
}

/** A published version with everything a request needs, kept in memory. */
export interface PublishedVersion {
  /** `workflow_id` on the wire. */
  readonly id: string;
  /** Order of publication within the app, from 1. */
  readonly number: number;
  readonly compiled: CompiledApp;
  /** JSON text of the secret environment values by name. Never logged, never sent. */
  readonly environment: string;
  readonly publishedAt: number;
}

/** What an app key leads to. */
export interface AppByKey {
  readonly app: App;
  /** null: it was not found by a key. */
  readonly keyId: string | null;
  /** null: nothing is published. */
  readonly version: PublishedVersion | null;
  /** The key is good, but its app was deleted: the caller is told so, and gets nothing (runtime API, keys). */
  readonly isDeleted: boolean;
}

/** A published version as lists show it. */
export interface VersionItem {
  readonly id: string;
  readonly number: number;
  readonly name: string;
  readonly note: string;
  /** Who published it; empty where that was not kept. */
  readonly publishedBy: string;
  /** Milliseconds since the epoch. */
  readonly publishedAt: number;
  /** The one that is called. */
  readonly isCurrent: boolean;
}

/** What is said of a version that is published, and what it may be. */
export interface PublishOptions {
  readonly name?: string;
  readonly note?: string;
  readonly publishedBy?: string;
  /** The account of who publishes; null: nobody's. */
  readonly accountId?: string | null;
  /** Of the draft that is meant. */
  readonly hash?: string;
  /** Default true. */
  readonly allowErrors?: boolean;
}

/** What may be changed of an app without publishing anew. */
export interface AppChanges {
  readonly name?: string;
  readonly description?: string;
  readonly icon?: string;
  readonly iconType?: string;
  readonly iconBackground?: string;
  /** At most 20, each of at most 50 characters. */
  readonly tags?: readonly string[];
  /** Only a published app can be paused or go on: throws `apps.not_published` (conflict) for a draft. */
  readonly status?: 'active' | 'paused';
}

/** A key as lists show it: the secret is not kept. */
export interface AppKey {
  readonly id: string;
  readonly name: string;
  /** `app-…` with all but the last four characters masked. */
  readonly masked: string;
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
}

/** Which apps of a workspace; what is absent lets all through. */
export interface AppQuery {
  readonly mode?: AppMode;
  readonly status?: App['status'];
  /** Only those that have been published; what was not can't be used. */
  readonly isPublished?: boolean;
  /** A part of the name, in any case. */
  readonly name?: string;
  /** It has all of these tags, exactly. */
  readonly tags?: readonly string[];
  /** Those among these. */
  readonly ids?: readonly string[];
  /** Favourites of this account. */
  readonly favouriteOf?: string;
  /** Changed last first; without it the same. */
  readonly sort?: 'updated' | 'created' | 'name';
  /** From 1. */
  readonly page: number;
  readonly limit: number;
}

/** A page of apps, in the order that was asked for. */
export interface AppPage {
  readonly apps: readonly App[];
  /** How many there are on all pages. */
  readonly total: number;
}

/** What became of an imported document. */
export interface ImportedApp extends App {
  /** What this workspace could not take over; each names what to do. */
  readonly warnings: readonly string[];
}

/** An app, and what its draft or its current version calls for. */
export interface AppModelUse {
  readonly id: string;
  readonly name: string;
  /** Providers of models, as its documents name them. */
  readonly providers: readonly string[];
}

/** An app that names a provider of tools. */
export interface AppToolUse {
  readonly id: string;
  readonly name: string;
}

/** Apps of a workspace. Unknown ids throw `apps.not_found` (kind not-found). */
export interface Apps {
  list(workspaceId: string): Promise<readonly App[]>;
  page(workspaceId: string, query: AppQuery): Promise<AppPage>;
  get(workspaceId: string, appId: string): Promise<App>;
  /** The workspace of an app, whoever asks: for addresses that name an app and nothing else. null: there is none, or it was deleted. */
  workspaceOf(appId: string): Promise<string | null>;
  /** By id, of deleted apps too; what is gone for good is left out. */
  names(workspaceId: string, appIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /**
   * Stores an imported document as a new app's draft. Starts nothing, contacts nothing. Knowledge bases of other
   * workspaces are left out, with a warning. Throws `workspaces.plan_limit`, as all that adds an app does.
   */
  import(
    workspaceId: string,
    parsed: ParsedApp,
    /** `authorName`: of who makes it; the owner's where nobody is named. */
    options?: { readonly name?: string; readonly authorName?: string },
  ): Promise<ImportedApp>;
  /** YAML text of the draft, without secrets; ids of knowledge bases are sealed for this workspace. */
  export(workspaceId: string, appId: string): Promise<string>;
  /**
   * Compiles the draft and makes it the version that is called. Throws `engine.invalid_graph`; then nothing changes. With `hash`, the draft of
   * that state, as somebody has reviewed it: throws `apps.draft_changed` (conflict) when it is another by now. With `allowErrors: false` a
   * draft in which a check finds errors is refused: throws `apps.draft_has_errors` (invalid).
   */
  publish(
    workspaceId: string,
    appId: string,
    options?: PublishOptions,
  ): Promise<{ readonly version: PublishedVersion; readonly warnings: readonly string[] }>;
  /** Callers see it with their next request; runs under way go on. */
  update(workspaceId: string, appId: string, changes: AppChanges): Promise<App>;
  /** A draft of its own with the draft's document, secrets included; neither keys nor versions. */
  duplicate(
    workspaceId: string,
    appId: string,
    options?: { readonly name?: string; readonly authorName?: string },
  ): Promise<App>;
  /** Its keys stop working at once. For 30 days it can be brought back. */
  delete(workspaceId: string, appId: string): Promise<void>;
  /** Deleted less than 30 days ago, latest first. */
  deleted(workspaceId: string): Promise<readonly DeletedApp[]>;
  /** Brings a deleted app back, keys included. Throws `apps.not_found`. */
  restore(workspaceId: string, appId: string): Promise<App>;
  /** Newest first; `before`: numbers below this. */
  versions(
    workspaceId: string,
    appId: string,
    page: { readonly limit: number; readonly before?: number },
  ): Promise<readonly VersionItem[]>;
  /** YAML text of a version, as `export` gives the draft. */
  exportVersion(workspaceId: string, appId: string, versionId: string): Promise<string>;
  /** Makes a version the draft; what is called stays as it is until the next publish. */
  restoreVersion(workspaceId: string, appId: string, versionId: string, authorName: string): Promise<void>;
  /** Apps that name a model, by name. Reads every document: not for requests that come often. */
  modelUse(workspaceId: string): Promise<readonly AppModelUse[]>;
  /** Apps whose draft or current version names a provider of tools of a kind, by name. Reads every document, as `modelUse` does. */
  toolUse(workspaceId: string, kind: string, provider: string): Promise<readonly AppToolUse[]>;
  /** A published version of the app; null when there is none with this id. */
  version(workspaceId: string, appId: string, versionId: string): Promise<PublishedVersion | null>;

  /** The secret is returned once. At most 10 keys per app (`apps.too_many_keys`, kind conflict). */
  createKey(
    workspaceId: string,
    appId: string,
    name: string,
  ): Promise<{ readonly key: AppKey; readonly secret: string }>;
  keys(workspaceId: string, appId: string): Promise<readonly AppKey[]>;
  revokeKey(workspaceId: string, appId: string, keyId: string): Promise<void>;
  /** By id, of revoked keys too; what is gone for good is left out. */
  keyNames(workspaceId: string, keyIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** The app of a key that was not revoked. Throws `apps.not_found`. */
  ofKey(workspaceId: string, keyId: string): Promise<App>;
  /**
   * The draft as if it were published, with what is pinned in it (`AppPins`): number 0, and the app's id as its own. Throws what
   * publishing it would throw.
   */
  draft(workspaceId: string, appId: string): Promise<AppByKey & { readonly version: PublishedVersion }>;
  /** The app with its current version, as a key of it would lead to. */
  published(workspaceId: string, appId: string): Promise<AppByKey>;
  /**
   * Looks a key up, in memory after the first time; null = unknown. Synchronous when cached, so that a hot request
   * costs no turn of the loop. Publishing, deleting and revoking are seen at once in this process, and within 2 s in
   * others.
   */
  byKey(secret: string): AppByKey | null | Promise<AppByKey | null>;
  /**
   * True for a key that led to an app when it was looked up last; asks nobody. For who has no question to spare for a
   * caller that sends many wrong ones.
   */
  knowsKey(secret: string): boolean;
  /**
   * For streams that a key opened: aborts when it is revoked, with a `PlatformError` as its reason. At once in this process,
   * and within some seconds in others.
   */
  keyEnded(secret: string): AbortSignal;
}

/** What lists show of apps besides: favourites of the person who looks, and who has worked on an app. */
export interface AppLists {
  /** Throws `apps.not_found`. What is a favourite already, or none, stays so. */
  setFavourite(
    of: { readonly workspaceId: string; readonly accountId: string; readonly appId: string },
    isFavourite: boolean,
  ): Promise<void>;
  /** Those of the apps that the account has marked. */
  favourites(workspaceId: string, accountId: string, appIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** Display names of who published an app or changed its draft, those last first, at most five; by app. */
  people(workspaceId: string, appIds: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>>;
}

/** The service of what lists show besides. */
export const AppLists = token<AppLists>('apps.lists');

/** A tag of a workspace, and how many of its apps have it. */
export interface AppTag {
  readonly id: string;
  readonly name: string;
  readonly apps: number;
}

/**
 * Tags of a workspace. Apps have them by name (`AppChanges.tags`); a name that is new there becomes a tag. Unknown ids throw
 * `apps.no_tag` (kind not-found), names that another tag has `apps.tag_exists` (conflict).
 */
export interface AppTags {
  /** By name; `name`: only those that have it in theirs, in any case. */
  page(
    workspaceId: string,
    page: { readonly page: number; readonly limit: number; readonly name?: string | undefined },
  ): Promise<{ readonly tags: readonly AppTag[]; readonly total: number }>;
  create(workspaceId: string, name: string): Promise<AppTag>;
  /** Apps that have it follow, deleted ones too. */
  rename(workspaceId: string, tagId: string, name: string): Promise<AppTag>;
  /** Takes it from all apps. */
  delete(workspaceId: string, tagId: string): Promise<void>;
}

/** The service of tags. */
export const AppTags = token<AppTags>('apps.tags');

/** Deleted apps that can't be brought back any more. */
export interface ExpiredApps {
  /** Of all workspaces, by id; `after`: the last one seen. */
  list(limit: number, after?: string): Promise<readonly { readonly workspaceId: string; readonly appId: string }[]>;
  /** False for an app that is there, may come back, or is gone. */
  has(workspaceId: string, appId: string): Promise<boolean>;
  /** Removes the app's own row, when nothing refers to it any more; nothing for one that is not expired. */
  remove(workspaceId: string, appId: string): Promise<void>;
}

/** The service of expired apps. */
export const ExpiredApps = token<ExpiredApps>('apps.expired');

/** The apps service. */
export const Apps = token<Apps>('apps.apps');

/** Emitted after an app was published, changed, paused or deleted. */
export const AppChanged = eventName<{ readonly workspaceId: string; readonly appId: string }>('apps.app-changed');
