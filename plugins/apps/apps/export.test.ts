import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Documents } from '#engine';
import { appDocument, chain, node } from '#engine/testing/app-document.ts';
import { newId } from '#kernel';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { Workspaces } from '#plugins/workspaces/contract.ts';
import { Apps } from './contract.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await sharedPlatform();
});
afterAll(() => platform.dispose());

const dataset = newId();

function document(): string {
  const tool = { provider_type: 'builtin', provider_id: 'time', tool_name: 'current_time', credential_id: 'cred-1' };
  return appDocument({
    mode: 'workflow',
    name: 'Secretive',
    environmentVariables: [{ id: 'e', name: 'token', value_type: 'secret', value: 'sk-canary', description: '' }],
    nodes: [
      node('1', 'start', { variables: [] }),
      node('2', 'knowledge-retrieval', { dataset_ids: [dataset, 'Zm9yZWlnbg=='], retrieval_mode: 'multiple' }),
      node('3', 'tool', tool),
      node('4', 'end', { outputs: [] }),
    ],
    edges: chain('1', '2', '4'),
  });
}

describe('an export', () => {
  it('trap 28: secrets: secret env empty, credential ids gone, dataset ids encrypted', async () => {
    const imported = await platform.management.request('/console/api/apps/import', { body: { yaml: document() } });
    const { app, warnings } = imported.body as { app: { id: string }; warnings: string[] };
    expect(warnings).toContainEqual(expect.stringContaining('A knowledge base of another workspace'));
    const { text } = await platform.management.request(`/console/api/apps/${app.id}/export`);
    expect(text).not.toMatch(/sk-canary|cred-1|credential_id|Zm9yZWlnbg/);
    expect(text).not.toContain(dataset);
    expect(text).toMatch(/name: token\s+value_type: secret\s+value: (''|"")/);
    const [, sealed] = /dataset_ids:\n\s*- '?([A-Za-z0-9+/=]+)'?\n/.exec(text) ?? [];
    expect(sealed).toMatch(/^[A-Za-z0-9+/]{40,}=*$/);
    expect(await datasetsAfter(platform.workspaceId, text)).toEqual([dataset]);
  });

  it('asks for what was typed into HTTP nodes, as for a secret variable', async () => {
    const config = { type: 'custom', header: 'X-Api-Key', api_key: 'typed-canary-1' };
    const call = { method: 'get', url: 'https://api.example.com/', authorization: { type: 'api-key', config } };
    const yaml = appDocument({
      mode: 'workflow',
      name: 'Typed',
      nodes: [
        node('1', 'start', { variables: [] }),
        node('2', 'http-request', { ...call, headers: 'Authorization: Bearer typed-canary-2', params: '' }),
        node('3', 'end', { outputs: [] }),
      ],
      edges: chain('1', '2', '3'),
    });
    const imported = await platform.management.request('/console/api/apps/import', { body: { yaml } });
    const { app } = imported.body as { app: { id: string } };
    const { text } = await platform.management.request(`/console/api/apps/${app.id}/export`);
    expect(text).not.toContain('typed-canary');
    expect(text).toMatch(/api_key: '\{\{#env\.\w+#\}\}'/);
    const plan = await platform.management.request('/console/api/apps/import/plan', { body: { yaml: text } });
    expect(plan.body).toMatchObject({ secrets: [expect.any(String), expect.any(String)], is_complete: false });
    // Who may read secrets gets the document as it was written.
    const open = await platform.management.request(`/console/api/apps/${app.id}/export-with-secrets`, { body: {} });
    expect(open.text).toContain('typed-canary-1');
  });

  it('means nothing in another workspace', async () => {
    const imported = await platform.management.request('/console/api/apps/import', { body: { yaml: document() } });
    const { app } = imported.body as { app: { id: string } };
    const { text } = await platform.management.request(`/console/api/apps/${app.id}/export`);
    const other = await platform.kernel
      .resolve(Workspaces)
      .create({ name: 'Other', plan: 'unlimited', ownerName: 'Grace' });
    expect(await datasetsAfter(other.id, text)).toEqual([]);
  });
});

/** Ids of knowledge bases in what a workspace runs after it imported an export. */
async function datasetsAfter(workspaceId: string, text: string): Promise<unknown> {
  const apps = platform.kernel.resolve(Apps);
  const { id } = await apps.import(workspaceId, platform.kernel.resolve(Documents).parse(text));
  const { version } = await apps.publish(workspaceId, id);
  const { nodes } = JSON.parse(version.compiled.graph.text) as { nodes: { type: string; data: object }[] };
  const retrieval = nodes.find(({ type }) => type === 'knowledge-retrieval');
  return retrieval === undefined ? undefined : Reflect.get(retrieval.data, 'dataset_ids');
}
