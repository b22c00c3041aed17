import type { ServerResponse } from 'node:http';
import { writeByteStream } from './byte-stream.ts';
import { eventStreamHeaders, writeEventStream } from './event-stream.ts';
import { type HeaderList, setHeaders } from './header-list.ts';
import { isKept, sendPageText } from './page-text.ts';
import type { ReaderBudgets } from './reader-budgets.ts';
import type { Reply } from './reply.ts';
import { cancelIterator } from './writable-response.ts';

const JSON_TYPE = 'application/json';

export interface SendOptions {
  readonly pingInterval: number;
  readonly stallTimeout: number;
  readonly budgets: ReaderBudgets;
  /** Whose share of what may wait for readers a stream takes: an app's, or a workspace's. */
  readonly account?: string;
  /** Whether the runtime API's contract says what errors are called. */
  readonly isRuntime: boolean;
  /** The first that aborts says that the reader may no longer read. */
  readonly ends?: readonly AbortSignal[];
  /** Told what broke a streamed answer after its first byte. */
  onFailure(error: unknown): void;
}

/** Sends a handler's reply with the server's own headers. Rejects only while an error answer is still possible. */
export function sendReply(
  response: ServerResponse,
  reply: Reply<unknown>,
  options: SendOptions & { readonly headers: HeaderList },
): void | Promise<void> {
  const { status, body } = reply;
  // A copy: should a stream fail before its first byte, the error answer starts from the server's own headers.
  const headers = [...options.headers];
  switch (body.kind) {
    case 'empty':
      setHeaders(headers, reply.headers);
      addCookies(headers, reply);
      return sendEmpty(response, status, headers);
    case 'text':
      headers.push('Content-Type', body.contentType);
      setHeaders(headers, reply.headers);
      addCookies(headers, reply);
      return sendReplyText(response, { status, headers, isRuntime: options.isRuntime }, textOf(body));
    case 'bytes':
      headers.push('Content-Type', body.contentType);
      if (body.length !== undefined) headers.push('Content-Length', String(body.length));
      setHeaders(headers, reply.headers);
      if (response.req.method === 'HEAD') return sendHead(response, status, headers, body.stream);
      return writeByteStream(response, body.stream, { ...options, status, headers });
    case 'events':
      setHeaders(headers, reply.headers);
      setHeaders(headers, eventStreamHeaders);
      if (response.req.method === 'HEAD') return sendHead(response, 200, headers, body.events);
      return writeEventStream(response, body.events, {
        ...options,
        pingAtOnce: body.pingAtOnce,
        identity: body.identity,
        resume: body.resume,
        headers,
      });
    default:
      return unknownBody(body);
  }
}

/** Programs that call the runtime API get their texts as they are: most are small, and each is asked for once. */
function sendReplyText(
  response: ServerResponse,
  {
    status,
    headers,
    isRuntime,
  }: { readonly status: number; readonly headers: HeaderList; readonly isRuntime: boolean },
  text: string,
): void | Promise<void> {
  if (!isRuntime && isKept(response.req, status, headers)) return sendPageText(response, headers, text);
  return sendText(response, status, headers, text);
}

function textOf({ text, contentType }: { readonly text: string; readonly contentType: string }): string {
  return contentType.startsWith(JSON_TYPE) ? line(text) : text;
}

function addCookies(headers: HeaderList, { cookies = [] }: Reply<unknown>): void {
  for (const cookie of cookies) headers.push('Set-Cookie', cookie);
}

/** A JSON text as answers have it: readers of lines miss a last one that does not end. */
export function line(json: string): string {
  return json.endsWith('\n') ? json : `${json}\n`;
}

/** Node leaves the body out for HEAD. */
export function sendText(response: ServerResponse, status: number, headers: HeaderList, text: string): void {
  headers.push('Content-Length', String(Buffer.byteLength(text)));
  response.writeHead(status, headers).end(text);
}

export function sendEmpty(response: ServerResponse, status: number, headers: HeaderList): void {
  if (status !== 204 && status !== 304) headers.push('Content-Length', '0');
  response.writeHead(status, headers).end();
}

/** HEAD to a stream: what GET would say of it, while its source is let go unread. */
function sendHead(response: ServerResponse, status: number, headers: HeaderList, source: AsyncIterable<unknown>): void {
  cancelIterator(source[Symbol.asyncIterator]());
  response.writeHead(status, headers).end();
}

function unknownBody(body: never): never {
  throw new TypeError(`a handler returned a reply of an unknown kind: ${JSON.stringify(body)}`);
}
