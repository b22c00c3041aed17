import type { FileValue } from '#engine';
import { isPlatformError, PlatformError } from '#kernel';
import type { Egress, EgressResponse } from '#plugins/egress/contract.ts';
import { type FileContent, type FileReading, type FileSource, fileLabel } from './contract.ts';
import { tooLargeToRead } from './too-large-to-read.ts';

const maxRedirects = 5;
/** Milliseconds of a whole download: a server that sends a byte now and then holds nobody longer. */
const maxTime = 120_000;

/** Files given by address, fetched through the guarded client. */
export function remoteSource(egress: Egress): FileSource {
  return {
    id: 'files.remote',
    transferMethods: ['remote_url'],
    async read(file, reading) {
      const url = file.remote_url || file.url;
      if (typeof url !== 'string' || url === '') {
        throw new PlatformError('invalid', 'files.unavailable', `The file ${fileLabel(file)} has no address.`);
      }
      const deadline = AbortSignal.timeout(maxTime);
      try {
        return await download(egress, { url, file, reading, signal: AbortSignal.any([reading.signal, deadline]) });
      } catch (error) {
        throw deadline.aborted && !reading.signal.aborted ? tooSlow(file) : error;
      }
    },
  };
}

interface Download {
  readonly url: string;
  readonly file: FileValue;
  readonly reading: FileReading;
  readonly signal: AbortSignal;
}

async function download(egress: Egress, { url, file, reading, signal }: Download): Promise<FileContent> {
  const response = await egress.request({ url, method: 'GET', maxRedirects, decompress: true, signal });
  if (response.status !== 200) {
    response.body.destroy();
    throw new PlatformError(
      'unavailable',
      'files.unavailable',
      `The file ${fileLabel(file)} could not be fetched: its server answered with status ${response.status}.`,
    );
  }
  const mediaType = response.headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? '';
  return { bytes: await readBytes(response, file, reading), mediaType };
}

async function readBytes(response: EgressResponse, file: FileValue, reading: FileReading): Promise<Uint8Array> {
  const { maxBytes } = reading;
  if (Number(response.headers['content-length']) > maxBytes) {
    response.body.destroy();
    throw tooLargeToRead(file, reading);
  }
  try {
    return await response.bytes(maxBytes);
  } catch (error) {
    throw isPlatformError(error) && error.code === 'egress.too_large' ? tooLargeToRead(file, reading) : error;
  }
}

function tooSlow(file: FileValue): PlatformError {
  return new PlatformError(
    'unavailable',
    'files.unavailable',
    `The file ${fileLabel(file)} did not arrive within ${maxTime / 1000} s.`,
  );
}
