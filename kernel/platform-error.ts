/**
 * The closed list of what can go wrong, seen from the caller. `http/` maps each kind to one status, exhaustively:
 * invalid 400, unauthenticated 401, forbidden 403, not-found 404, conflict 409, limited 429, unavailable 503 (500 under
 * `/v1`, whose contract has no 503), internal 500. Codes that the runtime contract gives another status are listed beside
 * that map.
 */
export type ErrorKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not-found'
  | 'conflict'
  | 'limited'
  | 'unavailable'
  | 'internal';

export interface PlatformErrorOptions {
  readonly cause?: unknown;
  /** Name of the offending field, sent as `params` in the error body. */
  readonly field?: string;
  /** Whole seconds after which a retry makes sense, sent as `Retry-After`. */
  readonly retryAfter?: number;
  /** The limit that is used up until then, sent as `RateLimit-Limit` with nothing remaining. */
  readonly limit?: number;
  /** Facts about it for who catches it in the same thread: never sent, never logged. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/**
 * The one error class that may reach a caller. `code` is `plugin.reason`; the part after the dot is the wire code of
 * the HTTP envelope (runtime API, error body), so reasons are written as the contract writes them
 * (`delivery-api.not_chat_app` is sent as `not_chat_app`). Every code is listed in kernel/docs/errors.md.
 * The message names the thing, the place and the remedy; it never holds a secret.
 */
export class PlatformError extends Error {
  readonly kind: ErrorKind;
  readonly code: string;
  readonly field: string | undefined;
  readonly retryAfter: number | undefined;
  readonly limit: number | undefined;
  readonly details: Readonly<Record<string, unknown>> | undefined;

  constructor(kind: ErrorKind, code: string, message: string, options: PlatformErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'PlatformError';
    this.kind = kind;
    this.code = code;
    this.field = options.field;
    this.retryAfter = options.retryAfter;
    this.limit = options.limit;
    this.details = options.details;
  }

  /** The code as it is sent: `delivery-api.not_chat_app` → `not_chat_app`. */
  get wireCode(): string {
    return this.code.slice(this.code.indexOf('.') + 1);
  }
}

/** True for a PlatformError, also one from another copy of this module (after a plugin reload). */
export function isPlatformError(error: unknown): error is PlatformError {
  return error instanceof Error && error.name === 'PlatformError' && 'kind' in error && 'code' in error;
}
