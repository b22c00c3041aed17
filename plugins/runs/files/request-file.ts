import type { FileResolver } from '#engine';
import { PlatformError } from '#kernel';
import type { FileOwner, StoredFile, StoredFiles } from './contract.ts';
import { ANY_CONTENT, extensionOf, mediaTypeOfExtension, typeOfExtension } from './file-types.ts';

type Reference = Parameters<FileResolver>[0];
type Rules = Parameters<FileResolver>[1];

/** Kinds of files (runtime API, file references). */
const types: ReadonlySet<string> = new Set(['document', 'image', 'audio', 'video', 'custom']);

/** Turns file references of one end user's requests (runtime API, file references) into file values. */
export function requestFileResolver(files: Pick<StoredFiles, 'find' | 'toValue'>, owner: FileOwner): FileResolver {
  return async (reference, rules) => {
    const method = reference.transfer_method;
    if (method !== 'local_file' && method !== 'remote_url') {
      throw refused('transfer_method must be local_file or remote_url');
    }
    if (rules.methods.length > 0 && !rules.methods.includes(method)) {
      throw refused(`this app takes no files by ${method}`);
    }
    return method === 'local_file' ? uploadedFile(files, owner, { reference, rules }) : remoteFile(reference, rules);
  };
}

async function uploadedFile(
  files: Pick<StoredFiles, 'find' | 'toValue'>,
  owner: FileOwner,
  { reference, rules }: { readonly reference: Reference; readonly rules: Rules },
) {
  const id = reference.upload_file_id;
  const file = typeof id === 'string' ? await files.find(owner.workspaceId, id) : null;
  // Whose it is decides, not whether there is one: the answer tells nothing of other users' files.
  if (file === null || !isOf(owner, file)) throw refused(`there is no uploaded file ${JSON.stringify(id) ?? ''}`);
  const value = files.toValue(file);
  checkType(value.type, file.extension, rules);
  return value;
}

function isOf(owner: FileOwner, file: StoredFile): boolean {
  return file.method === 'local_file' && file.appId === owner.appId && file.endUserId === owner.endUserId;
}

function remoteFile(reference: Reference, rules: Rules) {
  const url = remoteUrl(reference);
  const filename = nameIn(url);
  const extension = extensionOf(filename);
  const declared = declaredType(reference.type);
  const type = extension === '' ? declared : typeOfExtension(extension);
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
    mime_type: mediaTypeOfExtension(extension) ?? (type === 'image' ? 'image/*' : ANY_CONTENT),
    size: -1,
    url: url.href,
  };
}

/** What the request says a file is; one without a type is of no known kind. */
function declaredType(type: unknown): string {
  if (type === undefined || type === null || type === '') return 'custom';
  if (typeof type === 'string' && types.has(type)) return type;
  throw refused(`type must be one of ${[...types].join(', ')}`);
}

/** The last part of an address; what is not well encoded stays as it is. */
function nameIn(url: URL): string {
  const last = url.pathname.split('/').pop() || 'file';
  try {
    return decodeURIComponent(last).slice(0, 200);
  } catch {
    return last.slice(0, 200);
  }
}

function remoteUrl(reference: Reference): URL {
  const text = reference.url || reference.remote_url;
  const url = typeof text === 'string' && URL.canParse(text) ? new URL(text) : null;
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw refused('url must be an http or https address');
  }
  return url;
}

function checkType(type: string, extension: string, rules: Rules): void {
  if (rules.types.length === 0 || rules.types.includes(type)) return;
  const allowed = rules.extensions.map((allowed) => allowed.replace(/^\./, '').toLowerCase());
  if (rules.types.includes('custom') && allowed.includes(extension)) return;
  throw refused(`${extension === '' ? type : `.${extension}`} files are not accepted here`);
}

/** Without a field: where the request refers to the file, its reader knows. */
function refused(reason: string): PlatformError {
  return new PlatformError('invalid', 'files.invalid_param', reason);
}
