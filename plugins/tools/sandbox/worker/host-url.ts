const parts = [
  ...['href', 'origin', 'protocol', 'username', 'password', 'host', 'hostname', 'port', 'pathname', 'search', 'hash'],
] as const;

/** The parts of an address as Node reads it. */
export type UrlParts = Readonly<Record<(typeof parts)[number], string>>;

/**
 * Reads an address for the interpreter: `[address, base or null, change or null]` as JSON, a change being the name of a part
 * and its new text. Answers with the parts as JSON, `null` for what is no address.
 */
export function readUrl(request: string): string {
  const [address, base, change] = JSON.parse(request) as [unknown, unknown, readonly [unknown, unknown] | null];
  const url = base === null ? URL.parse(String(address)) : URL.parse(String(address), String(base));
  if (url === null) return 'null';
  const part = parts.find((name) => name === change?.[0]);
  try {
    if (part !== undefined && part !== 'origin') url[part] = String(change?.[1]);
  } catch {
    return 'null';
  }
  return JSON.stringify(Object.fromEntries(parts.map((name) => [name, url[name]])));
}
