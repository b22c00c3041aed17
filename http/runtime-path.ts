/** Where pages of this server call: errors are in the language of whoever reads them. */
export function isPagePath(path: string): boolean {
  return path.startsWith('/console/api/') || path.startsWith('/web/api/');
}

/** Where programs call, and pages: nothing there is a page. */
export function isApiPath(path: string): boolean {
  return isRuntimePath(path) || /^\/[a-z]+\/api(\/|$)/.test(path);
}

/** Below it the runtime API's contract holds: open to any page, and errors in its words only. */
export function isRuntimePath(path: string): boolean {
  return path === '/v1' || path.startsWith('/v1/');
}
