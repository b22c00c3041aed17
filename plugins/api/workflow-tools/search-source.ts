import type { SearchSource } from '#plugins/search/contract.ts';
import type { WorkflowToolStore } from './store.ts';

/** Workflows that are tools as the search finds them, by label or name. */
export function workflowToolSearch(store: WorkflowToolStore): SearchSource {
  return {
    id: 'workflow_tool',
    kind: 'tool',
    permission: 'apps.edit',
    async read({ workspaceId }, ids) {
      const found = await store.names(workspaceId, ids);
      return found.map(({ id, name, label }) => ({
        ...{ id, name: label || name, about: name },
        path: `/tools/workflow/${id}`,
      }));
    },
  };
}
