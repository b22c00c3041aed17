import { greetingWorkflow } from '#engine/testing/app-document.ts';
import type { ExampleCalls } from '#plugins/openapi/testing/called-examples.ts';
import type { DescribedCall } from '#plugins/openapi/testing/described-api.ts';
import { ScriptedModel } from './scripted-model.ts';

export const exampleCalls: readonly ExampleCalls[] = [
  {
    what: 'when the assistant is asked',
    async make({ api, token }) {
      await using model = await new ScriptedModel().start();
      const credentials = { openai_api_key: 'sk-key-of-the-provider-0001', openai_api_base: model.server.url };
      const made = await api.call('POST /console/api/apps/import', 201, { token, body: { yaml: greetingWorkflow() } });
      const params = { app_id: (made.body as { app: { id: string } }).app.id };
      const call = (name: string, status: number, more: DescribedCall = {}) =>
        api.call(`${name.replace(' ', ' /console/api/apps/{app_id}/assistant')}`, status, { token, params, ...more });
      const provider = { token, params: { provider: 'openai' } };
      await api.call('PUT /console/api/providers/{provider}', 200, { ...provider, body: { credentials } });
      await call('GET ', 200);
      const chosen = { model: { provider: 'openai', name: 'gpt-4o' } };
      model.says(
        { summary: 'Louder.', nodes: [{ id: '2', settings: { template: '{{ name | upper }}' } }] },
        { text: '{{ name | lower }}' },
      );
      await call('POST /proposals', 200, { body: { wish: 'Louder', ...chosen } });
      await call('POST /proposals', 400, { body: {} });
      await call('POST /proposals', 404, { body: { run_id: params.app_id } });
      const problems = [{ code: 'unknown_variable', node_id: '2', field: 'template' }];
      await call('POST /proposals', 409, { body: { problems } });
      const text = { kind: 'prompt', node_id: '2', field: 'template', wish: 'Quieter', ...chosen };
      await call('POST /texts', 200, { body: text });
      await call('POST /texts', 404, { body: { ...text, field: 'title' } });
      const gone = { ...provider, query: { confirm: 'true' } };
      await api.call('DELETE /console/api/providers/{provider}', 204, gone);
    },
  },
];
