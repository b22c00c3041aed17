import type { FileResolver } from '../../engine/contract.ts';
import type { PublishedVersion } from '../apps/contract.ts';
import { invalidParameter } from './caller.ts';

/** File types by extension (runtime API, section 7.3); anything else is `custom`. */
const typesByExtension: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    image: 'jpg jpeg png webp gif svg',
    audio: 'mp3 m4a wav amr mpga',
    video: 'mp4 mov mpeg webm',
    document:
      'txt md mdx markdown pdf html htm xlsx xls doc docx csv eml msg pptx ppt xml epub vtt properties odt json yaml yml',
  }).flatMap(([type, extensions]) => extensions.split(' ').map((extension) => [extension, type])),
);

const mediaTypes: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  svg: 'image/svg+xml',
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  mp4: 'video/mp4',
  webm: 'video/webm',
  pdf: 'application/pdf',
  txt: 'text/plain',
  md: 'text/markdown',
  csv: 'text/csv',
  html: 'text/html',
};

/**
 * Turns a file reference of a request (runtime API, section 2.2) into a file value. Only addresses can be referred to:
 * this server keeps no uploads yet, so an `upload_file_id` is unknown by definition.
 */
export const resolveFile: FileResolver = async (reference, rules) => {
  const method = reference.transfer_method;
  if (method !== 'local_file' && method !== 'remote_url') {
    throw invalidParameter('files: transfer_method must be local_file or remote_url', 'files');
  }
  if (rules.methods.length > 0 && !rules.methods.includes(method)) {
    throw invalidParameter(`files: this app takes no files by ${method}`, 'files');
  }
  if (method === 'local_file') {
    throw invalidParameter(`files: there is no uploaded file ${JSON.stringify(reference.upload_file_id)}`, 'files');
  }
  const url = remoteUrl(reference);
  const filename = nameIn(url);
  const extension = /\.([A-Za-z0-9]{1,10})$/.exec(filename)?.[1]?.toLowerCase() ?? '';
  const declared = typeof reference.type === 'string' ? reference.type : 'custom';
  const type = extension === '' ? declared : (typesByExtension[extension] ?? 'custom');
  checkType(type, extension, rules);
  return {
    dify_model_identity: '__dify__file__',
    id: null,
    tenant_id: null,
    type,
    transfer_method: 'remote_url',
    remote_url: url.href,
    related_id: null,
    filename,
    extension: extension === '' ? '' : `.${extension}`,
    mime_type: mediaTypes[extension] ?? (type === 'image' ? 'image/*' : 'application/octet-stream'),
    size: -1,
    url: url.href,
  };
};

/** The last part of an address; what is not well encoded stays as it is. */
function nameIn(url: URL): string {
  const last = url.pathname.split('/').pop() || 'file';
  try {
    return decodeURIComponent(last).slice(0, 200);
  } catch {
    return last.slice(0, 200);
  }
}

function remoteUrl(reference: Readonly<Record<string, unknown>>): URL {
  const text = reference.url || reference.remote_url;
  const url = typeof text === 'string' && URL.canParse(text) ? new URL(text) : null;
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw invalidParameter('files: url must be an http or https address', 'files');
  }
  return url;
}

function checkType(type: string, extension: string, rules: Parameters<FileResolver>[1]): void {
  if (rules.types.length === 0 || rules.types.includes(type)) return;
  const allowed = rules.extensions.map((allowed) => allowed.replace(/^\./, '').toLowerCase());
  if (rules.types.includes('custom') && allowed.includes(extension)) return;
  throw invalidParameter(`files: ${extension === '' ? type : `.${extension}`} files are not accepted here`, 'files');
}

interface FileUpload {
  readonly enabled?: boolean;
  readonly number_limits?: number;
  readonly allowed_file_types?: readonly string[];
  readonly allowed_file_extensions?: readonly string[];
  readonly allowed_file_upload_methods?: readonly string[];
}

/** The `files` of a request as values for `sys.files`; ignored when the app takes none (runtime API, section 2.2). */
export async function requestFiles(
  version: PublishedVersion,
  files: readonly Readonly<Record<string, unknown>>[] | null | undefined,
): Promise<unknown[]> {
  const upload = version.compiled.parameters.file_upload as FileUpload | undefined;
  if (!files || files.length === 0 || upload?.enabled !== true) return [];
  const limit = upload.number_limits ?? 3;
  if (files.length > limit) throw invalidParameter(`files: at most ${limit} files are accepted`, 'files');
  const rules = {
    types: upload.allowed_file_types ?? [],
    extensions: upload.allowed_file_extensions ?? [],
    methods: upload.allowed_file_upload_methods ?? [],
  };
  return Promise.all(files.map((file) => resolveFile(file, rules)));
}
