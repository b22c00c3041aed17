import { createHash } from 'node:crypto';
import { isPlatformError } from '#kernel';
import type { DatasetDocument, DatasetDocuments } from '#plugins/dataset-documents/contract.ts';
import type { Dataset, DatasetViewer } from '#plugins/datasets/contract.ts';
import type { PageStore } from './page-store.ts';
import type { StoredSource } from './row-store.ts';
import type { NewContent, Origin, PageResult, RunPage, SourceReader } from './source-reader.ts';

export interface SourceOfDataset {
  readonly source: StoredSource;
  readonly dataset: Dataset;
  readonly reader: Pick<SourceReader, 'documentsAs'>;
}

/**
 * Pages become documents, known again by their source key. The same page twice, or work done a second time after a process
 * died, makes no second document, and the same content is not indexed again.
 */
export class DocumentWriter {
  readonly #documents: DatasetDocuments;
  readonly #pages: PageStore;

  constructor(documents: DatasetDocuments, pages: PageStore) {
    this.#documents = documents;
    this.#pages = pages;
  }

  /** Throws what ends the whole run: that the plan has no room for more. */
  async write(
    of: SourceOfDataset,
    page: Pick<RunPage, 'address' | 'documentId' | 'isDisabled'>,
    content: NewContent,
    origin: Origin,
  ): Promise<PageResult> {
    const contentHash = hashOf(content.bytes);
    try {
      const [known] = await this.#documents.bySourceKeys(of.dataset, [keyOf(of.source, page.address)]);
      const written = known === undefined ? await this.#add(of, page, content, origin) : null;
      if (written !== null) return { ...written, contentHash, isDisabled: false };
      const document = known ?? (await this.#documents.bySourceKeys(of.dataset, [keyOf(of.source, page.address)]))[0];
      if (document === undefined) {
        return { ...failed('The document was deleted meanwhile; it comes with the next refresh.'), isPassing: true };
      }
      const status = await this.#bring(of, document, content, origin);
      if (page.isDisabled) await this.#documents.setStatus(of.dataset, [document.id], 'enable', viewerOf(of.source));
      return { status, documentId: document.id, contentHash, isDisabled: false };
    } catch (error) {
      const message = problemOf(error);
      if (message === null) throw error;
      return { ...failed(message), documentId: page.documentId, isPassing: isBusy(error) };
    }
  }

  /** A page is gone: what becomes of its document is for the source to say. */
  async vanish(
    { source, dataset }: Omit<SourceOfDataset, 'reader'>,
    page: RunPage & { readonly gone?: string | null },
    status: 'vanished' | 'duplicate' | 'excluded',
    message: string,
  ): Promise<void> {
    const documentId = page.documentId ?? (await this.#unnoted(source, dataset, page));
    let result: PageResult = { status, documentId, message };
    if (documentId !== null && source.onVanished !== 'keep') {
      try {
        if (source.onVanished === 'remove') {
          await this.remove(dataset, await this.#documents.get(dataset, documentId), viewerOf(source));
          result = { status: 'vanished', documentId: null, message: `${message} Its document was removed.` };
        } else {
          const document = await this.#documents.get(dataset, documentId);
          if (document.enabled) await this.#documents.setStatus(dataset, [documentId], 'disable', viewerOf(source));
          const isDisabled = page.isDisabled || document.enabled;
          result = { status: 'vanished', documentId, isDisabled, message: `${message} Its document is disabled.` };
        }
      } catch (error) {
        if (isPlatformError(error) && error.code === 'dataset-documents.not_found') {
          result = { status, documentId: null, message };
        } else {
          const problem = problemOf(error);
          if (problem === null) throw error;
          result = { status: 'failed', documentId, message: `${message} ${problem}`, isPassing: true };
        }
      }
    }
    await this.#pages.write(source, page.id, result);
  }

  /** The document that a process made, which died before the row of its page was written. */
  async #unnoted(
    source: StoredSource,
    dataset: Dataset,
    { address, gone }: RunPage & { readonly gone?: string | null },
  ) {
    if (gone === undefined || gone === null) return null;
    return (await this.#documents.bySourceKeys(dataset, [keyOf(source, address)]))[0]?.id ?? null;
  }

  /** Also one that is being indexed, or lies in the archive. */
  async remove(dataset: Dataset, { id, archived: isArchived }: DatasetDocument, viewer: DatasetViewer): Promise<void> {
    if (isArchived) await this.#documents.setStatus(dataset, [id], 'un_archive', viewer);
    await this.#documents.pause(dataset, [id]);
    await this.#documents.delete(dataset, [id]);
  }

  async #add(
    of: SourceOfDataset,
    { address }: Pick<RunPage, 'address'>,
    content: NewContent,
    origin: Origin,
  ): Promise<PageResult | null> {
    const { source, dataset } = of;
    const document = { ...(await this.#kept(dataset, content)), ...this.#told(of, address, origin) };
    const settings = { ...source.indexing, createdFrom: 'web' as const };
    const { documents } = await this.#documents.add(dataset, [document], settings, viewerOf(source));
    return documents[0] === undefined ? null : { status: 'added', documentId: documents[0].id };
  }

  async #bring(
    of: SourceOfDataset,
    document: DatasetDocument,
    content: NewContent,
    origin: Origin,
  ): Promise<'changed' | 'unchanged'> {
    if (document.contentHash === hashOf(content.bytes)) {
      const isRenamed = content.isNameKept === true && document.name !== content.name;
      if (isRenamed)
        await this.#documents.move(of.dataset, document.id, { name: content.name, source: sourceOf(of, origin) });
      return 'unchanged';
    }
    const { source, dataset } = of;
    const told = this.#told(of, document.sourceKey ?? '', origin);
    const sent = { ...(await this.#kept(dataset, content)), ...told, sourceKey: document.sourceKey ?? '' };
    await this.#documents.replace(dataset, document.id, { document: sent, name: content.name }, viewerOf(source));
    return 'changed';
  }

  async #kept(dataset: Dataset, { name, filename, bytes }: NewContent) {
    return { name, content: await this.#documents.keep(dataset, { filename, content: once(bytes) }) };
  }

  #told({ source, reader }: SourceOfDataset, address: string, origin: Origin) {
    return {
      dataSourceType: reader.documentsAs,
      source: sourceOf({ source }, origin),
      sourceKey: keyOf(source, address),
    };
  }
}

function sourceOf({ source: { id } }: Pick<SourceOfDataset, 'source'>, origin: Origin) {
  return { ...origin, source_id: id };
}

/** Two sources of a base never share a document. */
export function keyOf({ id }: Pick<StoredSource, 'id'>, address: string): string {
  return `${id} ${address}`;
}

export function viewerOf({ createdBy, authorName }: StoredSource): DatasetViewer {
  return { accountId: createdBy, name: authorName, seesAll: true };
}

/** What is wrong with one document, in words for people; null: what is wrong is not of the document. */
function problemOf(error: unknown): string | null {
  if (!isPlatformError(error)) return null;
  if (error.code === 'dataset-documents.document_indexing') {
    return 'Its document is being indexed at this moment; it is brought up to date with the next refresh.';
  }
  const isOfFile = error.kind === 'invalid' || error.kind === 'forbidden' || error.kind === 'not-found';
  return isOfFile && /^(?:dataset-documents|files)\./.test(error.code) ? error.message : null;
}

function isBusy(error: unknown): boolean {
  return isPlatformError(error) && error.code === 'dataset-documents.document_indexing';
}

function failed(message: string): PageResult {
  return { status: 'failed', documentId: null, message };
}

export function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

async function* once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}
