/**
 * Apps: a draft document, published versions, keys.
 *
 * Status: `draft` (never published), `active`, `paused`.
 */
import type { AppMode, CompiledApp, ParsedApp } from '../../engine/contract.ts';
import { eventName, token } from '../../kernel/index.ts';

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
  /** null: nothing is published. */
  readonly version: PublishedVersion | null;
  /** The key is good, but its app was deleted: the caller is told so, and gets nothing (runtime API, keys). */
  readonly isDeleted: boolean;
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

/** What became of an imported document. */
export interface ImportedApp extends App {
  /** What this workspace could not take over; each names what to do. */
  readonly warnings: readonly string[];
}

/** Apps of a workspace. Unknown ids throw `apps.not_found` (kind not-found). */
export interface Apps {
  list(workspaceId: string): Promise<readonly App[]>;
  get(workspaceId: string, appId: string): Promise<App>;
  /**
   * Stores an imported document as a new app's draft. Starts nothing, contacts nothing. Knowledge bases of other
   * workspaces are left out, with a warning.
   */
  import(workspaceId: string, parsed: ParsedApp, options?: { readonly name?: string }): Promise<ImportedApp>;
  /** YAML text of the draft, without secrets; ids of knowledge bases are sealed for this workspace. */
  export(workspaceId: string, appId: string): Promise<string>;
  /**
   * Compiles the draft and makes it the version that is called. Throws `engine.invalid_graph`; then nothing changes.
   */
  publish(
    workspaceId: string,
    appId: string,
  ): Promise<{ readonly version: PublishedVersion; readonly warnings: readonly string[] }>;
  delete(workspaceId: string, appId: string): Promise<void>;
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
  /** The app with its current version, as a key of it would lead to. */
  published(workspaceId: string, appId: string): Promise<AppByKey>;
  /**
   * Looks a key up, in memory after the first time; null = unknown. Synchronous when cached, so that a hot request
   * costs no turn of the loop. Publishing, deleting and revoking are seen at once in this process, and within 2 s in
   * others.
   */
  byKey(secret: string): AppByKey | null | Promise<AppByKey | null>;
}

/** The apps service. */
export const Apps = token<Apps>('apps.apps');

/** Emitted after an app was published, changed, paused or deleted. */
export const AppChanged = eventName<{ readonly workspaceId: string; readonly appId: string }>('apps.app-changed');
