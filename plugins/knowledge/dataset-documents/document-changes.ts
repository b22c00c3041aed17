import type { Contributions } from '#kernel';
import type { OpenTransaction } from '#plugins/database/contract.ts';
import type { Dataset, DatasetViewer } from '#plugins/datasets/contract.ts';
import { roomOf, type Workspaces } from '#plugins/workspaces/contract.ts';
import type { DatasetDocuments, DocumentSettings, DocumentWork, KeptFile, NewDocument, SentFile } from './contract.ts';
import { archived, isIndexing, noDocument } from './document-errors.ts';
import { documentName } from './document-name.ts';
import { DocumentReads, type ReadParts } from './document-reads.ts';
import { uuidsOf } from './document-store.ts';
import { type FileKeeper, newBatch } from './file-keeper.ts';
import type { IndexMarks } from './index-marks.ts';
import { checkedMetadata, mergedChanges } from './metadata-changes.ts';
import type { StoredDocument } from './row-store.ts';
import {
  pauseDocuments,
  restartDocuments,
  type StateAction,
  setDocumentMetadata,
  setDocumentState,
} from './state-store.ts';
import type { AddedDocument, Rooms, WriteStore } from './write-store.ts';

export interface ChangeParts extends ReadParts {
  readonly writes: WriteStore;
  readonly files: FileKeeper;
  readonly marks: IndexMarks;
  readonly workspaces: Workspaces;
  readonly work: Contributions<DocumentWork>;
}

/** Being read, cut or embedded at this moment. */
const busy: ReadonlySet<string> = new Set(['parsing', 'cleaning', 'splitting', 'indexing']);

/** Adds and changes documents. What decides whether they are found is written with the rows, in one transaction. */
export class DocumentChanges extends DocumentReads {
  readonly #parts: ChangeParts;

  constructor(parts: ChangeParts) {
    super(parts);
    this.#parts = parts;
  }

  async keep(dataset: Dataset, file: SentFile): Promise<KeptFile> {
    await this.#requireRoom(dataset.workspaceId, 1);
    return this.#parts.files.keep(dataset.workspaceId, file);
  }

  discard(files: readonly KeptFile[]): Promise<void> {
    return this.#parts.files.discard(files);
  }

  async add(
    dataset: Dataset,
    documents: readonly NewDocument[],
    settings: DocumentSettings,
    viewer: DatasetViewer,
  ): ReturnType<DatasetDocuments['add']> {
    const { workspaceId } = dataset;
    const { writes, datasets, files } = this.#parts;
    const rooms = await this.#requireRoom(workspaceId, documents.length, documents);
    const kept = await this.#kept(workspaceId, documents);
    const batch = newBatch();
    const { rule, ...settled } = settings;
    const bytes = kept.reduce((sum, { blob }) => sum + blob.size, 0);
    try {
      await this.#prepareWork();
      const added = await writes.transaction(workspaceId, async (within) => {
        const position = await datasets.takePositions(dataset, kept.length, within);
        const ruleId = await writes.ruleId(dataset, rule, within);
        const of = { ...settled, batch, ruleId, position, createdBy: viewer.accountId, uploaderName: viewer.name };
        const written = await writes.add(dataset, kept, of, within);
        await writes.checkRoom(workspaceId, rooms, { documents: written.length, bytes }, within);
        await this.#enqueue(dataset, written, within);
        return written;
      });
      const taken = new Set(added.map(({ blob }) => blob.key));
      await files.discard(kept.filter(({ blob }) => !taken.has(blob.key)));
      return { batch, documents: added };
    } catch (error) {
      await files.discard(kept);
      throw error;
    }
  }

  async replace(
    dataset: Dataset,
    documentId: string,
    change: Parameters<DatasetDocuments['replace']>[2],
    viewer: DatasetViewer,
  ): Promise<StoredDocument> {
    const { workspaceId } = dataset;
    const { writes, files } = this.#parts;
    const sent = change.document;
    const content = sent === undefined ? [] : [sent];
    const rooms = await this.#requireRoom(workspaceId, 0, content);
    const [file = null] = await this.#kept(workspaceId, content);
    try {
      await this.#prepareWork();
      const { before, after } = await writes.transaction(workspaceId, async (within) => {
        const [before] = await this.#locked(dataset, [documentId], within);
        if (before === undefined) throw noDocument(documentId);
        refuseImmutable(before);
        const ruleId = change.rule === undefined ? null : await writes.ruleId(dataset, change.rule, within);
        const name = documentName(change.name ?? (file === null ? before.name : file.name));
        const { source = null, metadata = null } = sent ?? {};
        const uploaderName = file === null ? null : viewer.name;
        const { docLanguage = null } = change;
        const values = { name, file, source, metadata, ruleId, docLanguage, uploaderName };
        const after = await writes.replace(dataset, before.id, values, within);
        const bytes = after.file.size - before.file.size;
        if (bytes > 0)
          await writes.checkRoom(workspaceId, { ...rooms, documents: null }, { documents: 0, bytes }, within);
        await this.#enqueue(dataset, [after], within);
        return { before, after };
      });
      if (file !== null) await files.discard([before]);
      return { ...after, hitCount: before.hitCount };
    } catch (error) {
      if (file !== null) await files.discard([file]);
      throw error;
    }
  }

  rename(dataset: Dataset, documentId: string, name: string): Promise<StoredDocument> {
    return this.move(dataset, documentId, { name });
  }

  async move(
    dataset: Dataset,
    documentId: string,
    { name, source }: { readonly name: string; readonly source?: Readonly<Record<string, unknown>> },
  ): Promise<StoredDocument> {
    const [id = ''] = uuidsOf([documentId]);
    const isThere = id !== '' && (await this.#parts.writes.rename(dataset, id, { name: documentName(name), source }));
    if (!isThere) throw noDocument(documentId);
    return this.get(dataset, documentId);
  }

  async delete(dataset: Dataset, documentIds: readonly string[]): Promise<void> {
    const { writes, marks, files, work } = this.#parts;
    const gone = await writes.transaction(dataset.workspaceId, async (within) => {
      const documents = await this.#locked(dataset, documentIds, within);
      for (const document of documents) refuseImmutable(document);
      const ids = documents.map(({ id }) => id);
      for (const worker of work.all()) await worker.removing?.(dataset, ids, within);
      await marks.remove(dataset, { documentIds: ids }, within);
      await writes.delete(dataset, ids, within);
      return documents;
    });
    await files.discard(gone);
  }

  setStatus(
    dataset: Dataset,
    documentIds: readonly string[],
    action: StateAction,
    viewer: DatasetViewer,
  ): Promise<void> {
    const { writes, marks } = this.#parts;
    return writes.transaction(dataset.workspaceId, async (within) => {
      const ids = (await this.#locked(dataset, documentIds, within)).map(({ id }) => id);
      const documents = await setDocumentState(dataset, ids, { action, by: viewer.accountId }, within);
      for (const active of [true, false]) {
        const of = documents.filter((document) => mayBeFound(document) === active).map(({ id }) => id);
        if (of.length > 0) await marks.setActive(dataset, { documentIds: of }, active, within);
      }
    });
  }

  async setMetadata(dataset: Dataset, changes: Parameters<DatasetDocuments['setMetadata']>[1]): Promise<void> {
    const fields = await this.#parts.datasets.fields(dataset.workspaceId, dataset.id);
    const checked = mergedChanges(changes).map((change) => ({
      ...change,
      values: checkedMetadata(fields, change.values),
    }));
    await this.#parts.writes.transaction(dataset.workspaceId, async (within) => {
      await this.#locked(
        dataset,
        checked.map(({ documentId }) => documentId),
        within,
      );
      await setDocumentMetadata(dataset, checked, within);
    });
  }

  pause(dataset: Dataset, documentIds: readonly string[]): Promise<void> {
    return this.#parts.writes.transaction(dataset.workspaceId, async (within) => {
      const documents = await this.#locked(dataset, documentIds, within);
      const ids = documents.map(({ id }) => id);
      await pauseDocuments(dataset, ids, within);
    });
  }

  resume(dataset: Dataset, documentIds: readonly string[]): Promise<void> {
    return this.#restart(dataset, documentIds, 'paused');
  }

  retry(dataset: Dataset, documentIds: readonly string[]): Promise<void> {
    return this.#restart(dataset, documentIds, 'error');
  }

  async #restart(dataset: Dataset, documentIds: readonly string[], status: 'paused' | 'error'): Promise<void> {
    await this.#prepareWork();
    await this.#parts.writes.transaction(dataset.workspaceId, async (within) => {
      const ids = (await this.#locked(dataset, documentIds, within)).map(({ id }) => id);
      await this.#enqueue(dataset, await restartDocuments(dataset, ids, status, within), within);
    });
  }

  /** Throws where one of the ids is no document of the base. */
  async #locked(dataset: Dataset, ids: readonly string[], within: OpenTransaction): Promise<readonly StoredDocument[]> {
    const wanted = [...new Set(uuidsOf(ids))];
    const documents = await this.#parts.writes.lock(dataset, wanted, within);
    const known = new Set(documents.map(({ id }) => id));
    const missing = ids.find((id) => !known.has(id.toLowerCase()));
    if (missing !== undefined) throw noDocument(missing);
    return documents;
  }

  /** Outside of transactions: the queue of jobs makes its tables in one of its own. */
  async #prepareWork(): Promise<void> {
    for (const worker of this.#parts.work.all()) await worker.prepare?.();
  }

  async #enqueue(dataset: Dataset, documents: readonly StoredDocument[], within: OpenTransaction): Promise<void> {
    if (documents.length === 0) return;
    for (const worker of this.#parts.work.all()) await worker.waiting(dataset, documents, within);
  }

  async #kept(workspaceId: string, documents: readonly NewDocument[]): Promise<readonly AddedDocument[]> {
    const { files } = this.#parts;
    const texts = documents.flatMap(({ name = 'text', content }) =>
      typeof content === 'string' ? [{ name: documentName(name), text: content }] : [],
    );
    const keptTexts = (await files.keepTexts(workspaceId, texts))[Symbol.iterator]();
    return documents.map((document) => {
      const { content } = document;
      const file = typeof content === 'string' ? (keptTexts.next().value as KeptFile) : content;
      return {
        ...file,
        name: documentName(document.name ?? file.name),
        dataSourceType: document.dataSourceType ?? 'upload_file',
        source: document.source ?? {},
        sourceKey: document.sourceKey ?? null,
        metadata: document.metadata ?? {},
      };
    });
  }

  /** Before anything is written: exactly it is known only when the rows are. Gives up what was kept before. */
  async #requireRoom(workspaceId: string, added: number, documents: readonly NewDocument[] = []): Promise<Rooms> {
    const { workspaces, store, files } = this.#parts;
    const plan = await workspaces.planOf(workspaceId);
    const rooms = { documents: roomOf(plan, 'documents'), storage: roomOf(plan, 'storageMb') };
    const used = rooms.documents === null ? 0 : await store.used(workspaceId);
    const bytes = rooms.storage === null ? 0 : await store.storageUsed(workspaceId);
    const isFull = rooms.documents !== null && added > 0 && used + added > rooms.documents.limit;
    const isStorageFull = rooms.storage !== null && bytes >= rooms.storage.limit;
    if (!isFull && !isStorageFull) return rooms;
    await files.discard(documents.flatMap(({ content }) => (typeof content === 'string' ? [] : [content])));
    throw isFull ? (rooms.documents?.refusal(used) as Error) : (rooms.storage?.refusal(bytes) as Error);
  }
}

function mayBeFound({ enabled, archived: isArchived, wasCompleted }: StoredDocument): boolean {
  return enabled && !isArchived && wasCompleted;
}

function refuseImmutable({ name, archived: isArchived, indexingStatus }: StoredDocument): void {
  if (isArchived) throw archived(name);
  if (busy.has(indexingStatus)) throw isIndexing(name);
}
