import { PlatformError } from '#kernel';
import { readProcessRule } from '#plugins/chunking/contract.ts';
import type {
  DatasetDocument,
  DatasetDocuments,
  DocumentSettings,
  KeptFile,
  SentFile,
} from '#plugins/dataset-documents/contract.ts';
import type { Dataset, Datasets, DatasetViewer, DocForm } from '#plugins/datasets/contract.ts';

/** A file of a folder, as its owner knows it. */
export interface FolderFile {
  readonly path: string;
  /** Hex. */
  readonly sha256: string;
}

/** What would bring a base into step with a folder. */
export interface FolderPlan {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly unchanged: number;
  /** Documents whose files are not in the folder any more. */
  readonly vanished: readonly { readonly documentId: string; readonly path: string }[];
}

export interface FolderSettings {
  readonly processRule?: unknown;
  readonly docForm?: DocForm;
  readonly indexingTechnique?: 'high_quality' | 'economy';
}

const PAGE = 100;

/**
 * Folders elsewhere that are kept in step with a base. Nothing is kept of them here: a document is known by the name of its
 * folder and its path in it, and its content by its hash.
 */
export class FolderSync {
  readonly #documents: DatasetDocuments;
  readonly #datasets: Datasets;

  constructor(documents: DatasetDocuments, datasets: Datasets) {
    this.#documents = documents;
    this.#datasets = datasets;
  }

  async plan(dataset: Dataset, folder: string, files: readonly FolderFile[]): Promise<FolderPlan> {
    for (const { path } of files) checkPath(path);
    const known = new Map((await this.#known(dataset, folder)).map((document) => [document.sourceKey ?? '', document]));
    const here = new Set(files.map(({ path }) => keyOf(folder, path)));
    const of = (file: FolderFile) => known.get(keyOf(folder, file.path));
    const differs = files.filter((file) => of(file) !== undefined && of(file)?.contentHash !== file.sha256);
    const added = files.filter((file) => of(file) === undefined);
    const gone = [...known].filter(([key]) => !here.has(key));
    return {
      added: added.map(({ path }) => path),
      changed: differs.map(({ path }) => path),
      unchanged: files.length - added.length - differs.length,
      vanished: gone.map(([key, { id }]) => ({ documentId: id, path: key.slice(keyOf(folder, '').length) })),
    };
  }

  keep(dataset: Dataset, file: SentFile): Promise<KeptFile> {
    return this.#documents.keep(dataset, file);
  }

  discard(file: KeptFile): Promise<void> {
    return this.#documents.discard([file]);
  }

  /** Adds a kept file, or brings its document up to date. Throws what `add` and `replace` of documents throw. */
  async put(
    given: Dataset,
    { folder, path, settings }: { readonly folder: string; readonly path: string; readonly settings: FolderSettings },
    kept: KeptFile,
    viewer: DatasetViewer,
  ): Promise<{ readonly document: DatasetDocument; readonly status: 'added' | 'changed' | 'unchanged' }> {
    checkPath(path);
    const { dataset, indexing } = await this.#settled(given, settings);
    const sourceKey = keyOf(folder, path);
    const source = { folder, path };
    const [known] = await this.#documents.bySourceKeys(dataset, [sourceKey]);
    if (known !== undefined && known.contentHash === kept.blob.sha256) {
      await this.#documents.discard([kept]);
      return { document: known, status: 'unchanged' };
    }
    if (known !== undefined) {
      const document = { name: path, content: kept, source, sourceKey };
      const change = { document, name: path };
      return { document: await this.#documents.replace(dataset, known.id, change, viewer), status: 'changed' };
    }
    const news = [{ name: path, content: kept, source, sourceKey }];
    const { documents } = await this.#documents.add(dataset, news, indexing, viewer);
    const [added] = documents;
    if (added !== undefined) return { document: added, status: 'added' };
    const [other] = await this.#documents.bySourceKeys(dataset, [sourceKey]);
    if (other === undefined) throw invalid('path', `${path} was removed while it was added: send it again.`);
    return { document: other, status: 'unchanged' };
  }

  async #settled(given: Dataset, { docForm, indexingTechnique, processRule }: FolderSettings) {
    const form = docForm ?? given.docForm ?? 'text_model';
    const dataset = await this.#datasets.settle(given, {
      docForm: form,
      ...(indexingTechnique !== undefined && { indexingTechnique }),
      dataSourceType: 'upload_file',
    });
    const rule = readProcessRule(processRule ?? null, form);
    const indexing: DocumentSettings = { rule, docForm: form, docLanguage: 'English', createdFrom: 'api' };
    return { dataset, indexing };
  }

  async #known(dataset: Dataset, folder: string): Promise<readonly DatasetDocument[]> {
    const found: DatasetDocument[] = [];
    for (let page = 1; ; page += 1) {
      const { documents } = await this.#documents.list(dataset, { page, limit: PAGE });
      found.push(...documents.filter(({ sourceKey }) => sourceKey?.startsWith(keyOf(folder, ''))));
      if (documents.length < PAGE) return found;
    }
  }
}

/** Names of folders have no slash. */
function keyOf(folder: string, path: string): string {
  return `folder ${folder}/${path}`;
}

/** A label of a document: where it lies is its owner's business, but two spellings of one file are one too many. */
function checkPath(path: string): void {
  const isOdd = path.split('/').some((segment) => segment === '' || segment === '.' || segment === '..');
  if (isOdd || path.includes('\\')) {
    throw invalid(
      'path',
      `${JSON.stringify(path)} is no path in a folder: segments with / between them, without . and ..`,
    );
  }
}

export function invalid(field: string, message: string): PlatformError {
  return new PlatformError('invalid', 'dataset-sources.invalid_param', message, { field });
}
