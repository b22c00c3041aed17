import { type Datasets, keyViewer } from '#plugins/datasets/contract.ts';
import type { ExternalApiUse, ExternalApiUser } from '#plugins/external-knowledge/contract.ts';

const PAGE = 100;

/** Bases that ask an external knowledge API: told before it is deleted. */
export function apiUses(datasets: Datasets): ExternalApiUser {
  return {
    id: 'dataset-retrieval.api-uses',
    async usesOf(workspaceId, apiId) {
      const uses: ExternalApiUse[] = [];
      for (let page = 1, seen = 0; ; page += 1) {
        const found = await datasets.list(workspaceId, { page, limit: PAGE }, keyViewer);
        for (const { id, name, external } of found.datasets) if (external?.apiId === apiId) uses.push({ id, name });
        seen += found.datasets.length;
        if (seen >= found.total || found.datasets.length === 0) return uses;
      }
    },
  };
}
