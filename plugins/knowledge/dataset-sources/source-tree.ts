import type { PageResult, RunPage } from './source-reader.ts';

/** A file or folder of a service, as its reader met it. */
export interface FoundItem {
  /** Of the service, which never changes: names and places do. */
  readonly id: string;
  /** null: the source begins with it. */
  readonly parent: string | null;
  /** Its own name. */
  readonly title: string;
  readonly isFolder: boolean;
  /** Another one than before: its content may be another. null: nothing tells, so it is read each time it is met. */
  readonly version: string | null;
  /** Id of what a shortcut stands for; null: it is none. */
  readonly target: string | null;
  /** What its reader wants to know of it when it is read. */
  readonly details: Readonly<Record<string, unknown>>;
}

/** A file or folder, as it is kept. */
export interface TreeRow extends RunPage {
  readonly parent: string | null;
  /** Its path in the source; "": the source begins with it. */
  readonly name: string;
  readonly title: string;
  readonly version: string | null;
  readonly target: string | null;
  readonly details: Readonly<Record<string, unknown>>;
  /** Why it is gone: its document is to be treated so. null: it is there. */
  readonly gone: string | null;
}

/** What the log of a service tells. `parents`: the folders it lies in now, none of which the source may have. */
export interface TreeChange {
  readonly id: string;
  /** null: it is gone, for that reason. */
  readonly item: Omit<FoundItem, 'parent'> | null;
  readonly parents: readonly string[];
  readonly reason: string;
}

/**
 * What a source has in folders: rows of folders and files, changed together with the place in the log of the service that they are
 * of, so that whatever happens between two steps, nothing is lost. Files that are not chosen by the source's paths are not kept, nor
 * those beyond `maxPages`: calls answer whether some were left out for that.
 */
export interface SourceTree {
  /** What the reader keeps of the source; null: nothing yet. */
  cursor(): Promise<unknown>;
  saveCursor(cursor: unknown): Promise<void>;
  /** The run takes up what is there: what waits goes on waiting, what failed for a passing reason waits again. */
  carry(): Promise<void>;
  /** As `carry`, and all is listed again from there. What lies under former beginnings is gone. */
  restart(roots: readonly FoundItem[], cursor: unknown): Promise<{ readonly isFull: boolean }>;
  /** The next folder to list, the least deep first. */
  nextFolder(): Promise<TreeRow | null>;
  /** The next file to read, or to treat as gone. */
  nextFile(): Promise<TreeRow | null>;
  /** As many of the next as are read at once. */
  nextFiles(limit: number): Promise<readonly TreeRow[]>;
  /** All files that are there, for readers that find out themselves what was moved. */
  files(): Promise<readonly TreeRow[]>;
  /** A folder was listed to its end: what it had and was not met is gone, with all that lies in it; folders in it wait to be listed. */
  listed(folder: TreeRow, children: readonly FoundItem[]): Promise<{ readonly isFull: boolean }>;
  /** Changes of a page of the log with the place behind it, in one transaction. Folders that changed wait to be listed. */
  apply(changes: readonly TreeChange[], cursor: unknown): Promise<{ readonly isFull: boolean }>;
  /** Whether the source has it in another way than by the row `except`: by itself, or as what another shortcut stands for. */
  isThere(id: string, except: string): Promise<boolean>;
  /** The folders and files the source begins with. */
  roots(): Promise<readonly TreeRow[]>;
  /** What was dealt with. `isPassing`: it is tried again by the next run, whatever its version. */
  write(row: TreeRow, result: PageResult & { readonly isPassing?: boolean }): Promise<void>;
}
