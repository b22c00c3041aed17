import { randomBytes } from 'node:crypto';
import type { HttpServer } from '#http';
import { currentTime } from '#kernel';
import type { DatasetDocument } from '#plugins/dataset-documents/contract.ts';
import type { Secrets } from '#plugins/secrets/contract.ts';
import type { DocumentDownloads } from './contract.ts';

const PURPOSE = 'document-management.address';
/** Milliseconds by which clocks of processes may differ. */
const CLOCK_SKEW = 60_000;

/** Where a document lies. Its address is signed with its workspace's key, so it opens no other's. */
type Place = Pick<DatasetDocument, 'id' | 'datasetId' | 'workspaceId'>;

export interface Signature {
  readonly timestamp: string;
  readonly nonce: string;
  readonly sign: string;
}

/** Makes and checks addresses that give a document's content to anyone for a while. */
export class DocumentAddresses implements DocumentDownloads {
  readonly #secrets: Secrets;
  readonly #server: HttpServer;
  readonly seconds: number;

  constructor(parts: { readonly secrets: Secrets; readonly server: HttpServer; readonly seconds: number }) {
    this.#secrets = parts.secrets;
    this.#server = parts.server;
    this.seconds = parts.seconds;
  }

  url(document: DatasetDocument, origin: string | undefined): string {
    return this.urlAt(document, origin, currentTime());
  }

  urlAt(place: Place, origin: string | undefined, now: number): string {
    const timestamp = String(Math.floor(now / 1000));
    const nonce = randomBytes(8).toString('hex');
    const sign = this.#secrets.sign(place.workspaceId, PURPOSE, signed(place, timestamp, nonce));
    const base = this.#server.publicUrl('runtime', origin);
    const path = `/files/documents/${place.workspaceId}/${place.datasetId}/${place.id}`;
    return `${base}${path}?timestamp=${timestamp}&nonce=${nonce}&sign=${sign}`;
  }

  /** Whether the address was made here, for this document, and has not expired. */
  isValid(place: Place, { timestamp, nonce, sign }: Signature, now = currentTime()): boolean {
    if (!/^\d{1,12}$/.test(timestamp)) return false;
    const age = now - Number(timestamp) * 1000;
    if (age > this.seconds * 1000 || age < -CLOCK_SKEW) return false;
    return this.#secrets.isSigned(place.workspaceId, PURPOSE, signed(place, timestamp, nonce), sign);
  }
}

function signed({ workspaceId, datasetId, id }: Place, timestamp: string, nonce: string): string {
  return `${workspaceId}.${datasetId}.${id}.${timestamp}.${nonce}`;
}
