import type { ExampleCalls } from '#plugins/openapi/testing/called-examples.ts';
import { knowledgeCases } from './knowledge-cases.ts';
import { KnowledgeClient } from './knowledge-client.ts';
import { knowledgeOwner } from './knowledge-owner.ts';

/** Each route with what it is for, and with what it must refuse. */
export const exampleCalls: readonly ExampleCalls[] = [
  {
    what: 'when programs work on knowledge bases',
    async make({ api, platform }) {
      const client = await KnowledgeClient.of(platform);
      const { workspaceId } = platform;
      const { objects } = await knowledgeOwner(platform, client, { workspaceId, name: 'the examples' });
      const token = client.key;
      for (const { route, request, answer = 200 } of knowledgeCases) {
        const { params, query, body, form } = request(objects);
        const name = route.replaceAll(/:(\w+)/g, '{$1}');
        // What is worked on is neither replaced nor deleted.
        await client.settled(objects.dataset);
        await api.call(name, answer, {
          token,
          ...(params !== undefined && { params }),
          ...(query !== undefined && { query }),
          ...(body !== undefined && { body }),
          ...(form !== undefined && { form: formOf(form) }),
        });
      }
      await refusals({ api, token });
    },
  },
];

type Refused = Pick<Parameters<ExampleCalls['make']>[0], 'api'> & { readonly token: string };

async function refusals({ api, token }: Refused): Promise<void> {
  const base = await api.call('POST /v1/datasets', 200, { token, body: { name: 'Refusing' } });
  const params = { dataset_id: (base.body as { id: string }).id };
  await api.call('POST /v1/datasets', 409, { token, body: { name: 'Refusing' } });
  await api.call('POST /v1/datasets', 400, { token, body: { name: '' } });
  await api.call('POST /v1/datasets/{dataset_id}/retrieve', 400, { token, params, body: { query: 'x' } });
  await api.call('POST /v1/datasets/{dataset_id}/document/create-by-file', 400, {
    token,
    params,
    form: new FormData(),
  });
  const text = { name: 'a', text: 'x' };
  await api.call('POST /v1/datasets/{dataset_id}/document/create-by-text', 400, { token, params, body: text });
  const form = formOf({ indexing_technique: 'economy', process_rule: { mode: 'automatic' } }, 'a.exe');
  await api.call('POST /v1/datasets/{dataset_id}/document/create-by-file', 415, { token, params, form });
  const status = { ...params, action: 'melt' };
  const ids = { document_ids: [params.dataset_id] };
  await api.call('PATCH /v1/datasets/{dataset_id}/documents/status/{action}', 400, {
    token,
    params: status,
    body: ids,
  });
  await api.call('DELETE /v1/datasets/{dataset_id}', 204, { token, params });
  await api.call('GET /v1/datasets/{dataset_id}', 404, { token, params });
}

function formOf(data: Readonly<Record<string, unknown>>, name = 'sent.txt'): FormData {
  const form = new FormData();
  form.append('file', new File(['ferns and mosses'], name, { type: 'text/plain' }));
  form.append('data', JSON.stringify(data));
  return form;
}
