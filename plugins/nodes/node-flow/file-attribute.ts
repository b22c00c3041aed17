import { type FileValue, fileAttribute, NodeError } from '#engine';

/** An attribute that somebody wrote into a condition or a list's filter: the node fails when files have none such. */
export function namedAttribute(file: FileValue, attribute: string): unknown {
  const value = fileAttribute(file, attribute);
  if (value === undefined) throw new NodeError('ValueError', `Files have no attribute ${attribute}`);
  return value;
}

/** Extensions are compared with a leading dot on both sides. */
export function withDot(extension: unknown): unknown {
  if (Array.isArray(extension)) return extension.map(withDot);
  return typeof extension === 'string' && extension !== '' && !extension.startsWith('.') ? `.${extension}` : extension;
}
