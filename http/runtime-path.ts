/** Below it the runtime API's contract holds: open to any page, and errors in its words only. */
export function isRuntimePath(path: string): boolean {
  return path === '/v1' || path.startsWith('/v1/');
}
