import { createHash } from 'node:crypto';

export type ObjectType = 'commit' | 'tree' | 'blob' | 'tag';

/** git's id of an object: SHA-1 over its type, its length and its bytes. */
export function objectId(type: ObjectType, bytes: Uint8Array): string {
  return createHash('sha1').update(`${type} ${bytes.length}\0`).update(bytes).digest('hex');
}

/** git's id of a file with these bytes (SHA-1 over `blob <length>\0` and them). */
export function blobId(bytes: Uint8Array): string {
  return objectId('blob', bytes);
}

export function isObjectId(text: string): boolean {
  return /^[0-9a-f]{40}$/.test(text);
}
