import { type FileValue, isFileValue } from '../../engine/contract.ts';
import type { MessageContent } from '../models/contract.ts';

/** The files of a value: a file, or a list that has some. */
export function filesOf(value: unknown): readonly FileValue[] {
  if (isFileValue(value)) return [value];
  return Array.isArray(value) ? value.filter(isFileValue) : [];
}

/** How a model is shown a file; null when there is no address to show. */
export function fileContent(file: FileValue, detail: 'high' | 'low'): MessageContent | null {
  const url = file.url || file.remote_url;
  if (!url) return null;
  if (file.type === 'image') return { type: 'image', url, detail };
  return { type: 'file', mediaType: file.mime_type ?? 'application/octet-stream', url, name: file.filename ?? 'file' };
}
