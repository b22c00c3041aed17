import type { SchemaValue } from '#http';

/** Of a list; more is as much (runtime API, pagination). */
const MAX_LIMIT = 100;

const keyword = { type: 'string', maxLength: 200 } as const;

export const pageProperties = {
  page: { type: 'integer', minimum: 1, maximum: 99_999, default: 1 },
  limit: { type: 'integer', minimum: 1, default: 20, description: 'Values over 100 count as 100.' },
  keyword,
} as const;

export const pageQuery = { type: 'object', properties: pageProperties } as const;

/** A query of a list, as it is applied. */
export function pageOf({ page, limit, keyword: asked }: SchemaValue<typeof pageQuery>) {
  const words = asked?.replaceAll('\0', '').toWellFormed().trim() ?? '';
  return { page, limit: Math.min(limit, MAX_LIMIT), ...(words !== '' && { keyword: words }) };
}

/** A page of a list as it is answered with. */
export function pageReply<T>(data: readonly T[], { page, limit }: { page: number; limit: number }, total: number) {
  return { data, has_more: page * limit < total, limit, total, page };
}
