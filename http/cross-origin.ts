/** What our answers say in headers of their own; a page reads only what is named here. */
const exposed = [
  'X-Request-Id',
  'X-Version',
  'X-Workflow-Run-ID',
  'Location',
  'Retry-After',
  'WWW-Authenticate',
  'Idempotency-Replayed',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'Content-Disposition',
  'Accept-Ranges',
  'Content-Range',
];

/** What a page may say in headers: the contract's, then those we read besides. */
const allowed = [
  'Content-Type',
  'Authorization',
  'X-App-Code',
  'Idempotency-Key',
  'Last-Event-ID',
  'Range',
  'X-Request-Id',
  'X-Trace-Id',
  'X-Trace-Session-Id',
  'traceparent',
];

/**
 * On every answer of the runtime API, errors included: it may be called from any page, without credentials of the browser
 * (runtime API, headers). Names and values in turns.
 */
export const crossOriginHeaders: readonly string[] = [
  'Access-Control-Allow-Origin',
  '*',
  'Access-Control-Expose-Headers',
  exposed.join(', '),
];

export const preflightHeaders: readonly string[] = [
  'Access-Control-Allow-Headers',
  allowed.join(', '),
  'Access-Control-Allow-Methods',
  'GET, PUT, POST, DELETE, OPTIONS, PATCH',
  'Access-Control-Max-Age',
  '600',
];
