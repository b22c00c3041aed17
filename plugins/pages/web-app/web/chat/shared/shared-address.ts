/** The link that the address of the page is; '': none. */
export function sharedToken(): string {
  return /\/shared\/([\w-]{20,64})$/.exec(location.pathname)?.[1] ?? '';
}
