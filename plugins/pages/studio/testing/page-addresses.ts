import { expect } from 'vitest';
import { testClient } from '#http/testing/client.ts';
import { KnowledgeClient } from '#plugins/knowledge-api/testing/knowledge-client.ts';
import { Pages } from '#plugins/pages/contract.ts';
import type { TestPages } from '#plugins/pages/testing/open-pages.ts';
import { notesWorkflow } from '#plugins/web-app/testing/workflow-documents.ts';

/**
 * The addresses of all pages, by their patterns as sections have them. What names in them stand for is there, as far as it
 * is made without another server.
 */
export async function pageAddresses(pages: TestPages): Promise<ReadonlyMap<string, string>> {
  const { management, workspaceId, kernel, url } = pages.platform;
  const patterns = (await kernel.resolve(Pages).addresses({ wait: true })) ?? [];
  const { appId, key } = await pages.app(notesWorkflow(0));
  const run = await testClient(url, key).request('/v1/workflows/run', {
    body: { inputs: { topic: 'Ferns' }, response_mode: 'blocking', user: 'ada' },
  });
  const base = await management.request('/console/api/datasets', {
    body: { name: 'Plant notes', indexing_technique: 'economy', permission: 'all_team_members' },
  });
  expect([run.status, base.status]).toEqual([200, 201]);
  const { id: datasetId } = base.body as { id: string };
  const knowledge = await KnowledgeClient.of(pages.platform);
  const added = await knowledge.done('POST', `/datasets/${datasetId}/document/create-by-text`, {
    ...{ name: 'ferns.txt', text: 'Ferns want water.' },
    ...{ indexing_technique: 'economy', process_rule: { mode: 'automatic' } },
  });
  await knowledge.indexed(datasetId, added.batch as string);
  const nobody = crypto.randomUUID();
  const values: Readonly<Record<string, string>> = {
    ...{ app_id: appId, run_id: (run.body as { workflow_run_id: string }).workflow_run_id, id: nobody },
    ...{ dataset_id: datasetId, document_id: (added.document as { id: string }).id, form_id: nobody },
    ...{ connection_id: nobody, workspace_id: workspaceId, repository_id: nobody, key: 'none' },
    ...{ provider: 'demo', kind: 'builtin', scope: '@weft', name: 'run-journal' },
  };
  return new Map(
    patterns.map((pattern) => [
      pattern,
      pattern.replace(/:(\w+)/g, (_, name: string) => {
        const value = values[name];
        if (value === undefined) throw new Error(`give ":${name}" of ${pattern} a value here`);
        return value;
      }),
    ]),
  );
}
