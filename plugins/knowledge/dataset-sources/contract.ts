/**
 * Where documents of a knowledge base come from: web pages, sitemaps, sites that are crawled, folders of git repositories.
 * Each source is read in jobs, again and again when it says so, and only what has changed is indexed anew.
 *
 * Glossary
 * - source: an address, and what of it becomes documents.
 * - page: one thing a source has: a web page, or a file of a repository. It becomes one document.
 * - run: reading a source once, from its beginning to its end.
 * - reader: what reads sources of one kind; other plugins contribute more.
 */
import { eventName, token } from '#kernel';
import type { ProcessRule } from '#plugins/chunking/contract.ts';
import type { Dataset, DatasetViewer, DocForm } from '#plugins/datasets/contract.ts';
import type { PlaceAsk, SourcePlace } from './source-reader.ts';

/** What readers of other kinds are made of, and where they are contributed. */
export { isChosen, usualPaths } from './path-patterns.ts';
export { RunFailure } from './run-failure.ts';
export { invalidSource } from './source-errors.ts';
export {
  type NewContent,
  type OptionalSetting,
  type Origin,
  type PageResult,
  type PageRole,
  type PlaceAsk,
  type RunPage,
  type RunPages,
  type RunTotals,
  type SourcePlace,
  type SourceReader,
  SourceReaders,
  type SourceRun,
  type StepEnd,
  type WantedSettings,
} from './source-reader.ts';
export type { FoundItem, SourceTree, TreeChange, TreeRow } from './source-tree.ts';

/**
 * Id of a reader. `web_page`: one address. `sitemap`: those that a sitemap lists. `website`: those that links lead to. `git`: files of
 * a repository.
 */
export type SourceKind = string;
/** How often a source is read by itself. */
export type RefreshInterval = 'never' | 'hourly' | 'every_6_hours' | 'daily' | 'weekly';
/** What becomes of documents whose pages are gone. */
export type VanishedPolicy = 'disable' | 'remove' | 'keep';
/** Who keeps a repository, which says where its archive lies; `archive`: the address is that of a tar.gz itself. */
export type GitHost = 'github' | 'gitlab' | 'gitea' | 'bitbucket' | 'archive';

/** What of a source becomes documents. */
export interface SourceSettings {
  /** http or https, without a name and password. */
  readonly url: string;
  /**
   * Patterns of paths: `*` is any part of a segment, `**` any segments, `?` one character. Of web pages they are matched with the
   * path of the address (`/docs/**`), of repositories with the path of the file in its folder (`guides/*.md`). None: all.
   */
  readonly includePaths: readonly string[];
  /** Stronger than `includePaths`. */
  readonly excludePaths: readonly string[];
  /** From 1 to what its reader allows; those that are beyond are not read, and the run says so. */
  readonly maxPages: number;
  /** Links from the first page; from 0 to 10. For `website`. */
  readonly maxDepth: number;
  /** Milliseconds between two pages; a site's robots.txt may want more. From 0 to 60,000. */
  readonly delay: number;
  /** Branch, tag or commit; "": the main branch. For `git`. */
  readonly branch: string;
  /** Without slashes at its ends; "": the whole repository. For `git`. */
  readonly folder: string;
  readonly host: GitHost | null;
  /** What the reader of its kind takes besides, by its own schema. */
  readonly options?: Readonly<Record<string, unknown>>;
}

/** How documents of a source are cut. */
export interface SourceIndexing {
  readonly rule: ProcessRule;
  readonly docForm: DocForm;
  readonly docLanguage: string;
}

/** How many pages a run has brought so far, by what became of them. */
export interface RunCounts {
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  /** The same as another page, or left out by the site itself or by the source's patterns. */
  readonly skipped: number;
  readonly failed: number;
  readonly vanished: number;
  /** Still to be read. */
  readonly waiting: number;
}

/** A source. Times are milliseconds since the epoch. */
export interface DatasetSource {
  readonly id: string;
  readonly workspaceId: string;
  readonly datasetId: string;
  readonly kind: SourceKind;
  readonly name: string;
  readonly settings: SourceSettings;
  readonly indexing: SourceIndexing;
  /** `********abcd`; null: it has no token. */
  readonly maskedToken: string | null;
  readonly refresh: RefreshInterval;
  readonly onVanished: VanishedPolicy;
  readonly isPaused: boolean;
  /** A connected account that it is read with; null: it needs none. */
  readonly accountId: string | null;
  /** Its account does not work: it is not read by itself until that does. `error` says what to do. */
  readonly isHeld: boolean;
  /** `waiting`: it was never read. `failed`: the last run ended before it had read everything. */
  readonly status: 'waiting' | 'running' | 'completed' | 'failed' | 'cancelled';
  /** Why the last run failed, and what to do. */
  readonly error: string | null;
  /** The last run did not see all pages: there are more than `maxPages`, or some could not be read. Nothing is taken for gone then. */
  readonly isIncomplete: boolean;
  readonly counts: RunCounts;
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
  /** null: it is not read by itself. */
  readonly nextRefreshAt: number | null;
  readonly createdBy: string | null;
  readonly authorName: string;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** What people say of a new source; what is left out has a default. */
export interface NewSource extends Partial<Omit<SourceSettings, 'url'>> {
  readonly kind: SourceKind;
  readonly url: string;
  readonly name?: string;
  /** A connected account of whoever adds it, or of the workspace. */
  readonly accountId?: string;
  /** Sent to the host of the repository alone, over https alone. */
  readonly token?: string;
  /** Default `never`. */
  readonly refresh?: RefreshInterval;
  /** Default `disable`. */
  readonly onVanished?: VanishedPolicy;
  /** As sent; null or absent: automatic. */
  readonly processRule?: unknown;
  /** Default: that of the base. */
  readonly docForm?: DocForm;
  readonly docLanguage?: string;
  readonly indexingTechnique?: 'high_quality' | 'economy';
}

/** What changes of a source; what is absent stays. `token: null` removes it. */
export interface SourceChange extends Partial<Omit<SourceSettings, 'url'>> {
  readonly url?: string;
  readonly accountId?: string;
  readonly name?: string;
  readonly token?: string | null;
  readonly refresh?: RefreshInterval;
  readonly onVanished?: VanishedPolicy;
  readonly isPaused?: boolean;
}

/**
 * What became of a page in the last run that came to it. `duplicate`: another is read instead. `excluded`: left out by the site or
 * by the source.
 */
export type PageStatus =
  | 'waiting'
  | 'added'
  | 'changed'
  | 'unchanged'
  | 'duplicate'
  | 'excluded'
  | 'failed'
  | 'vanished';

/** A page of a source. */
export interface SourcePage {
  readonly id: string;
  /** An address, the path of a file, or the id of a service. */
  readonly address: string;
  /** Its path, where the address is for programs. */
  readonly name: string | null;
  readonly status: PageStatus;
  /** null: it has none. */
  readonly documentId: string | null;
  /** What went wrong or why it was left out, and what to do. */
  readonly message: string | null;
  readonly readAt: number | null;
}

/**
 * Sources of bases. `dataset-sources.not_found` (not-found) for those that are not in the base.
 */
export interface DatasetSources {
  /** Newest first. */
  list(dataset: Dataset): Promise<readonly DatasetSource[]>;
  get(dataset: Dataset, id: string): Promise<DatasetSource>;
  /**
   * Adds one and begins its first run. Throws `dataset-sources.invalid_source` (invalid, with its field),
   * `dataset-sources.too_many_sources` (conflict), what `Egress.check`, `Datasets.settle` and `readProcessRule` throw.
   */
  add(dataset: Dataset, source: NewSource, viewer: DatasetViewer): Promise<DatasetSource>;
  /**
   * Counts from the next run on. `viewer`: who changes it. Throws as `add`; an address on another host needs the token again
   * (`dataset-sources.token_needed`).
   */
  change(dataset: Dataset, id: string, change: SourceChange, viewer: DatasetViewer): Promise<DatasetSource>;
  /** Begins a run now. Throws `dataset-sources.refresh_running` (conflict) while there is one. */
  refresh(dataset: Dataset, id: string): Promise<DatasetSource>;
  /** Ends a run where it is: what it has read stays. */
  cancel(dataset: Dataset, id: string): Promise<DatasetSource>;
  /**
   * Removes a source; its documents with it, or they stay as documents that nothing refreshes. Throws
   * `dataset-sources.source_has_documents` (conflict) when it has any and `isConfirmed` is false.
   */
  delete(
    dataset: Dataset,
    id: string,
    options: { readonly keepDocuments: boolean; readonly isConfirmed: boolean },
  ): Promise<void>;
  /** What people may choose from for a source of that kind. Throws `dataset-sources.invalid_source`, and what its reader says. */
  places(kind: string, ask: PlaceAsk): Promise<readonly SourcePlace[]>;
  /** By address. */
  pages(
    dataset: Dataset,
    id: string,
    query: { readonly page: number; readonly limit: number; readonly status?: PageStatus },
  ): Promise<{ readonly pages: readonly SourcePage[]; readonly total: number }>;
}

export const DatasetSources = token<DatasetSources>('dataset-sources.sources');

/** A source that could not be read. */
export interface FailedSource {
  readonly workspaceId: string;
  readonly datasetId: string;
  readonly sourceId: string;
  /** Whoever added it, for the base may not be for others to see; null: the operator. */
  readonly accountId: string | null;
}

/** Emitted by the process that gave up on a run of it. */
export const SourceFailed = eventName<FailedSource>('dataset-sources.source-failed');
