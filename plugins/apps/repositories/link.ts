/**
 * Glossary
 * - link: a folder of a branch of a repository, and the apps of a workspace that are kept in step with its documents.
 * - head: the commit that the branch names.
 * - in step: an app's file says what the version says that is called, and both say what they said when that was last so.
 */
import type { Side } from './three-way.ts';

/** `pull`: what is in the repository comes here; `push`: what is published is committed; `both`: both. */
export const directions = ['pull', 'push', 'both'] as const;
export type Direction = (typeof directions)[number];

/** `direct`: on the branch, and a pull request where that is refused. */
export const commitWays = ['direct', 'pull-request'] as const;
export type CommitWay = (typeof commitWays)[number];

/** What becomes of what came in: it is applied, or waits until somebody has looked at the plan. */
export const applyWays = ['itself', 'look'] as const;
export type ApplyWay = (typeof applyWays)[number];

/** `broken`: the host refuses it; `reason` says why and what to do. */
export type LinkState = 'active' | 'paused' | 'broken';

/** What people choose of a link. */
export interface LinkSettings {
  readonly branch: string;
  /** Without slashes at its ends; empty: the repository's root. */
  readonly folder: string;
  /** From the repository's root; empty: none. */
  readonly environmentFile: string;
  readonly direction: Direction;
  readonly commits: CommitWay;
  readonly applies: ApplyWay;
  /** Whether apps that are published for the first time are committed here. */
  readonly takesNew: boolean;
  /** Whether pull requests of others get a comment with what merging them would change here. */
  readonly plans: boolean;
}

/** Times are milliseconds since the epoch. */
export interface Link extends LinkSettings {
  readonly id: string;
  readonly workspaceId: string;
  /** Of connected accounts, or `ssh`. */
  readonly provider: string;
  readonly accountId: string | null;
  /** Without credentials. */
  readonly url: string;
  /** As the host calls it: `team/apps`. */
  readonly repository: string;
  readonly publicKey: string | null;
  readonly hostKey: string | null;
  readonly state: LinkState;
  readonly reason: string | null;
  readonly head: string | null;
  readonly environmentBlob: string | null;
  readonly approved: string | null;
  readonly seenAt: number | null;
  /** A hash of all branches as they were when pull requests were looked at last; and since when they are so. */
  readonly branches: string | null;
  readonly branchesAt: number | null;
  /** Whether a look at it is under way, or about to begin. */
  readonly isSyncing: boolean;
  readonly createdBy: string | null;
  readonly authorName: string;
  readonly createdAt: number;
  /** Sealed; of a deploy key. */
  readonly sealedKey: string | null;
  readonly sealedHookSecret: string;
}

/**
 * `in_step`; `ahead`: published and not committed; `behind`: changed in the repository, and waits for a look; `conflict`: both
 * changed one place; `pull_request`: committed beside the branch, and waits there; `closed`: that was closed without being merged;
 * `gone`: its file is not in the repository any more; `removed`: the app is not in the workspace any more; `blocked`: it can't be applied
 * or committed as it is, and `reason` says why.
 */
export const appStates = [
  'in_step',
  'ahead',
  'behind',
  'conflict',
  'pull_request',
  'closed',
  'gone',
  'removed',
  'blocked',
] as const;
export type AppState = (typeof appStates)[number];

/** A place that both changed, for people. Values are JSON; absent: not there on that side. */
export interface ShownConflict {
  readonly place: string;
  /** As `prompt_template[0].text`. */
  readonly path: string;
  /** The node's title, or what part it is. */
  readonly title: string;
  /** Only the draft says what is here: callers get what the repository says, whatever is chosen. */
  readonly is_draft?: true;
  readonly base?: unknown;
  readonly ours?: unknown;
  readonly theirs?: unknown;
}

/** What a link knows of an app. */
export interface LinkedApp {
  readonly linkId: string;
  readonly key: string;
  readonly workspaceId: string;
  readonly appId: string | null;
  readonly name: string;
  readonly file: string;
  readonly blob: string | null;
  readonly layoutBlob: string | null;
  /** Canonical text of the file as last in step, as the file names things. */
  readonly fileText: string | null;
  /** Canonical text of the app as last in step, as this workspace names things. */
  readonly appText: string | null;
  readonly layoutText: string | null;
  readonly state: AppState;
  readonly reason: string | null;
  readonly conflicts: readonly ShownConflict[];
  readonly choices: Readonly<Record<string, Side>>;
  readonly pull: PullRequest | null;
}

/** What was said of a pull request of somebody else's. */
export interface PullPlan {
  readonly number: number;
  /** That it was said of. */
  readonly commit: string;
  /** null: nothing was said, as it changes nothing here. */
  readonly comment: string | null;
  /** A hash of what was said. */
  readonly said: string | null;
}

/** A pull request of ours that is open. */
export interface PullRequest {
  /** null: the host has no way to make one; the branch is there. */
  readonly number: number | null;
  readonly url: string | null;
  readonly branch: string;
  readonly commit: string;
}

/** A version that was published. */
export interface PublishedVersion {
  readonly id: string;
  readonly linkId: string;
  readonly appId: string;
  readonly versionId: string;
  readonly number: number;
  readonly note: string;
  readonly publishedBy: string;
  readonly accountId: string | null;
  readonly createdAt: number;
}

/** What a look did with one app. */
export interface RunItem {
  readonly key: string;
  readonly name: string;
  readonly action:
    | 'create'
    | 'update'
    | 'publish'
    | 'commit'
    | 'pull_request'
    | 'wait'
    | 'conflict'
    | 'gone'
    | 'blocked';
  /** In words: what changed, or why it was not done. */
  readonly details: readonly string[];
}

/** What began a look. */
export type RunTrigger = 'poll' | 'webhook' | 'person' | 'publish' | 'link';

export type RunOutcome = 'done' | 'waiting' | 'conflict' | 'failed';

/** A look that did something, or could not. */
export interface SyncRun {
  readonly id: string;
  readonly linkId: string;
  readonly beganBy: RunTrigger;
  readonly who: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly outcome: RunOutcome;
  readonly message: string | null;
  readonly items: readonly RunItem[];
  readonly startedAt: number;
  readonly finishedAt: number;
}
