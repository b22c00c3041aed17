import { type Contribution, extensionPoint, token } from '#kernel';

/**
 * Sealing of secrets at rest: AES-256-GCM under a key derived (HKDF) per workspace and purpose from the master key
 * (`WEFT_SECRET_KEY`, or generated into the data folder on the first start, mode 0600). Sealed text starts with the id
 * of the key that sealed it, so keys can be rotated.
 */
export interface Secrets {
  /** `purpose` separates uses: a text sealed for one can't be opened for another. */
  seal(workspaceId: string, purpose: string, plain: string): string;
  /** Throws `secrets.secret_unreadable` (kind conflict) when the text was tampered with or the key is missing. */
  open(workspaceId: string, purpose: string, sealed: string): string;
  /** A signature of a text (HMAC-SHA-256 as base64url) that only this installation can make for workspace and purpose. */
  sign(workspaceId: string, purpose: string, text: string): string;
  /** Whether `sign` made the signature, with this or a previous master key; compared in constant time. */
  isSigned(workspaceId: string, purpose: string, text: string, signature: string): boolean;
  /** A random token of `length` letters and digits from the system's generator. */
  token(length: number): string;
  /** SHA-256 (hex) of a high-entropy key, for storing and looking it up. */
  hash(key: string): string;
}

export const Secrets = token<Secrets>('secrets.secrets');

/** The master keys at hand, by id. Used by the rotation only. */
export interface KeyRing {
  /** Where the sealing key lies: in `<home>/secret.key`, or in `WEFT_SECRET_KEY`. */
  readonly place: 'file' | 'environment';
  /** Id of the key that seals. */
  readonly current: string;
  /** Ids of those that may still open what they sealed. */
  readonly previous: readonly string[];
  /** Whether this start has made the key that seals. */
  readonly isNew: boolean;
  /** Where keys are looked for, whether there is one or not, for people. */
  readonly places: readonly string[];
  /** Takes back the key that this start has made in the data folder, where it made one: it is nobody's. */
  withdraw(): Promise<void>;
  /**
   * Makes a new master key in the data folder, which seals from now on; the one before it opens. Safe against crashes: no
   * key is lost at any moment. Throws `secrets.key_in_environment` (conflict) where the key is not in the data folder.
   */
  renew(): Promise<void>;
  /** Removes all previous keys from the data folder and from memory. What they sealed can't be opened after that. */
  forget(): Promise<void>;
}

export const KeyRing = token<KeyRing>('secrets.key-ring');

/**
 * A column of a table with sealed texts (or null). Each plugin that stores what it sealed contributes its columns: this is
 * how a rotation finds and seals them again. A test finds columns that nobody has contributed.
 */
export interface SealedColumn extends Contribution {
  /** `table.column` */
  readonly id: string;
  readonly table: string;
  readonly column: string;
  /** Columns of the primary key. */
  readonly key: readonly string[];
  /** The column whose value was given to `seal` as the workspace. */
  readonly owner: string;
  /** What was given to `seal` as the purpose, followed by the value of `purposeColumn` where there is one. */
  readonly purpose: string;
  readonly purposeColumn?: string;
}

/** Where plugins contribute their sealed columns. */
export const SealedColumns = extensionPoint<SealedColumn>('secrets.sealed-columns');

/** A sealed column of a table with the key `id`, sealed for the workspace in `workspace_id`, unless told otherwise. */
export function sealedColumn(
  name: `${string}.${string}`,
  purpose: string,
  { key = ['id'], owner = 'workspace_id', purposeColumn }: Partial<SealedColumn> = {},
): SealedColumn {
  const [table = '', column = ''] = name.split('.');
  return { id: name, table, column, key, owner, purpose, ...(purposeColumn !== undefined && { purposeColumn }) };
}
