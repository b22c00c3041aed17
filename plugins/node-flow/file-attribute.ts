import { type FileValue, NodeError } from '../../engine/contract.ts';

/** What conditions compare of a file (app-dsl, section 2.5); null when the record does not say. */
export function fileAttribute(file: FileValue, key: string): unknown {
  switch (key) {
    case 'name':
      return file.filename ?? null;
    case 'url':
      return file.url ?? file.remote_url ?? null;
    case 'related_id':
      return file.related_id ?? file.reference ?? null;
    case 'type':
    case 'size':
    case 'extension':
    case 'mime_type':
    case 'transfer_method':
      return file[key] ?? null;
    default:
      throw new NodeError('ValueError', `Files have no attribute ${key}`);
  }
}

/** Extensions are compared with a leading dot on both sides. */
export function withDot(extension: unknown): unknown {
  if (Array.isArray(extension)) return extension.map(withDot);
  return typeof extension === 'string' && extension !== '' && !extension.startsWith('.') ? `.${extension}` : extension;
}
