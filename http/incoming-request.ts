import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Principal } from './authentication.ts';
import type { HeldRoom } from './body-room.ts';
import type { CallerAddress } from './caller-address.ts';
import type { HeaderList } from './header-list.ts';
import { parseQuery } from './query.ts';
import { requestOrigin } from './request-origin.ts';
import type { MultipartBody, RouteRequest } from './route.ts';
import { onReaderGone } from './writable-response.ts';

/** What is known of a request once its route is. */
export interface RequestFacts {
  readonly id: string;
  readonly path: string;
  readonly search: string;
  readonly params: Readonly<Record<string, string>>;
  readonly callers: CallerAddress;
  /** Headers of whatever answer it becomes; the pipeline may add to them. */
  readonly answerHeaders: HeaderList;
}

/** The request on its way through the pipeline, which fills in principal, body and the converted values. */
export class IncomingRequest implements RouteRequest {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly answerHeaders: HeaderList;
  params: Readonly<Record<string, string>>;
  principal: Principal | null = null;
  /** By which the caller was let in; undefined where the route takes none. */
  permission: string | undefined;
  /** What of those who answer it may end its stream. */
  endings: (() => AbortSignal)[] | undefined;
  /** What its body takes of the room for large ones. */
  room: HeldRoom | undefined;
  body: unknown = undefined;
  bodyText = '';
  #multipart: MultipartBody | undefined;
  readonly #search: string;
  readonly #response: ServerResponse;
  readonly #callers: CallerAddress;
  #query: Readonly<Record<string, unknown>> | undefined;
  #gone: AbortController | undefined;

  constructor(request: IncomingMessage, response: ServerResponse, facts: RequestFacts) {
    this.id = facts.id;
    this.path = facts.path;
    this.params = facts.params;
    this.answerHeaders = facts.answerHeaders;
    this.#search = facts.search;
    this.#callers = facts.callers;
    this.#response = response;
    this.method = request.method ?? 'GET';
    // Node joins repeated headers into one text; its only array is `set-cookie`, which is no request header.
    this.headers = request.headers as Readonly<Record<string, string | undefined>>;
  }

  get address(): string {
    return this.#callers.of(this.#response.req.socket.remoteAddress ?? '', this.headers['x-forwarded-for']);
  }

  get origin(): string | undefined {
    return requestOrigin(this.headers, this.#callers.trusts(this.#response.req.socket.remoteAddress ?? ''));
  }

  forgetBody(): void {
    this.room?.release();
    this.body = undefined;
    this.bodyText = '';
  }

  get multipart(): MultipartBody {
    if (this.#multipart === undefined) throw new TypeError('this route takes no form: its bodyType is not multipart');
    return this.#multipart;
  }

  set multipart(body: MultipartBody) {
    this.#multipart = body;
  }

  get query(): Readonly<Record<string, unknown>> {
    this.#query ??= parseQuery(this.#search);
    return this.#query;
  }

  set query(values: Readonly<Record<string, unknown>>) {
    this.#query = values;
  }

  /** Made on demand: most handlers never look, and a controller with its listeners costs more than the rest. */
  get signal(): AbortSignal {
    if (this.#gone === undefined) {
      const gone = new AbortController();
      const response = this.#response;
      const abort = () => {
        if (!response.writableFinished) gone.abort();
      };
      if (response.closed || response.destroyed) abort();
      else onReaderGone(response, abort);
      this.#gone = gone;
    }
    return this.#gone.signal;
  }

  /** The query text as sent. */
  get search(): string {
    return this.#search;
  }
}
