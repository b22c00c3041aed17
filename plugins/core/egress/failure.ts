import { isPlatformError, PlatformError } from '#kernel';

const TIMEOUTS = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'ETIMEDOUT',
  'ESOCKETTIMEDOUT',
]);

/** Codes worth showing as they are; anything else could carry text of the other side. */
const PLAIN_CODE = /^[A-Z][A-Z0-9_]{2,60}$/;

/** Turns what undici and node report into the contract's errors. `host` is the only part of the address that is shown. */
export function toEgressError(error: unknown, host: string): Error {
  if (isPlatformError(error)) return error;
  const code = codeOf(error);
  if (isPlatformError(causeOf(error))) return causeOf(error) as Error;
  if (TIMEOUTS.has(code)) return timeout(host, TIMEOUT_PHASES[code] ?? 'did not answer in time', error);
  return new PlatformError('unavailable', 'egress.unreachable', `${host} can't be reached: ${reasonOf(code)}.`, {
    cause: error,
  });
}

export function timeout(host: string, phase: string, cause?: unknown): PlatformError {
  return new PlatformError('unavailable', 'egress.timeout', `${host} ${phase}.`, { cause });
}

export function refused(host: string): PlatformError {
  return new PlatformError(
    'forbidden',
    'egress.address_refused',
    `${host} is, or resolves to, an address that is not public. An operator can allow it in egress.allow (WEFT_EGRESS_ALLOW).`,
  );
}

export function invalidRequest(message: string, field: string): PlatformError {
  return new PlatformError('invalid', 'egress.invalid_request', message, { field });
}

const TIMEOUT_PHASES: Readonly<Record<string, string>> = {
  UND_ERR_HEADERS_TIMEOUT: 'did not answer in time',
  UND_ERR_BODY_TIMEOUT: 'stopped sending its answer',
  UND_ERR_CONNECT_TIMEOUT: 'did not accept a connection in time',
  ETIMEDOUT: 'did not accept a connection in time',
};

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'it refuses connections',
  ECONNRESET: 'it closed the connection',
  EPIPE: 'it closed the connection',
  UND_ERR_SOCKET: 'it closed the connection before its answer was complete',
  UND_ERR_ABORTED: 'the connection was closed',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'its answer is shorter than announced',
  UND_ERR_HEADERS_OVERFLOW: "its answer's headers are too large",
  ENOTFOUND: 'its name is unknown',
  EAI_AGAIN: 'its name could not be looked up',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its TLS certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'its TLS certificate is self-signed',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its TLS certificate has no known issuer',
  CERT_HAS_EXPIRED: 'its TLS certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its TLS certificate is for another name',
};

function reasonOf(code: string): string {
  if (REASONS[code] !== undefined) return REASONS[code];
  if (code.startsWith('HPE_')) return 'it does not speak HTTP';
  return PLAIN_CODE.test(code) ? `the connection failed (${code})` : 'the connection failed';
}

function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return '';
  if ('code' in error && typeof error.code === 'string') return error.code;
  if ('errors' in error && Array.isArray(error.errors)) return codeOf(error.errors[0]);
  return codeOf(causeOf(error));
}

function causeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'cause' in error ? error.cause : undefined;
}
