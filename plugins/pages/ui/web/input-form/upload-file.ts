import type { RemoteFiles } from './remote-files.ts';

/** Where files go, and who sends them. */
export interface UploadPlace {
  /** Of the runtime API, without `/v1`. */
  readonly url: string;
  /** The visitor's token, as it is now. */
  token(): string | Promise<string>;
  /** Sends a file elsewhere, in place of both; the id it has then. */
  upload?(file: File, signal: AbortSignal): Promise<string>;
  /** Where else files may come from; undefined: nowhere. */
  readonly remote?: RemoteFiles | undefined;
}

export class UploadError extends Error {
  override readonly name = 'UploadError';
  /** `offline`: nobody answered, so trying again is worth it. */
  readonly reason: 'offline' | 'refused';
  constructor(reason: 'offline' | 'refused', message: string) {
    super(message);
    this.reason = reason;
  }
}

interface UploadOptions {
  readonly signal: AbortSignal;
  onProgress(done: number): void;
}

/** Pauses before further tries, in milliseconds: a phone between two networks is back within these. */
const pauses = [500, 2000, 5000];

/**
 * Uploads a file, and tells how far it is. A try that was lost on its way is repeated under the same key, so that a file
 * which did arrive isn't stored twice.
 */
export async function uploadFile(place: UploadPlace, file: File, options: UploadOptions): Promise<string> {
  if (place.upload !== undefined) return place.upload(file, options.signal);
  const key = crypto.randomUUID();
  for (let tries = 0; ; tries += 1) {
    try {
      return await send({ url: place.url, token: await place.token(), key, file, ...options });
    } catch (error) {
      const pause = pauses[tries];
      if (pause === undefined || !(error instanceof UploadError) || error.reason !== 'offline') throw error;
      options.onProgress(0);
      await new Promise((resolve) => setTimeout(resolve, pause));
      options.signal.throwIfAborted();
    }
  }
}

interface SubmitState extends UploadOptions {
  readonly url: string;
  readonly token: string;
  readonly key: string;
  readonly file: File;
}

/** `fetch` tells nothing of what was sent; this does. */
function send({ url, token, key, file, signal, onProgress }: SubmitState): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    signal.addEventListener('abort', abort, { once: true });
    request.open('POST', `${url}/v1/files/upload`);
    request.setRequestHeader('Authorization', `Bearer ${token}`);
    request.setRequestHeader('Idempotency-Key', key);
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total));
    request.addEventListener('loadend', () => {
      signal.removeEventListener('abort', abort);
      const answer = parse(request.responseText);
      if (request.status === 201 && typeof answer.id === 'string') resolve(answer.id);
      else if (signal.aborted) reject(signal.reason);
      else if (request.status === 0 || request.status >= 502) reject(new UploadError('offline', ''));
      else reject(new UploadError('refused', typeof answer.message === 'string' ? answer.message : ''));
    });
    const form = new FormData();
    form.set('file', file, file.name === '' ? 'file' : file.name);
    request.send(form);
  });
}

function parse(text: string): Readonly<Record<string, unknown>> {
  try {
    const answer: unknown = JSON.parse(text);
    return typeof answer === 'object' && answer !== null ? (answer as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
