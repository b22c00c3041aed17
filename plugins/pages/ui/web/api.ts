import type { Paths } from '#plugins/commands/generated/paths.ts';
import type { InvalidatedRoute } from './calls.ts';
import { waitForNetwork } from './network.ts';
import { pageLanguage } from './texts-of.ts';

/** The JSON that a route answers: `await api.ask<AnswerOf<'/v1/parameters'>>('GET', '/v1/parameters')`. */
export type AnswerOf<
  Path extends keyof Paths,
  Method extends keyof Paths[Path] = 'get' & keyof Paths[Path],
> = Paths[Path][Method] extends {
  readonly responses: { readonly 200: { readonly content: { readonly 'application/json': infer Answer } } };
}
  ? Answer
  : Paths[Path][Method] extends {
        readonly responses: { readonly 201: { readonly content: { readonly 'application/json': infer Made } } };
      }
    ? Made
    : Paths[Path][Method] extends {
          readonly responses: { readonly 202: { readonly content: { readonly 'application/json': infer Begun } } };
        }
      ? Begun
      : undefined;

/** A refusal of the server, as it says it. */
export interface ApiFailure {
  readonly code: string;
  readonly message: string;
  readonly status: number;
  readonly params?: Readonly<Record<string, unknown>>;
}

/** What the server refused; `message` is for people. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: string;
  readonly status: number;
  readonly params: Readonly<Record<string, unknown>>;
  /** Seconds to wait, where the server says so (over a limit). */
  readonly retryAfter: number | null;

  constructor(failure: ApiFailure, retryAfter: number | null = null) {
    super(failure.message);
    this.code = failure.code;
    this.status = failure.status;
    this.params = failure.params ?? {};
    this.retryAfter = retryAfter;
  }
}

/** Nobody answered, and the request may not be sent again by itself. */
export class OfflineError extends Error {
  override readonly name = 'OfflineError';
}

export interface ApiOptions {
  /** Where `/v1` is. */
  readonly url: string;
  /** The secret of each request. */
  token(): string;
  /** Asked once when a secret is refused; the request is then sent again. null: there is no other. */
  renew(refused: string): Promise<string | null>;
  /** Puts the secret on a request. Default: as its bearer. */
  identify?(request: Request, secret: string): void;
  /** Something may have changed what is there: anything but a GET was answered. With what it says that it invalidates. */
  changed?(invalidates: readonly InvalidatedRoute[]): void;
}

export interface RequestOptions {
  /** Of a list, each stands there under its name. */
  readonly query?: Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;
  /** JSON, or a form. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
  /**
   * Sent again by itself when the network was lost: GET is unless this is false, others only with `true`, which they may have
   * when they do the same twice or carry an `Idempotency-Key`.
   */
  readonly retry?: boolean;
  /** Routes of the console whose answers are others afterwards: what is shown of them is asked for anew. */
  readonly invalidates?: readonly InvalidatedRoute[];
}

/** The API of this server, as one visitor calls it. */
export interface Api {
  readonly url: string;
  /** A JSON answer; what is refused is thrown as `ApiError`, and `OfflineError` where nobody answers. */
  ask<Answer>(method: string, path: string, options?: RequestOptions): Promise<Answer>;
  /** The answer unread: streams, files. Refusals are thrown as by `ask`. */
  open(method: string, path: string, options?: RequestOptions): Promise<Response>;
  /** The bearer of this moment. */
  token(): string;
}

/** How often a request is sent again after the network was lost. */
const TRIES = 6;

export function createApi({ url, token, renew, identify = setBearer, changed }: ApiOptions): Api {
  function identified(request: Request, secret: string): Request {
    identify(request, secret);
    return request;
  }

  async function send(request: Request, mayRepeat: boolean): Promise<Response> {
    const used = token();
    const answer = await fetchPatiently(identified(request.clone(), used), mayRepeat);
    if (!(await isRefused(answer))) return answer;
    const next = await renew(used);
    return next === null ? answer : fetchPatiently(identified(request, next), mayRepeat);
  }

  async function open(method: string, path: string, options: RequestOptions = {}): Promise<Response> {
    const { query = {}, body, headers = {}, signal, retry = method === 'GET', invalidates = [] } = options;
    const address = new URL(url + path, location.href);
    for (const [name, value] of Object.entries(query)) {
      if (value === undefined) continue;
      for (const each of Array.isArray(value) ? value : [value]) address.searchParams.append(name, String(each));
    }
    const isForm = body instanceof FormData;
    const request = new Request(address, {
      method,
      // What is refused is told in the language of the page.
      headers: {
        'accept-language': pageLanguage(),
        ...headers,
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
      ...(signal !== undefined && { signal }),
    });
    const answer = await send(request, retry);
    if (!answer.ok) throw await failureOf(answer);
    if (method !== 'GET') changed?.(invalidates);
    return answer;
  }

  return {
    url,
    token,
    open,
    async ask<Answer>(method: string, path: string, options?: RequestOptions): Promise<Answer> {
      const answer = await open(method, path, options);
      return (answer.status === 204 ? undefined : await answer.json()) as Answer;
    },
  };
}

/** Who calls is not known, or may not any more: asking for another bearer tells which, and why. */
async function isRefused(answer: Response): Promise<boolean> {
  if (answer.status !== 403) return answer.status === 401;
  const { code } = await failureOf(answer.clone());
  return code === 'forbidden' || code === 'no_csrf_token';
}

function setBearer(request: Request, bearer: string): void {
  request.headers.set('authorization', `Bearer ${bearer}`);
}

async function fetchPatiently(request: Request, mayRepeat: boolean): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    try {
      // A gateway that can't reach the server is a lost network too.
      const answer = await fetch(mayRepeat ? request.clone() : request);
      if (!mayRepeat || attempt === TRIES || !isAway(answer.status)) return answer;
    } catch (error) {
      if (request.signal.aborted) throw error;
      if (!mayRepeat || attempt === TRIES) throw new OfflineError('The server could not be reached.', { cause: error });
    }
    await waitForNetwork(attempt, request.signal);
  }
}

function isAway(status: number): boolean {
  return status === 502 || status === 503 || status === 504;
}

/** The error envelope, or what stands in for it. */
export async function failureOf(answer: Response): Promise<ApiError> {
  const text = await answer.text().catch(() => '');
  const after = Number(answer.headers.get('retry-after'));
  const { status } = answer;
  let failure: ApiFailure = { code: `status_${status}`, message: answer.statusText || `Status ${status}`, status };
  try {
    failure = { ...failure, ...(JSON.parse(text) as ApiFailure) };
  } catch {
    // Not from our server: the status says all.
  }
  return new ApiError(failure, Number.isFinite(after) && after > 0 ? after : null);
}
