import type { FileValue } from '#engine';
import type { MessageContent } from '#plugins/models/contract.ts';

export { filesOf } from '#plugins/files/contract.ts';

/** How a model is shown a file; null when there is no address to show. */
export function fileContent(file: FileValue, detail: 'high' | 'low'): MessageContent | null {
  const url = file.url || file.remote_url;
  if (!url) return null;
  if (file.type === 'image') return { type: 'image', url, detail };
  return { type: 'file', mediaType: file.mime_type ?? 'application/octet-stream', url, name: file.filename ?? 'file' };
}
