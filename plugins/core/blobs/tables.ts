import type { Generated } from 'kysely';

export interface StoreAreasTable {
  store: string;
  area: string;
  nonce: string | null;
  next_nonce: string | null;
  renewed_at: Generated<Date>;
  created_at: Generated<Date>;
  swept_at: Generated<Date>;
  swept_to: string | null;
}

export interface BlobRemovalsTable {
  store: string;
  key: string;
  state: RemovalState;
  since: Date;
}

/** `asked`: goes as soon as the store is known to be ours; `marked`: no record named it once; `removed`: twice, it is kept for a while. */
export type RemovalState = 'asked' | 'marked' | 'removed';

export interface BlobTables {
  store_areas: StoreAreasTable;
  blob_removals: BlobRemovalsTable;
}
