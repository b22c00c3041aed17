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

/** For a page of another origin that may hear an answer. */
export function heardBy(origin: string): Readonly<Record<string, string>> {
  return {
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Expose-Headers': 'X-Request-Id, Retry-After',
  };
}

/**
 * To a page that asks whether it may call a route (`Route.isHeardBy`). Any may: whether it hears the answer is decided with the
 * request, for this one says nothing but where it comes from.
 */
export function preflightOf(origin: string, method: string): readonly string[] {
  return [
    'Access-Control-Allow-Origin',
    origin,
    'Vary',
    'Origin',
    'Access-Control-Allow-Headers',
    'Content-Type',
    'Access-Control-Allow-Methods',
    method,
    'Access-Control-Max-Age',
    '600',
  ];
}
