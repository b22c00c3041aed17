/** PostgreSQL text holds no NUL. */
export function clean<Text extends string | null>(text: Text): Text {
  return (text?.replaceAll('\0', '') ?? null) as Text;
}

/**
 * An icon that is an address is one of the web; any other (`javascript:…`, `data:…`) is none. Where the text is one. Control
 * characters are in none: browsers pass over them in addresses (`java\tscript:…`).
 */
export const iconPattern =
  '^(?:[hH][tT][tT][pP][sS]?://|(?!\\s*[A-Za-z][A-Za-z0-9+.\\-]*:))[^\\u0000-\\u001f\\u007f]*$';

/** An icon as it may be kept: empty for an address that is not of the web. */
export function cleanIcon(icon: string): string {
  const kept = clean(icon);
  return new RegExp(iconPattern, 'u').test(kept) ? kept : '';
}
