import { isPlatformError } from '#kernel';
import type { EgressRequest, EgressResponse } from '#plugins/egress/contract.ts';
import type { GitConnection, ServiceName } from './connection.ts';
import { broken, cleanWords, notAllowed, notFound, unavailable, unsupported } from './failure.ts';
import { PacketReader } from './packet-lines.ts';

export interface HttpOptions {
  readonly url: string;
  readonly host: string;
  readonly service: ServiceName;
  readonly signal: AbortSignal;
  send(request: EgressRequest): Promise<EgressResponse>;
}

/** Milliseconds until a server begins to answer, and between two pieces. */
const headersTimeout = 60_000;
const bodyTimeout = 60_000;
/** Bytes of what a server says besides a refusal. */
const wordBytes = 4096;

/** Over http, as git calls it "smart": each request is one of its own, and redirects are not followed. */
export class HttpConnection implements GitConnection {
  readonly mustGreet = false;
  readonly #options: HttpOptions;
  #answer: PacketReader | undefined;

  constructor(options: HttpOptions) {
    this.#options = options;
  }

  get host(): string {
    return this.#options.host;
  }

  async greeting(): Promise<PacketReader> {
    const { url, service } = this.#options;
    return this.#send('advertisement', { url: `${url}/info/refs?service=${service}`, method: 'GET' });
  }

  async ask(body: Uint8Array): Promise<PacketReader> {
    const { url, service } = this.#options;
    const headers = [['content-type', `application/x-${service}-request`]] as const;
    return this.#send('result', { url: `${url}/${service}`, method: 'POST', body, headers });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#answer?.close();
  }

  async #send(kind: 'advertisement' | 'result', request: EgressRequest): Promise<PacketReader> {
    const { service, signal, host } = this.#options;
    await this.#answer?.close();
    const type = `application/x-${service}-${kind}`;
    const headers: (readonly [string, string])[] = [
      // Some hosts answer only what looks like git.
      ['user-agent', 'git/weft'],
      ['accept', type],
      ...(request.headers ?? []),
    ];
    if (service === 'git-upload-pack') headers.push(['git-protocol', 'version=2']);
    const times = { headersTimeout, bodyTimeout, maxRedirects: 0, decompress: true, signal };
    const response = await this.#options.send({ ...request, ...times, headers });
    if (response.status !== 200) throw await refusal(response, host);
    if (response.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() !== type) {
      response.body.destroy();
      throw otherType(response, host);
    }
    this.#answer = new PacketReader(whole(response.body));
    return this.#answer;
  }
}

/** What breaks off is a cut answer, whatever the network calls it. */
async function* whole(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    throw isPlatformError(error) && error.code === 'egress.unreachable' ? broken('it was cut', error) : error;
  }
}

async function refusal(response: EgressResponse, host: string): Promise<Error> {
  const { status, headers } = response;
  const words = await wordsOf(response);
  if (status >= 300 && status < 400) return moved(headers.location ?? '', response.url, host);
  if (status === 401 || status === 403) return notAllowed(host, words);
  if (status === 404 || status === 410) return notFound(`${host} has no repository at this address, or hides it.`);
  if (status === 429 || status >= 500) {
    const wait = /^\d{1,5}$/.exec(headers['retry-after'] ?? '')?.[0];
    const message = `${host} is busy or fails (status ${status}). Try again later.`;
    return unavailable(message, wait === undefined ? undefined : Number(wait));
  }
  return broken(`${host} answers with status ${status}`);
}

/** Only plain text is of use to people. */
async function wordsOf(response: EgressResponse): Promise<string> {
  if (!/^text\/plain\b/i.test(response.headers['content-type'] ?? '')) {
    response.body.destroy();
    return '';
  }
  return response.text(wordBytes).then(cleanWords, () => '');
}

function moved(location: string, from: string, host: string): Error {
  if (!URL.canParse(location, from)) return notFound(`${host} has no repository at this address any more.`);
  const { origin, pathname } = new URL(location, from);
  const place = `${origin}${pathname}`.replace(/\/info\/refs$|\/git-(?:upload|receive)-pack$/, '');
  return notFound(`The repository is at another address: ${cleanWords(place, 200)}. Use that one.`);
}

function otherType({ headers }: EgressResponse, host: string): Error {
  const isDumb = /^text\/plain\b/i.test(headers['content-type'] ?? '');
  if (!isDumb) return notFound(`${host} answers, but there is no repository of git at this address.`);
  return unsupported(`${host} gives out files only ("dumb" http). A server that speaks git's own protocol is needed.`);
}
