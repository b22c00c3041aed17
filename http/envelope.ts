import { isPlatformError } from '#kernel';
import { type HeaderList, hasHeader, setHeaders } from './header-list.ts';
import { statusOf } from './status.ts';

/** The body of every error answer (runtime API, error body). */
export interface Envelope {
  readonly code: string;
  readonly message: string;
  readonly status: number;
  /** Name of the offending field, only with `invalid_param`. */
  readonly params?: string;
}

const internal: Envelope = {
  code: 'internal_server_error',
  message: 'The server failed to answer. Quote the request id of this answer when you report it.',
  status: 500,
};

/**
 * What the caller may know about an error. The text of an internal failure stays in the log.
 * `isRuntime`: in the words of the runtime API's contract (`isRuntimePath`).
 */
export function envelopeOf(error: unknown, isRuntime: boolean): Envelope {
  if (!isPlatformError(error)) return internal;
  const own = error.wireCode;
  const ownStatus = statusOf(error.kind, own);
  if (ownStatus === 500) return internal;
  const { code, status } = isRuntime ? inContract(own, ownStatus) : { code: own, status: ownStatus };
  if (code === 'invalid_param' && error.field !== undefined) {
    return { code, message: error.message, status, params: error.field };
  }
  return { code, message: error.message, status };
}

/**
 * The contract of `/v1` closes the lists of statuses and codes (runtime API, error codes; status codes). It has no 503:
 * a server that can't answer now is one that fails, and says when to try again. One that stops is told apart all the same: nothing
 * was begun, so balancers and programs may send the request elsewhere at once. It has 413, but the codes of that are about
 * files: a body that is too large as a whole is one that can't be taken, as one that is no JSON.
 */
function inContract(code: string, status: number): Pick<Envelope, 'code' | 'status'> {
  if (code === 'server_stopping') return { code, status };
  if (status === 503) return { code: 'internal_server_error', status: 500 };
  if (code === 'request_too_large') return { code: 'bad_request', status };
  return { code, status };
}

/** Adds what an error answer carries besides the server's own headers. */
export function addErrorHeaders(headers: HeaderList, envelope: Envelope, error: unknown): void {
  headers.push('Content-Type', 'application/json');
  if (envelope.status === 401 && !hasHeader(headers, 'www-authenticate'))
    headers.push('WWW-Authenticate', 'Bearer realm="api"');
  if (!isPlatformError(error) || error.retryAfter === undefined) return;
  const retryAfter = String(Math.max(0, Math.ceil(error.retryAfter)));
  headers.push('Retry-After', retryAfter);
  if (error.limit === undefined) return;
  // In place of what a guard said: of all limits the one that refused counts.
  setHeaders(headers, {
    'RateLimit-Limit': String(error.limit),
    'RateLimit-Remaining': '0',
    'RateLimit-Reset': retryAfter,
  });
}
