/** How `fetch` of a package travels: the other end of the wire that the server reads its requests by. */

const wordBytes = 4;
const mostHeadBytes = 256 * 1024;
const mostBodyBytes = 16 * 1024 * 1024;
const mostHeaders = 200;
const mostRedirects = 20;
const bodiless = [101, 204, 205, 304];

type FetchInput = string | URL | Request;
type Send = (request: Uint8Array) => Promise<Buffer>;

interface AnswerHead {
  readonly ok: boolean;
  readonly status: number;
  readonly url: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly message: string;
}

/** Node's own, kept from before the package could replace them. */
const [NodeRequest, NodeResponse, NodeHeaders] = [Request, Response, Headers];

/** `fetch` that asks the server; `sender` gives the way of the call it is called in. */
export function askingFetch(sender: () => Send) {
  return async function fetch(input: FetchInput, init?: RequestInit): Promise<Response> {
    const send = sender();
    // Streams need it said that they are sent before the answer comes.
    const request = new NodeRequest(input, { duplex: 'half', ...init } as RequestInit);
    const { signal } = request;
    signal.throwIfAborted();
    const body = request.body === null ? null : new Uint8Array(await request.arrayBuffer());
    const answer = readAnswer(await unlessAborted(send(encode(request, body)), signal));
    if (request.redirect === 'error' && answer.status >= 300 && answer.status < 400) {
      throw new TypeError(`${request.url} redirects, and the request does not allow that`);
    }
    return answer;
  };
}

function encode({ method, url, redirect, headers }: Request, body: Uint8Array | null): Uint8Array {
  const redirects = redirect === 'follow' ? mostRedirects : 0;
  const pairs = [...headers];
  const lines = [method, url, '', '', redirects, 1, body === null ? 0 : 1, ...pairs.flat()];
  const head = Buffer.from(lines.join('\n'));
  if (pairs.length > mostHeaders || head.length > mostHeadBytes)
    throw new TypeError('the headers are too many or too long');
  if (body !== null && body.length > mostBodyBytes) throw new TypeError('the body is larger than 16 MB');
  const length = Buffer.alloc(wordBytes);
  length.writeUInt32LE(head.length, 0);
  return Buffer.concat([length, head, ...(body === null ? [] : [body])]);
}

function readAnswer(bytes: Buffer): Response {
  const headEnd = wordBytes + bytes.readUInt32LE(0);
  const head: AnswerHead = JSON.parse(bytes.toString('utf8', wordBytes, headEnd));
  if (!head.ok) throw new TypeError(head.message);
  const headers = new NodeHeaders();
  for (const [name, value] of head.headers) {
    try {
      headers.append(name, value);
    } catch {
      // Servers send what no header may be.
    }
  }
  const { status, url } = head;
  const body = bodiless.includes(status) ? null : new Uint8Array(bytes.subarray(headEnd));
  const response = new NodeResponse(body, { status, headers });
  return Object.defineProperty(response, 'url', { value: url });
}

function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
