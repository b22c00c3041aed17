/**
 * Keys of knowledge bases (`dataset-…`): they belong to a workspace, and open each base of it whose API access is on
 * (runtime API, keys).
 */
import { type Access, access, type Principal } from '#http';
import { token } from '#kernel';

/** Who calls the routes below `/v1/datasets`: a program with a key of the workspace. Looks with `keyViewer` of `datasets`. */
export interface DatasetKeyCaller extends Principal {
  readonly workspaceId: string;
  readonly keyId: string;
}

/** Access of the routes below `/v1/datasets` and `/v1/workspaces/current/models`. */
export const DatasetKeyAccess: Access<DatasetKeyCaller> = access<DatasetKeyCaller>('knowledge-key');

/** A key, as it is shown. Times are milliseconds since the epoch. */
export interface DatasetKey {
  readonly id: string;
  readonly name: string;
  /** `dataset-********************abcd` */
  readonly masked: string;
  readonly createdAt: number;
  /** Written within 15 seconds of a use. */
  readonly lastUsedAt: number | null;
}

/** Keys of a workspace. */
export interface DatasetKeys {
  /** The secret is shown once. Throws `dataset-keys.too_many_keys` (conflict). */
  create(workspaceId: string, name: string): Promise<{ readonly key: DatasetKey; readonly secret: string }>;
  /** Those that are not revoked, oldest first; 10 at most. */
  list(workspaceId: string): Promise<readonly DatasetKey[]>;
  /** Counts in every process within a second. Throws `dataset-keys.not_found`. */
  revoke(workspaceId: string, keyId: string): Promise<void>;
}

/** The service of keys. */
export const DatasetKeys = token<DatasetKeys>('dataset-keys.keys');
