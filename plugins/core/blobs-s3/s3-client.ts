import { createHash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import { PlatformError } from '#kernel';

export interface S3Settings {
  /** Origin of the server, without a trailing slash. */
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKey: string;
  readonly secretKey: string;
}

export interface S3Call {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  /** Of an object; absent: the bucket itself. */
  readonly key?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer>;
  readonly signal?: AbortSignal;
  /** Statuses that are answered with null; all other failures are thrown. */
  readonly nullFor?: readonly number[];
  /** Statuses that are answered as they came, body unread. */
  readonly asIs?: readonly number[];
}

/** Milliseconds until a server must have answered; the body of an object may take longer. */
const ANSWER_TIME = 60_000;
/** Times a call is tried again when the server is busy or the network fails. Every call here may be repeated. */
const RETRIES = 3;

/** Signed calls to one bucket. The address is the operator's, not a user's, so it may be private. */
export class S3Client {
  readonly #settings: S3Settings;
  readonly #signer: AwsClient;

  constructor(settings: S3Settings) {
    this.#settings = settings;
    this.#signer = new AwsClient({
      accessKeyId: settings.accessKey,
      secretAccessKey: settings.secretKey,
      region: settings.region,
      service: 's3',
      retries: 0,
    });
  }

  /** The answer with its body unread. Throws `blobs.unavailable`. */
  async call(call: S3Call): Promise<Response | null> {
    for (let attempt = 0; ; attempt += 1) {
      const isLast = attempt === RETRIES;
      const answer = await this.#send(call).catch((error: unknown) => {
        if (isLast || call.signal?.aborted === true) throw this.#unavailable('can not be reached', error);
        return undefined;
      });
      if (answer !== undefined && call.nullFor?.includes(answer.status) === true) {
        await answer.body?.cancel();
        return null;
      }
      if (answer?.ok === true || (answer !== undefined && call.asIs?.includes(answer.status) === true)) return answer;
      if (answer !== undefined) {
        const reason = await failureOf(answer);
        if (isLast || answer.status < 500) throw this.#unavailable(`answered ${answer.status} ${reason}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 100 * 2 ** attempt));
    }
  }

  /** The text of an answer; some of them are failures with status 200. */
  async text(call: S3Call): Promise<string> {
    const answer = await this.call(call);
    if (answer === null) throw this.#unavailable('does not know what it was asked for');
    const text = await answer.text();
    if (/<Error>/.test(text)) throw this.#unavailable(`answered ${tag(text, 'Code') ?? 'with an error'}`);
    return text;
  }

  async #send({ method, key, query, headers, body, signal }: S3Call): Promise<Response> {
    const { endpoint, bucket } = this.#settings;
    const path = key === undefined ? '' : `/${key}`;
    const search = query === undefined ? '' : `?${new URLSearchParams(query)}`;
    const sha256 = createHash('sha256')
      .update(body ?? '')
      .digest('hex');
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(new Error(`no answer within ${ANSWER_TIME / 1000} s`)), ANSWER_TIME);
    try {
      const request = await this.#signer.sign(`${endpoint}/${bucket}${path}${search}`, {
        method,
        headers: { ...headers, 'x-amz-content-sha256': sha256 },
        ...(body !== undefined && { body }),
        redirect: 'manual',
        signal: signal === undefined ? late.signal : AbortSignal.any([signal, late.signal]),
      });
      return await fetch(request);
    } finally {
      clearTimeout(timer);
    }
  }

  #unavailable(reason: string, cause?: unknown): PlatformError {
    const { endpoint, bucket } = this.#settings;
    const message = `The bucket '${bucket}' at ${endpoint} ${reason}. Check the server and the settings WEFT_S3_….`;
    return new PlatformError('unavailable', 'blobs.unavailable', message, { cause });
  }
}

async function failureOf(answer: Response): Promise<string> {
  const text = await answer.text().catch(() => '');
  return (tag(text, 'Code') ?? '').slice(0, 100);
}

/** The text of the first element of a name. What is read this way (keys, ids, times) holds no markup. */
export function tag(xml: string, name: string): string | undefined {
  return new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
}

/** All elements of a name, with what is in them. */
export function tags(xml: string, name: string): readonly string[] {
  return [...xml.matchAll(new RegExp(`<${name}>(.*?)</${name}>`, 'gs'))].map(([, inner = '']) => inner);
}
