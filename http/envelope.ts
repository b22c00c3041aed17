import { isPlatformError } from '../kernel/index.ts';
import { type HeaderList, setHeaders } from './header-list.ts';
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

/** What the caller may know about an error. The text of an internal failure stays in the log. */
export function envelopeOf(error: unknown): Envelope {
  if (!isPlatformError(error)) return internal;
  const code = error.wireCode;
  const status = statusOf(error.kind, code);
  if (status === 500) return internal;
  if (code === 'invalid_param' && error.field !== undefined) {
    return { code, message: error.message, status, params: error.field };
  }
  return { code, message: error.message, status };
}

/** Adds what an error answer carries besides the server's own headers. */
export function addErrorHeaders(headers: HeaderList, envelope: Envelope, error: unknown): void {
  headers.push('Content-Type', 'application/json');
  if (envelope.status === 401) headers.push('WWW-Authenticate', 'Bearer realm="api"');
  if (!isPlatformError(error) || error.retryAfter === undefined) return;
  const retryAfter = String(Math.max(0, Math.ceil(error.retryAfter)));
  headers.push('Retry-After', retryAfter);
  if (error.limit === undefined) return;
  // In place of what an admission said: of all limits the one that refused counts.
  setHeaders(headers, {
    'RateLimit-Limit': String(error.limit),
    'RateLimit-Remaining': '0',
    'RateLimit-Reset': retryAfter,
  });
}
