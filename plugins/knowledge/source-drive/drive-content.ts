import {
  type ReadFile,
  type RemoteCaller,
  RemoteError,
  type RemoteRequest,
} from '#plugins/account-sources/contract.ts';
import type { TreeRow } from '#plugins/dataset-sources/contract.ts';
import { type DriveDetails, fileOf, itemOf } from './drive-file.ts';

const MEGABYTE = 1_048_576;
const MAX_BYTES = 15 * MEGABYTE;

/** What Google's own formats are exported as. Of spreadsheets, CSV would be the first sheet alone. */
const exports: Readonly<Record<string, { readonly mimeType: string; readonly ending: string }>> = {
  'application/vnd.google-apps.document': { mimeType: 'text/markdown', ending: 'md' },
  'application/vnd.google-apps.presentation': { mimeType: 'text/plain', ending: 'txt' },
  'application/vnd.google-apps.spreadsheet': {
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    ending: 'xlsx',
  },
};
const endings: Readonly<Record<string, string>> = {
  'text/plain': 'txt',
  'text/markdown': 'md',
  'text/csv': 'csv',
  'text/html': 'html',
  'application/pdf': 'pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'pptx',
};

/** The content of a file, or of what a shortcut stands for. */
export async function readContent(caller: RemoteCaller, file: TreeRow): Promise<ReadFile> {
  const target = file.target === null ? null : itemOf(await fileOf(caller, file.target), null);
  const id = target?.id ?? file.address;
  const details = (target?.details ?? file.details) as unknown as DriveDetails;
  const { mimeType, size, canDownload, url, resourceKey } = details;
  const format = exports[mimeType];
  if (!canDownload)
    return { kind: 'failed', message: 'Its owner does not let it be downloaded: ask them to allow that in Drive.' };
  if (
    /^(?:image|video|audio)\//.test(mimeType) ||
    (format === undefined && /^application\/vnd\.google-apps\./.test(mimeType))
  ) {
    return { kind: 'excluded', message: 'It has no text that could be read.' };
  }
  if (size > MAX_BYTES) return tooLarge(size);
  const keys = resourceKey === '' ? {} : { 'x-goog-drive-resource-keys': `${id}/${resourceKey}` };
  const path = `/files/${encodeURIComponent(id)}`;
  const request: RemoteRequest =
    format === undefined
      ? { service: 'drive', path, query: { alt: 'media', supportsAllDrives: 'true' }, headers: keys }
      : { service: 'drive', path: `${path}/export`, query: { mimeType: format.mimeType }, headers: keys };
  try {
    const { bytes } = await caller.bytes(request, MAX_BYTES);
    if (bytes === null) return tooLarge(MAX_BYTES);
    const filename = named(file.title, format?.ending ?? endings[mimeType], format !== undefined);
    const origin = { url, path: file.name, drive_file_id: id };
    return { kind: 'content', content: { name: file.title, filename, bytes, isNameKept: true }, origin };
  } catch (error) {
    if (!(error instanceof RemoteError) || error.reason !== 'exportSizeLimitExceeded') throw error;
    return {
      kind: 'failed',
      message: 'Google exports at most 10 MB of a document: split it, or keep it as a file of another format.',
    };
  }
}

function tooLarge(size: number): ReadFile {
  const message = `It has ${size > MAX_BYTES ? Math.ceil(size / MEGABYTE) : `more than ${MAX_BYTES / MEGABYTE}`} MB; files of up to ${MAX_BYTES / MEGABYTE} MB are read.`;
  return { kind: 'failed', message };
}

/** A name with the ending that says what it is. */
function named(title: string, ending: string | undefined, isExported: boolean): string {
  const name = title.replaceAll(/[/\\\p{Cc}]/gu, '_').slice(0, 200) || 'file';
  if (ending === undefined || (!isExported && /\.[a-z\d]{1,8}$/i.test(name))) return name;
  return name.toLowerCase().endsWith(`.${ending}`) ? name : `${name}.${ending}`;
}
