import { greetingWorkflow } from '#engine/testing/app-document.ts';
import type { ExampleCalls } from '#plugins/openapi/testing/called-examples.ts';
import type { DescribedApi } from '#plugins/openapi/testing/described-api.ts';

export const exampleCalls: readonly ExampleCalls[] = [
  { what: 'when apps are kept in files', make: ({ api, token }) => codeCalls(api, token) },
];

/** Apps that are kept in files. */
async function codeCalls(api: DescribedApi, token: string): Promise<void> {
  const call = (path: string, status: number, body: unknown) =>
    api.call(`POST /console/api/app-code/${path}`, status, { token, body });
  const documents = [{ file: 'described.yml', yaml: greetingWorkflow().replace('"Greeting"', '"Described"') }];
  await call('plan', 200, { documents });
  const applied = await call('apply', 200, { documents, note: 'first' });
  const [made] = (applied.body as { data: { app_id: string }[] }).data;
  await call('plan', 200, { documents, prune: true });
  await call('plan', 400, { documents, environment: 'kind: nothing' });
  await call('apply', 400, { documents, environment: 'kind: nothing' });
  await call('apply', 409, { documents: [{ file: 'broken.yml', yaml: 'app: [' }] });
  const params = { app_id: made?.app_id ?? '' };
  await api.call('GET /console/api/apps/{app_id}/code', 200, { token, params });
}
