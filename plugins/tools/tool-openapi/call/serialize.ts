import { isMapping } from '#engine';
import type { Binding } from '#plugins/tool-openapi/operation.ts';

/** A value as text: numbers as JSON has them, anything nested as JSON. */
export function asText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Everything but letters, digits and `-._~` encoded (RFC 6570, simple expansion). */
export function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** The same, but what is reserved in addresses stays; `#`, `&`, `+` and `%` would change where the value ends, or what it is. */
function encodeReserved(text: string): string {
  return encode(text).replace(/%(3A|2F|3F|5B|5D|40|21|24|27|28|29|2A|2C|3B|3D)/g, (hex) => decodeURIComponent(hex));
}

/** Keys and values of an object; null: it is none. */
function entriesOf(value: unknown): [string, unknown][] | null {
  return isMapping(value) ? Object.entries(value) : null;
}

/** A value in a path (OpenAPI, styles simple, label, matrix). Every piece is encoded: none of it becomes a `/`. */
export function inPath({ name, style, explode }: Binding, value: unknown): string {
  const text = (item: unknown) => encode(asText(item));
  const key = encode(name);
  const pairs = entriesOf(value);
  const items = Array.isArray(value) ? value.map(text) : null;
  if (style === 'json') return encode(JSON.stringify(value));
  if (style === 'matrix') {
    if (items !== null) return explode ? items.map((item) => `;${key}=${item}`).join('') : `;${key}=${items.join(',')}`;
    if (pairs !== null)
      return explode
        ? pairs.map(([name, item]) => `;${encode(name)}=${text(item)}`).join('')
        : `;${key}=${flat(pairs, text)}`;
    return `;${key}=${text(value)}`;
  }
  const label = style === 'label';
  const between = label && explode ? '.' : ',';
  const start = label ? '.' : '';
  if (items !== null) return start + items.join(between);
  if (pairs === null) return start + text(value);
  return (
    start + (explode ? pairs.map(([name, item]) => `${encode(name)}=${text(item)}`).join(between) : flat(pairs, text))
  );
}

/** Pieces of a query, each `name=value`, encoded. */
export function inQuery(binding: Binding, value: unknown): string[] {
  const { name, style, explode, allowReserved = false } = binding;
  const text = (item: unknown) => (allowReserved ? encodeReserved(asText(item)) : encode(asText(item)));
  const key = encode(name);
  const pairs = entriesOf(value);
  if (style === 'json') return [`${key}=${encode(JSON.stringify(value))}`];
  if (Array.isArray(value)) {
    if (explode && style !== 'tab') return value.map((item) => `${key}=${text(item)}`);
    return [`${key}=${value.map(text).join(delimiter(style))}`];
  }
  if (pairs === null) return [`${key}=${text(value)}`];
  if (style === 'deepObject') return deep(key, pairs, text, 0);
  if (explode)
    return pairs.flatMap(([field, item]) =>
      inQuery({ ...binding, name: field, style: 'form', explode: true }, scalar(item)),
    );
  return [`${key}=${pairs.flatMap(([field, item]) => [encode(field), text(item)]).join(delimiter(style))}`];
}

/** Value of a header: styles there are `simple` only. */
export function inHeader({ style, explode }: Binding, value: unknown): string {
  if (style === 'json') return JSON.stringify(value);
  if (Array.isArray(value)) return value.map(asText).join(',');
  const pairs = entriesOf(value);
  if (pairs === null) return asText(value);
  return explode ? pairs.map(([name, item]) => `${name}=${asText(item)}`).join(',') : flat(pairs, asText);
}

/** Pieces of the cookie header. */
export function inCookie(binding: Binding, value: unknown): string[] {
  return inQuery({ ...binding, allowReserved: false }, value);
}

function delimiter(style: Binding['style']): string {
  if (style === 'spaceDelimited') return '%20';
  if (style === 'pipeDelimited') return '%7C';
  return style === 'tab' ? '%09' : ',';
}

function flat(pairs: readonly [string, unknown][], text: (item: unknown) => string): string {
  return pairs.map(([name, item]) => `${encode(name)},${text(item)}`).join(',');
}

/** `filter[a][b]=c`: no standard says it below the first level, and servers read it so. */
function deep(
  key: string,
  pairs: readonly [string, unknown][],
  text: (item: unknown) => string,
  depth: number,
): string[] {
  return pairs.flatMap(([field, item]): string[] => {
    const name = `${key}%5B${encode(field)}%5D`;
    const below = depth < 8 ? entriesOf(item) : null;
    if (below !== null) return deep(name, below, text, depth + 1);
    return Array.isArray(item) ? item.map((one) => `${name}=${text(one)}`) : [`${name}=${text(item)}`];
  });
}

/** Below the first level everything is text. */
function scalar(value: unknown): unknown {
  return Array.isArray(value) ? value.map(asText) : asText(value);
}
