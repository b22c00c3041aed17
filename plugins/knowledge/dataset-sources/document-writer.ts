import { createHash } from 'node:crypto';
import { isPlatformError } from '#kernel';
import type { DatasetDocument, DatasetDocuments } from '#plugins/dataset-documents/contract.ts';
import type { Dataset, DatasetViewer } from '#plugins/datasets/contract.ts';
import type { NewContent } from './page-content.ts';
import type { PageResult, PageStore, StoredPage } from './page-store.ts';
import type { StoredSource } from './row-store.ts';

export interface SourceOfDataset {
  readonly source: StoredSource;
  readonly dataset: Dataset;
}

/** What documents of a source say of where they come from. */
export type Origin = Readonly<Record<string, unknown>>;

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
    page: Pick<StoredPage, 'address' | 'documentId' | 'isDisabled'>,
    content: NewContent,
    origin: Origin,
  ): Promise<PageResult> {
    const contentHash = hashOf(content.bytes);
    try {
      const [known] = await this.#documents.bySourceKeys(of.dataset, [keyOf(of.source, page.address)]);
      const written = known === undefined ? await this.#add(of, page, content, origin) : null;
      if (written !== null) return { ...written, contentHash, isDisabled: false };
      const document = known ?? (await this.#documents.bySourceKeys(of.dataset, [keyOf(of.source, page.address)]))[0];
      if (document === undefined) return failed('The document was deleted meanwhile; it comes with the next refresh.');
      const status = await this.#bring(of, document, content, origin);
      if (page.isDisabled) await this.#documents.setStatus(of.dataset, [document.id], 'enable', viewerOf(of.source));
      return { status, documentId: document.id, contentHash, isDisabled: false };
    } catch (error) {
      const message = problemOf(error);
      if (message === null) throw error;
      return { ...failed(message), documentId: page.documentId };
    }
  }

  /** A page is gone: what becomes of its document is for the source to say. */
  async vanish(
    { source, dataset }: SourceOfDataset,
    page: StoredPage,
    status: 'vanished' | 'duplicate' | 'excluded',
    message: string,
  ): Promise<void> {
    const { documentId } = page;
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
          result = { status: 'failed', documentId, message: `${message} ${problem}` };
        }
      }
    }
    await this.#pages.write(source, page.id, result);
  }

  /** Also one that is being indexed, or lies in the archive. */
  async remove(dataset: Dataset, { id, archived: isArchived }: DatasetDocument, viewer: DatasetViewer): Promise<void> {
    if (isArchived) await this.#documents.setStatus(dataset, [id], 'un_archive', viewer);
    await this.#documents.pause(dataset, [id]);
    await this.#documents.delete(dataset, [id]);
  }

  async #add(
    { source, dataset }: SourceOfDataset,
    { address }: Pick<StoredPage, 'address'>,
    content: NewContent,
    origin: Origin,
  ): Promise<PageResult | null> {
    const document = { ...(await this.#kept(dataset, content)), ...this.#told(source, address, origin) };
    const settings = { ...source.indexing, createdFrom: 'web' as const };
    const { documents } = await this.#documents.add(dataset, [document], settings, viewerOf(source));
    return documents[0] === undefined ? null : { status: 'added', documentId: documents[0].id };
  }

  async #bring(
    { source, dataset }: SourceOfDataset,
    document: DatasetDocument,
    content: NewContent,
    origin: Origin,
  ): Promise<'changed' | 'unchanged'> {
    if (document.contentHash === hashOf(content.bytes)) return 'unchanged';
    const told = this.#told(source, document.sourceKey ?? '', origin);
    const sent = { ...(await this.#kept(dataset, content)), ...told, sourceKey: document.sourceKey ?? '' };
    await this.#documents.replace(dataset, document.id, { document: sent, name: content.name }, viewerOf(source));
    return 'changed';
  }

  async #kept(dataset: Dataset, { name, filename, bytes }: NewContent) {
    return { name, content: await this.#documents.keep(dataset, { filename, content: once(bytes) }) };
  }

  #told(source: StoredSource, address: string, origin: Origin) {
    const isFile = source.kind === 'git';
    return {
      dataSourceType: isFile ? ('upload_file' as const) : ('website_crawl' as const),
      source: { ...origin, source_id: source.id },
      sourceKey: keyOf(source, address),
    };
  }
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

function failed(message: string): PageResult {
  return { status: 'failed', documentId: null, message };
}

export function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

async function* once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}
