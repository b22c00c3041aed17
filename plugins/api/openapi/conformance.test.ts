import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { promptApp } from '#engine/testing/app-document.ts';
import { Routes } from '#http';
import { Database } from '#plugins/database/contract.ts';
import { textsOf } from '#plugins/database/testing/texts-of.ts';
import { failingWorkflow, speakingWorkflow } from '#plugins/delivery-api/testing/documents.ts';
import { ownedApps, ownerOf } from '#plugins/delivery-api/testing/owned-objects.ts';
import { startPlatform, type TestPlatform } from '#plugins/delivery-api/testing/platform.ts';
import { rememberingChat } from '#plugins/history-api/testing/documents.ts';
import { knowledgeKey } from '#plugins/knowledge-api/testing/knowledge-client.ts';
import { countingLoop, sayingIteration } from '#plugins/node-containers/testing/documents.ts';
import { accountCalls } from './testing/account-calls.ts';
import { annotationCalls } from './testing/annotation-calls.ts';
import { billingCalls, stripeEnvironment } from './testing/billing-calls.ts';
import { exampleCalls } from './testing/called-examples.ts';
import { DescribedApi } from './testing/described-api.ts';
import { formCalls } from './testing/form-calls.ts';
import { appCalls, type ManagementParts, runHistoryCalls, settingCalls } from './testing/management-calls.ts';
import { memberCalls } from './testing/member-calls.ts';
import { factCalls, generationCalls, historyCalls, mediaCalls, runCalls } from './testing/runtime-calls.ts';
import { samlCalls, ssoCalls } from './testing/sso-calls.ts';

let platform: TestPlatform;
let parts: ManagementParts;
/** Of knowledge bases. */
let knowledge: string;

const agent = JSON.stringify({
  version: '0.6.0',
  kind: 'app',
  app: { name: 'Agent', mode: 'agent-chat' },
  model_config: {
    model: { provider: 'demo', name: 'demo-chat', mode: 'chat', completion_params: { pace_ms: 0 } },
    pre_prompt: 'Help.',
    agent_mode: {
      enabled: true,
      strategy: 'function_call',
      max_iteration: 3,
      tools: [
        {
          enabled: true,
          provider_type: 'builtin',
          provider_id: 'maths',
          provider_name: 'maths',
          tool_name: 'eval_expression',
          tool_label: 'eval_expression',
          tool_parameters: { expression: '' },
        },
      ],
    },
  },
});

function speakingChat(): string {
  const tree = JSON.parse(rememberingChat());
  tree.workflow.features = {
    speech_to_text: { enabled: true },
    text_to_speech: { enabled: true, voice: '' },
    file_upload: {
      enabled: true,
      number_limits: 3,
      allowed_file_types: ['audio'],
      allowed_file_upload_methods: ['local_file'],
    },
  };
  return JSON.stringify(tree);
}

beforeAll(async () => {
  platform = await startPlatform({
    // Nobody takes the e-mails: links of invitations are shown.
    env: {
      WEFT_SIGN_UP: 'open',
      SMTP_URL: 'smtp://127.0.0.1:9',
      ...stripeEnvironment,
      WEFT_EGRESS_ALLOW: '127.0.0.1',
    },
  });
  // A tool that takes credentials.
  await platform.kernel.load(new URL('../../tools/tool-credentials/testing/secret-tool/', import.meta.url));
  // Who takes payments on a page of their own.
  await platform.kernel.load(new URL('../../billing/billing/testing/card-provider/', import.meta.url));
  const apps = await ownedApps(platform);
  knowledge = await knowledgeKey(platform, platform.workspaceId);
  parts = {
    api: await DescribedApi.of(platform.url),
    token: platform.token,
    apps,
    owner: await ownerOf(platform, apps, 'u1'),
    speaker: await platform.importApp(speakingChat()),
    draft: await platform.importApp(promptApp('chat'), { publish: false }),
  };
});
afterAll(() => platform.dispose());

describe('the document', () => {
  it('describes every route: who adds one gives it `docs`, with its answers', () => {
    const bare = platform.kernel
      .contributions(Routes)
      .all()
      .filter(({ docs }) => docs === undefined);
    expect(bare.map(({ id, method, path }) => `${id} (${method} ${path}) has no docs`)).toEqual([]);
    const silent = parts.api.operations.filter(
      ({ operation }) => !Object.keys(operation.responses).some((status) => /^(?:2|303)/.test(status)),
    );
    expect(silent.map(({ name }) => `${name} tells no success`)).toEqual([]);
  });
});

describe('the server answers what is told', () => {
  it('when apps run', () => generationCalls(parts));
  it('when runs are looked at', () => runCalls(parts));
  it('when people look back', () => historyCalls(parts));
  it('when files, sound and forms are sent', () => mediaCalls(parts));
  it('when forms came by e-mail', () => formCalls(parts.api, platform));
  it('when it is asked what it is', () => factCalls(parts));
  it('when apps are managed', () => appCalls(parts));

  it('when runs are managed', () => runHistoryCalls(parts));
  it('when providers, tools and the workspace are set up', () => settingCalls(parts));
  it('when people have accounts', () => accountCalls(parts.api, platform));
  it('when people share workspaces', () => memberCalls(parts.api, platform));
  it('when people sign in over OpenID providers', () => ssoCalls(parts.api, platform));
  it('when people sign in over SAML providers', () => samlCalls(parts.api, platform));
  it('when plans are ordered and paid', () => billingCalls(parts.api, parts.token));
  it.each(exampleCalls)('$what', ({ make }) => make({ ...parts, platform }));

  it('when answers are annotated', async () => {
    await annotationCalls(parts.api, platform, await platform.importApp(promptApp('chat')));
  });

  it.each([
    ['loop', 'chat-messages', countingLoop, 'loop_completed'],
    ['iterate', 'chat-messages', sayingIteration, 'iteration_completed'],
    ['fail', 'workflows/run', failingWorkflow, '"event":"error"'],
    ['speak', 'workflows/run', () => speakingWorkflow(1, 3), 'text_chunk'],
  ])('in streams of apps that %s', async (_, path, document, expected) => {
    const { key: token } = await platform.importApp(document());
    const body = { inputs: {}, query: 'Hi', user: 'u1' };
    await parts.api.call(`POST /v1/${path}`, 200, { token, body });
    const { bytes } = await parts.api.call(`POST /v1/${path}`, 200, {
      token,
      body: { ...body, response_mode: 'streaming' },
    });
    expect(bytes.toString()).toContain(expected);
  });

  it('in streams of agents and of failing retries', async () => {
    const { key: token } = await platform.importApp(agent);
    const body = { inputs: {}, query: 'What is 6 * 7?', response_mode: 'streaming', user: 'u1' };
    const { bytes } = await parts.api.call('POST /v1/chat-messages', 200, { token, body });
    expect(bytes.toString()).toContain('"event":"agent_thought"');
    const retry = { retry_config: { retry_enabled: true, max_retries: 1, retry_interval: 1 } };
    const failing = await platform.importApp(failingWorkflow(retry));
    const again = { inputs: {}, response_mode: 'streaming', user: 'u1' };
    const frames = await parts.api.call('POST /v1/workflows/run', 200, { token: failing.key, body: again });
    expect(frames.bytes.toString()).toContain('"event":"node_retry"');
  });
});

describe('the server refuses as it is told', () => {
  it('callers without a key', async () => {
    for (const { name, operation } of parts.api.operations) {
      if (operation.security.length > 0) await parts.api.call(name, 401, { params: anyParams(name) });
    }
  });

  it('bodies of another type, and no bodies at all', async () => {
    for (const { name, operation } of parts.api.operations) {
      if (operation.requestBody?.required !== true || isOfAccount(operation.security)) continue;
      const call = { token: tokenFor(operation.security), params: anyParams(name) };
      await parts.api.call(name, 415, { ...call, text: '<a/>', headers: { 'content-type': 'application/xml' } });
    }
  });

  it('ids that are none', async () => {
    for (const { name, operation } of parts.api.operations) {
      const hasId = operation.parameters?.some(({ in: place, schema }) => place === 'path' && schema.format === 'uuid');
      if (hasId !== true || operation.requestBody !== undefined || operation.security.length === 0) continue;
      if (isOfAccount(operation.security)) continue;
      const query = { user: 'u1' };
      const { status } = await parts.api.refusal(name, {
        token: tokenFor(operation.security),
        params: anyParams(name, 'none'),
        query,
      });
      expect([400, 404], name).toContain(status);
    }
  });
});

it('the server answers what is told when the management token is made anew, which is the last that this one does', async () => {
  await parts.api.call('POST /console/api/installation/management-token/rotate', 200, { token: parts.token });
  await parts.api.call('GET /console/api/installation/plugins', 401, { token: parts.token });
});

/** Last: it counts what the others did. */
it('every success that is told was seen: who adds a route calls it in testing/example-calls.ts of its plugin', () => {
  expect(parts.api.unseen()).toEqual([]);
});

describe('attack T11: of the secrets that all these requests sent and were answered', () => {
  it('each is told by a route that makes it, and by no other', () => {
    expect(parts.api.told.secrets.size).toBeGreaterThan(30);
    expect(parts.api.told.shown()).toEqual([
      'GET /console/api/runs/{run_id}/events shows form_token',
      'POST /console/api/account/keys shows api_key',
      'POST /console/api/account/second-factor shows secret',
      'POST /console/api/account/second-factor/confirm shows recovery_codes',
      'POST /console/api/account/second-factor/recovery-codes shows recovery_codes',
      'POST /console/api/accounts/confirm shows access_token',
      'POST /console/api/accounts/confirm shows refresh_token',
      'POST /console/api/accounts/reset-link shows link',
      'POST /console/api/apps/import shows api_key',
      'POST /console/api/apps/{app_id}/keys shows api_key',
      'POST /console/api/apps/{app_id}/site/visitor-secret shows secret',
      'POST /console/api/apps/{app_id}/webhooks shows secret',
      'POST /console/api/apps/{app_id}/webhooks/{id}/rotate shows secret',
      'POST /console/api/dataset-keys shows api_key',
      'POST /console/api/installation/management-token/rotate shows token',
      'POST /console/api/invitations shows link',
      'POST /console/api/invitations/{invitation_id}/resend shows link',
      'POST /console/api/repositories/{repository_id}/hook-secret shows secret',
      'POST /console/api/sessions shows access_token',
      'POST /console/api/sessions shows refresh_token',
      'POST /console/api/sessions/hand-offs/redeem shows access_token',
      'POST /console/api/sessions/hand-offs/redeem shows refresh_token',
      'POST /console/api/sessions/refresh shows access_token',
      'POST /console/api/sessions/refresh shows refresh_token',
      'POST /oauth/token shows access_token',
      'POST /oauth/token shows refresh_token',
      'POST /v1/conversations/{conversation_id}/shares shows token',
      'POST /v1/workflows/run shows form_token',
      'POST /v1/workflows/{workflow_id}/run shows form_token',
      'POST /web/api/visit shows visitor_token',
      'PUT /console/api/apps/{app_id}/triggers/{id}/signature shows secret',
    ]);
  });

  it('none is told twice, and none that was sent is told at all', () => {
    expect(parts.api.told.repeated()).toEqual([]);
    expect(parts.api.told.echoed()).toEqual([]);
  });

  it('none lies open in a table, be it the audit log, a job or a message to others, nor in the log', async () => {
    const texts = await textsOf(platform.kernel.resolve(Database));
    for (const table of ['audit_entries', '_private_jobs']) {
      expect(
        texts.some((stored) => stored.table === table),
        table,
      ).toBe(true);
    }
    const log = inspect(platform.log, { depth: null, maxArrayLength: null, maxStringLength: null });
    const found = [...parts.api.told.secrets].flatMap(([secret, field]) => [
      ...texts.filter(({ text }) => text.includes(secret)).map(({ table, column }) => `${field}: ${table}.${column}`),
      ...(log.includes(secret) ? [`${field}: the log`] : []),
    ]);
    expect(found).toEqual([]);
  });
});

function anyParams(name: string, value = '00000000-0000-7000-8000-000000000000'): Record<string, string> {
  return Object.fromEntries([...name.matchAll(/\{(\w+)\}/g)].map(([, param = '']) => [param, value]));
}

/** What takes a person or a key of theirs: the management token does not do. */
function isOfAccount(security: readonly Readonly<Record<string, unknown>>[]): boolean {
  const has = (name: string) => security.some((scheme) => name in scheme);
  return has('sessionToken') && !has('managementToken');
}

function tokenFor(security: readonly Readonly<Record<string, unknown>>[]): string {
  if (security.some((scheme) => 'knowledgeKey' in scheme)) return knowledge;
  return security.some((scheme) => 'appKey' in scheme) ? parts.apps.chat.key : parts.token;
}
