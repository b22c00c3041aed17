import { type Contribution, extensionPoint, type JsonSchema } from '#kernel';
import type { DatasetViewer } from '#plugins/datasets/contract.ts';
import type { DatasetSource, PageStatus, SourceSettings } from './contract.ts';
import type { SourceTree } from './source-tree.ts';

export type PageRole = 'page' | 'sitemap' | 'folder';

/** A page as a run knows it. */
export interface RunPage {
  readonly id: string;
  readonly address: string;
  readonly role: PageRole;
  readonly depth: number;
  /** The last run that came to it. */
  readonly run: number;
  /** `read`: of what lists others and becomes no document. */
  readonly status: PageStatus | 'read';
  readonly documentId: string | null;
  /** Its document was disabled because it was gone. */
  readonly isDisabled: boolean;
  /** In this run. */
  readonly tries: number;
}

/** What became of a page. */
export interface PageResult {
  readonly status: PageStatus | 'read';
  readonly documentId: string | null;
  readonly contentHash?: string | null;
  readonly isDisabled?: boolean;
  readonly message?: string | null;
  /** Of a failure: it may be over soon, so the next run tries again though nothing has changed. */
  readonly isPassing?: boolean;
}

/** How many pages of a run there are. */
export interface RunTotals {
  readonly all: number;
  /** Not waiting any more. */
  readonly done: number;
  /** Became documents, or are. */
  readonly documents: number;
  readonly sitemaps: number;
}

/** What a document is made of. */
export interface NewContent {
  readonly name: string;
  /** Its ending says what it is, as `page.md`. */
  readonly filename: string;
  readonly bytes: Uint8Array;
  /** The document gets the name also where its content is the same. Default: with other content alone. */
  readonly isNameKept?: boolean;
}

/** What documents of a source say of where they come from. */
export type Origin = Readonly<Record<string, unknown>>;

/** Rows of the pages of a source: those that wait are what its run still has to do. */
export interface RunPages {
  /** Each address comes once into a run, at the least depth it is met with before it is read. */
  queue(addresses: readonly string[], at: { readonly role: PageRole; readonly depth: number }): Promise<void>;
  /** Pages with a document come into the run, also where nothing leads to them any more. */
  queueKnown(): Promise<void>;
  /** The next that waits, the least deep first; null: all is read. */
  next(options?: { readonly onlyUnlinked?: boolean }): Promise<RunPage | null>;
  totals(): Promise<RunTotals>;
  write(pageId: string, result: PageResult): Promise<void>;
  countTry(pageId: string): Promise<void>;
  byAddress(address: string): Promise<RunPage | null>;
  /** What was told of a page last. */
  messageOf(address: string): Promise<string | null>;
  /** Address of another page of the run with that content, which is a document. `hash`: SHA-256, hex. */
  sameContent(page: RunPage, hash: string): Promise<string | null>;
}

/** One reading of a source, from its beginning to its end. A step of it is a job of some seconds, and may be done a second time. */
export interface SourceRun {
  readonly source: DatasetSource & { readonly run: number };
  readonly signal: AbortSignal;
  readonly pages: RunPages;
  /** For readers of what lies in folders, in the place of `pages`. */
  readonly tree: SourceTree;
  /** False: the run was cancelled, or another job has taken its place. */
  goesOn(): Promise<boolean>;
  /** Not everything was seen: nothing is taken for gone that was not asked for. */
  isIncomplete(): Promise<unknown>;
  /**
   * A page becomes a document, or its document is brought up to date: known again by its address, not indexed again where its
   * content is the same. The result is for `pages.write`. Throws what ends the whole run: that the plan has no room for more.
   */
  document(page: RunPage, content: NewContent, origin: Origin): Promise<PageResult>;
  /** A page is gone or left out: its document is treated as the source says (`onVanished`), and its row written. */
  vanish(page: RunPage, status: 'vanished' | 'duplicate' | 'excluded', message: string): Promise<void>;
  /** The token people gave for the source, opened for this one call. */
  token(): string | null;
}

/** What a step came to: milliseconds until the next may begin; null: all is read. */
export type StepEnd = { readonly after: number } | null;

/** Settings somebody wants for a source, new ones or changed. */
export interface WantedSettings {
  readonly workspaceId: string;
  readonly settings: SourceSettings;
  /** null: the source is new. */
  readonly before: DatasetSource | null;
  /** A connected account; null: none. Whether it may be used is for the reader to check. */
  readonly accountId: string | null;
  /** Given now; null: none was. */
  readonly token: string | null;
  /** It will have one, given now or before. */
  readonly hasToken: boolean;
  readonly viewer: DatasetViewer;
}

/** Settings that may be left out, for a reader that has no use for them. */
export type OptionalSetting = Exclude<keyof SourceSettings, 'url' | 'options'>;

/** Reads sources of one kind. The four of this plugin are readers as those of others are. */
export interface SourceReader extends Contribution {
  /** The kind, as people name it: `git`. Lower-case letters, digits and `_`. */
  readonly id: string;
  /** What its documents are told to be. */
  readonly documentsAs: 'upload_file' | 'website_crawl';
  /** Of the settings that sources have, those it takes; others are refused. */
  readonly takes: readonly OptionalSetting[];
  readonly defaults: Pick<SourceSettings, 'maxPages' | 'maxDepth' | 'delay'>;
  /** The most `maxPages` may be. */
  readonly mostPages: number;
  /** Object schema of `options`, settings of its own; absent: it has none. */
  readonly options?: JsonSchema;
  /** Checks settings, and completes them. Throws `invalidSource(field, message)`, and what `Egress.check` throws. */
  settle(wanted: WantedSettings): Promise<SourceSettings>;
  /** What a list shows where nobody said a name; at most 100 characters. */
  nameOf(settings: SourceSettings): string;
  /** Works with a connected account, which sources must name then; `optional`: they may. */
  readonly hasAccount?: boolean | 'optional';
  /** The source is stored, or works with another account now. `viewer`: who wanted that. */
  attach?(source: DatasetSource, viewer: DatasetViewer): Promise<void>;
  /** The source is gone. */
  detach?(source: Pick<DatasetSource, 'id' | 'workspaceId'>): Promise<void>;
  /** What people may choose from, for settings of a new source. Throws `invalidSource`, and what the service of the account says. */
  places?(ask: PlaceAsk): Promise<readonly SourcePlace[]>;
  /** At the first step of a run: queues what is read first. */
  begin(run: SourceRun): Promise<void>;
  /**
   * Reads on for as long as a job may take (some 20 seconds). Throws `RunFailure` with words for people for what ends the run; what
   * is wrong with one page is written to its row instead.
   */
  step(run: SourceRun): Promise<StepEnd>;
  /**
   * All is read. `areUnseenGone`: pages that the run did not come to are gone, where it was not incomplete. Throws `RunFailure`
   * where nothing of use was read.
   */
  end(run: SourceRun): Promise<{ readonly areUnseenGone: boolean }>;
}

/** What somebody looks for to make it a source. */
export interface PlaceAsk {
  readonly workspaceId: string;
  readonly viewer: DatasetViewer;
  readonly accountId: string | null;
  /** Id of a place; null: the outermost ones. */
  readonly parent: string | null;
  /** Words of names; "": all. */
  readonly search: string;
  /** Ids of things that were picked elsewhere, to be told of; empty: none. */
  readonly picked: readonly string[];
}

/** A folder, a site, a page with others below it. */
export interface SourcePlace {
  readonly id: string;
  readonly name: string;
  /** Of a source: its `url`. */
  readonly url: string;
  /** It may have others in it. */
  readonly hasPlaces: boolean;
  /** What cannot be told from here and matters to whoever chooses it; null: nothing. */
  readonly warning: string | null;
}

/** Contribute kinds of sources here. */
export const SourceReaders = extensionPoint<SourceReader>('dataset-sources.readers');
