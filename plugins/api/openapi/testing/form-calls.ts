import { Database } from '#plugins/database/contract.ts';
import { runQuery } from '#plugins/database/testing/run-query.ts';
import type { TestPlatform } from '#plugins/delivery-api/testing/platform.ts';
import { approvalWorkflow } from '#plugins/human-input/testing/documents.ts';
import { FormClient } from '#plugins/human-input/testing/form-client.ts';
import { Secrets } from '#plugins/secrets/contract.ts';
import type { DescribedApi } from './described-api.ts';

/** Forms that came by e-mail. */
export async function formCalls(api: DescribedApi, platform: TestPlatform): Promise<void> {
  const config = { recipients: { items: [{ type: 'external', email: 'ada@example.com' }] }, body: '{{#url#}}' };
  const methods = [{ id: 'mail', type: 'email', enabled: true, config }];
  const app = await platform.importApp(approvalWorkflow({ delivery_methods: methods }));
  const { runId } = await new FormClient(platform).run(app);
  // Nobody takes the e-mail: its link is read where it is kept.
  const [sentEmail] = await runQuery<{ token_sealed: string }>(
    platform.kernel.resolve(Database),
    `select token_sealed from human_input_letters where run_id = '${runId}'`,
  );
  const secrets = platform.kernel.resolve(Secrets);
  const token = secrets.open(platform.workspaceId, 'human-input.letter', sentEmail?.token_sealed ?? '');
  await api.call('GET /form', 200);
  await api.call('POST /form/show', 200, { body: { token } });
  await api.call('POST /form/show', 404, { body: { token: 'a'.repeat(32) } });
  await api.call('POST /form/answer', 400, { body: { token, inputs: {}, action: 'none' } });
  await api.call('POST /form/answer', 200, { body: { token, inputs: { note: 'fine' }, action: 'ok' } });
  await api.call('POST /form/answer', 412, { body: { token, inputs: { note: 'fine' }, action: 'ok' } });
  await api.call('POST /form/show', 412, { body: { token } });
}
