/** Apps that are kept in files elsewhere, and who hears of what is published. */
import type { JsonText, ParsedApp } from '#engine';
import { type Contribution, extensionPoint, token } from '#kernel';
import type { OpenTransaction } from '#plugins/database/contract.ts';
import type { App } from './contract.ts';

/** An app as files know it. */
export interface AppSource {
  readonly app: App;
  /** The name files have for it; null: none has named it yet. */
  readonly key: string | null;
  /** The draft, with the values of its secret variables: never logged, never sent. */
  readonly draft: JsonText;
  /** What is called, with its secrets; null: nothing. */
  readonly published: JsonText | null;
  /** Names this state of draft, publication and key. */
  readonly state: string;
}

/** What files want an app to be. */
export interface SourceChange {
  readonly key: string;
  /** null: a new app. */
  readonly appId: string | null;
  /** The state it must still be in; null for a new app. */
  readonly state: string | null;
  /** Secrets that its tree leaves empty stay what they are. */
  readonly parsed: ParsedApp;
  /** null: what is called stays as it is. `parsed`: what is published where that is not the draft, which has more. */
  readonly publish: {
    readonly note: string;
    readonly publishedBy: string;
    readonly accountId?: string | null;
    readonly parsed?: ParsedApp;
  } | null;
}

/** Apps that are kept in files elsewhere. */
export interface AppSources {
  /** All apps of a workspace by what they are found by. */
  list(
    workspaceId: string,
  ): Promise<readonly { readonly id: string; readonly name: string; readonly key: string | null }[]>;
  get(workspaceId: string, appId: string): Promise<AppSource>;
  /**
   * Gives an app that no file has named its key, and nothing else of it changes. Throws `apps.source_changed` (conflict) where it has
   * one by now, or another app has this one.
   */
  name(workspaceId: string, appId: string, key: string): Promise<void>;
  /**
   * Takes a document over, and publishes it, all of it or nothing. Throws `apps.source_changed` (conflict) when the app
   * is in another state by now, and what publishing throws.
   */
  put(workspaceId: string, change: SourceChange): Promise<{ readonly appId: string; readonly number: number | null }>;
}

/** The service of apps that are kept in files. */
export const AppSources = token<AppSources>('apps.sources');

/** A version that is being published. */
export interface PublishedChange {
  readonly workspaceId: string;
  readonly appId: string;
  readonly versionId: string;
  readonly number: number;
  readonly note: string;
  readonly publishedBy: string;
  /** null: it is nobody's, or not known. */
  readonly accountId: string | null;
}

/** Who keeps a row of each version that is published. */
export interface PublishWitness extends Contribution {
  /** Before the transaction; costs nothing after the first time. */
  prepare(workspaceId: string): Promise<void>;
  /** In the transaction that publishes: what it writes is there with the version, or never was. Only queries of that transaction. */
  published(transaction: OpenTransaction, change: PublishedChange): Promise<void>;
}

/** Contribute here what must never miss a version. */
export const PublishWitnesses = extensionPoint<PublishWitness>('apps.publish-witnesses');
