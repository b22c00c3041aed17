import { type ErrorKind, isPlatformError, PlatformError } from '#kernel';

/** What of an error crosses a thread's edge: structured clone would keep the message and lose class and fields. */
export interface EncodedError {
  readonly kind: ErrorKind;
  readonly code: string;
  readonly message: string;
  readonly field?: string;
  readonly retryAfter?: number;
  readonly limit?: number;
}

/**
 * A PlatformError as it is; anything else becomes `fallback`, whose message says what failed without repeating the
 * error's own text (it may hold anything: the side that caught it logs it).
 */
export function encodeError(
  error: unknown,
  fallback: { readonly code: string; readonly message: string },
): EncodedError {
  if (!isPlatformError(error)) return { kind: 'internal', code: fallback.code, message: fallback.message };
  return {
    kind: error.kind,
    code: error.code,
    message: error.message,
    ...(error.field === undefined ? {} : { field: error.field }),
    ...(error.retryAfter === undefined ? {} : { retryAfter: error.retryAfter }),
    ...(error.limit === undefined ? {} : { limit: error.limit }),
  };
}

export function decodeError(encoded: EncodedError): PlatformError {
  return new PlatformError(encoded.kind, encoded.code, encoded.message, {
    ...(encoded.field === undefined ? {} : { field: encoded.field }),
    ...(encoded.retryAfter === undefined ? {} : { retryAfter: encoded.retryAfter }),
    ...(encoded.limit === undefined ? {} : { limit: encoded.limit }),
  });
}
