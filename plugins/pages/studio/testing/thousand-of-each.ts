import { expect } from 'vitest';
import { promptApp } from '#engine/testing/app-document.ts';
import { testClient } from '#http/testing/client.ts';
import { Database } from '#plugins/database/contract.ts';
import { multiplyRows } from '#plugins/database/testing/multiply-rows.ts';
import type { TestPages } from '#plugins/pages/testing/open-pages.ts';

/** What there are a thousand of, by their tables. */
const things = [
  ...['apps', 'app_keys', 'app_tags', 'app_versions', 'annotations', 'webhook_endpoints', 'audit_entries'],
  ...['conversations', 'messages', 'end_users', 'workflow_runs', 'run_events', 'usage_users'],
  ...['datasets', 'dataset_documents', 'dataset_segments'],
];

/** A workspace that has been used for long: a thousand of each thing it has, and of some that are made here. */
export async function thousandOfEach(pages: TestPages): Promise<void> {
  const { kernel, management, url, workspaceId } = pages.platform;
  const { appId, key } = await pages.app(promptApp('chat'));
  const made = [
    testClient(url, key).request('/v1/chat-messages', { body: { inputs: {}, query: 'Do ferns flower?', user: 'ada' } }),
    management.request('/console/api/tags', { body: { name: 'Plants' } }),
    management.request(`/console/api/apps/${appId}/annotations`, { body: { question: 'Ferns?', answer: 'Green.' } }),
    management.request(`/console/api/apps/${appId}/webhooks`, { body: { url: 'https://hooks.example/one' } }),
  ];
  expect((await Promise.all(made)).map(({ status }) => status)).toEqual([200, 201, 201, 201]);
  // Of keys of knowledge bases a workspace may have ten.
  const multiplied = await multiplyRows(kernel.resolve(Database), workspaceId, 1_000, ['dataset_keys']);
  expect(multiplied).toEqual(expect.arrayContaining(things));
}
