import { call, type PickerSource } from '#plugins/studio/web/contract.tsx';
import { MAX_TAG, tagItems } from './tag-items.ts';

const LIMIT = 30;

/** The tags of the workspace, by part of their names. `without`: those that are picked already; `aboutNew`: new ones may be picked, and that is said of them. */
export function tagSource({
  without = [],
  aboutNew,
}: {
  readonly without?: readonly string[];
  readonly aboutNew?: string;
}): PickerSource {
  return {
    kind: 'tags',
    async find(search, next, signal) {
      const page = Number(next ?? 1);
      const name = search.trim();
      const query = { page, limit: LIMIT, ...(name !== '' && { name: name.slice(0, MAX_TAG) }) };
      const { data, has_more: hasMore } = await call.get('/console/api/tags', { query, signal });
      const items = tagItems({ name, tags: data, isAll: !hasMore }, aboutNew);
      return { items: items.filter(({ id }) => !without.includes(id)), next: hasMore ? String(page + 1) : null };
    },
  };
}
