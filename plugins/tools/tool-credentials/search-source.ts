import type { Contributions } from '#kernel';
import type { SearchSource } from '#plugins/search/contract.ts';
import type { Tool } from '#plugins/tools/contract.ts';

/** Tools of the house as the search finds them. */
export function toolSearch(tools: Contributions<Tool>): SearchSource {
  return {
    id: 'tool',
    kind: 'tool',
    permission: 'apps.edit',
    list: async () =>
      tools.all().map(({ provider, name, label }) => ({
        ...{ id: `${provider}/${name}`, name: label, about: provider },
        path: `/tools/builtin/${encodeURIComponent(provider)}`,
      })),
  };
}
