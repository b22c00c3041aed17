/** The runtime API may be called from any page, without credentials of the browser (runtime API, headers). */
export function isCrossOriginPath(path: string): boolean {
  return path === '/v1' || path.startsWith('/v1/');
}

/** On every answer below `/v1`, errors included; names and values in turns. */
export const crossOriginHeaders: readonly string[] = [
  'Access-Control-Allow-Origin',
  '*',
  'Access-Control-Expose-Headers',
  'X-Request-Id, X-Version, Retry-After, WWW-Authenticate',
];

export const preflightHeaders: readonly string[] = [
  'Access-Control-Allow-Headers',
  'Content-Type, Authorization, X-App-Code',
  'Access-Control-Allow-Methods',
  'GET, PUT, POST, DELETE, OPTIONS, PATCH',
  'Access-Control-Max-Age',
  '600',
];
