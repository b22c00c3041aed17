import { token } from '#kernel';

/** Where a document comes from: exactly one of these. */
export interface DocumentSource {
  /** The text itself. */
  readonly yaml?: string | undefined;
  /** An https address of it; the page that a repository shows it on will do. */
  readonly url?: string | undefined;
}

/** A document that waits to be confirmed. */
export interface PendingImport {
  readonly id: string;
  /** Milliseconds since the epoch: until then. */
  readonly expiresAt: number;
}

/** Texts of documents to import (app DSL, import). */
export interface ImportSources {
  /**
   * The text. Throws `import-sources.invalid_param` (invalid) when not exactly one place is named or the address is none of
   * https, and `import-sources.no_document` (invalid) when it can't be fetched: addresses that are not public are refused.
   */
  text(source: DocumentSource, signal: AbortSignal): Promise<string>;
  /** Keeps a text for ten minutes. Of a workspace the newest ten are kept. */
  hold(workspaceId: string, text: string): Promise<PendingImport>;
  /**
   * Does the work with a text that was kept, once: it is gone after that, and there again when the work fails. Throws
   * `import-sources.not_found` (not-found).
   */
  confirmed<Result>(workspaceId: string, id: string, work: (text: string) => Promise<Result>): Promise<Result>;
}

/** The service of documents to import. */
export const ImportSources = token<ImportSources>('import-sources.sources');
