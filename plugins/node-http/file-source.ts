import { type FileValue, type NodeContext, NodeError } from '../../engine/contract.ts';
import { Egress } from '../egress/contract.ts';

/** Bytes of a file that is sent on. */
const MAX_FILE = 10 * 1024 * 1024;
const MAX_REDIRECTS = 5;

/** The content of a file value. Files by address are fetched; stored files need a file storage, which is not there yet. */
export async function loadFile(file: FileValue, context: NodeContext): Promise<Uint8Array> {
  const url = file.transfer_method === 'remote_url' ? file.remote_url || file.url : null;
  if (!url) {
    throw new NodeError(
      'FileFetchError',
      `The content of the file ${file.filename ?? ''} is not available: only files given by address can be sent.`,
    );
  }
  const response = await context
    .service(Egress)
    .request({ url, method: 'GET', maxRedirects: MAX_REDIRECTS, decompress: true, signal: context.signal });
  if (response.status === 200) return await response.bytes(MAX_FILE);
  response.body.destroy();
  throw new NodeError(
    'FileFetchError',
    `The file ${file.filename ?? ''} could not be fetched: status ${response.status}.`,
  );
}
