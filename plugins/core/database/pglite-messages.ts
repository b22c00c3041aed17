/** What crosses the edge between the main thread and the thread that runs PGlite. Postgres messages travel as bytes. */
export type ToPglite = Uint8Array | { readonly kind: 'connect' } | { readonly kind: 'close' };

export type FromPglite =
  | Uint8Array
  /** The session was reset: all bytes that follow belong to the new connection. */
  | { readonly kind: 'connected' }
  | { readonly kind: 'closed' }
  /** PGlite could not open the folder, or died; the thread ends after this. */
  | { readonly kind: 'failed'; readonly error: Error };

export interface PgliteOptions {
  /** Folder of the database; made on the first start. */
  readonly folder: string;
  /** Memory for what it reads and writes, all of it taken at the start. */
  readonly bufferMb: number;
}
