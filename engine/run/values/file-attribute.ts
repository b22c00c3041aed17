import type { FileValue } from './value.ts';

/**
 * An attribute of a file as selectors, conditions and lists name it (app DSL, pool and selectors; file record): `name`,
 * `url`, `related_id`, `type`, `size`, `extension`, `mime_type`, `transfer_method`. null when the record does not say,
 * undefined when files have no such attribute.
 */
export function fileAttribute(file: FileValue, attribute: string): unknown {
  switch (attribute) {
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
      return file[attribute] ?? null;
    default:
      return undefined;
  }
}
