import { bytesAnswer, Public, type Route, route } from '#http';
import { isPlatformError, PlatformError } from '#kernel';
import type { DatasetDocument, DatasetDocuments } from '#plugins/dataset-documents/contract.ts';
import type { Datasets } from '#plugins/datasets/contract.ts';
import { fileReply } from '#plugins/files/contract.ts';
import type { Workspaces } from '#plugins/workspaces/contract.ts';
import type { DocumentAddresses } from './document-addresses.ts';

interface DownloadParts {
  readonly documents: DatasetDocuments;
  readonly datasets: Datasets;
  readonly workspaces: Workspaces;
  readonly addresses: DocumentAddresses;
}

const uuid = { type: 'string', format: 'uuid' } as const;

const docs = {
  tag: 'Files',
  description: 'The server creates such links; they expire. Invalid, expired and unknown links give the same response.',
  answers: {
    200: {
      ...bytesAnswer('The content of the document, as a download.', '*/*'),
      headers: {
        'Content-Disposition': 'The file name for the download.',
        'Cache-Control': 'How long the response may be cached.',
      },
    },
  },
  errors: { 404: ['file_not_found'] },
};

/** Where addresses of documents lead. Those of a closed workspace look like any that is wrong. */
export function downloadRoute(parts: DownloadParts): Route {
  const { documents, workspaces, addresses } = parts;
  return route({
    id: 'document-management.signed-download',
    method: 'GET',
    path: '/files/documents/:workspace_id/:dataset_id/:document_id',
    access: Public,
    summary: 'Download the content of a document, with a signed link',
    docs,
    ids: {
      'params.workspace_id': { nothing: 'the signature is for all three' },
      'params.dataset_id': { nothing: 'the signature is for all three' },
      'params.document_id': { nothing: 'the signature is for all three' },
    },
    params: { type: 'object', properties: { workspace_id: uuid, dataset_id: uuid, document_id: uuid } },
    query: {
      type: 'object',
      properties: {
        timestamp: { type: 'string', maxLength: 20 },
        nonce: { type: 'string', maxLength: 100 },
        sign: { type: 'string', maxLength: 200 },
      },
    },
    async handle({ params, query }) {
      const { timestamp = '', nonce = '', sign = '' } = query;
      const place = { workspaceId: params.workspace_id, datasetId: params.dataset_id, id: params.document_id };
      if (!addresses.isValid(place, { timestamp, nonce, sign })) throw notFound();
      if (workspaces.isClosed(place.workspaceId)) throw notFound();
      const document = await found(parts, place);
      const { name, extension, mimeType, size } = fileOf(document);
      const file = { name: withExtension(name, extension), mediaType: mimeType, blob: { ...noBlob, size } };
      const open = () => documents.content(document);
      const cacheControl = `private, max-age=${addresses.seconds}`;
      return fileReply(file, open, { asAttachment: true, range: undefined, cacheControl });
    },
  });
}

/** Of the content only its size is told: where it lies is known to who keeps it. */
const noBlob = { store: '', key: '', sha256: '' };

const fileOf = ({ name, file }: DatasetDocument) => ({ name, ...file });

/** A text is called as its author likes; as a file it says what it is. */
function withExtension(name: string, extension: string): string {
  return extension === '' || name.toLowerCase().endsWith(`.${extension}`) ? name : `${name}.${extension}`;
}

async function found(
  { datasets, documents }: DownloadParts,
  place: { readonly workspaceId: string; readonly datasetId: string; readonly id: string },
): Promise<DatasetDocument> {
  const dataset = await datasets.find(place.workspaceId, place.datasetId);
  if (dataset === null) throw notFound();
  return documents.get(dataset, place.id).catch((error: unknown) => {
    throw isPlatformError(error) && error.kind === 'not-found' ? notFound() : error;
  });
}

function notFound(): PlatformError {
  const message = 'There is no such file, or its address has expired. Ask for a new one.';
  return new PlatformError('not-found', 'document-management.file_not_found', message);
}
