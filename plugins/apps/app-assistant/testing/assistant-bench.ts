import { parseFrames } from '#http/testing/client.ts';
import type { TestPlatform } from '#plugins/delivery-api/testing/platform.ts';
import { ScriptedModel } from './scripted-model.ts';

export interface ProposalEvent {
  readonly event: string;
  readonly hash: string;
  readonly summary: string;
  readonly operations: readonly {
    readonly path: readonly unknown[];
    readonly set?: unknown;
    readonly insert?: unknown;
  }[];
  readonly changes: readonly { readonly part: string; readonly change: string; readonly title: string }[];
  readonly problems: readonly { readonly code: string; readonly node_id: string | null; readonly message: string }[];
  readonly left_out: readonly string[];
  readonly text?: string;
  readonly code?: string;
  readonly message?: string;
}

/** A workspace with a model that says what a test has it say. */
export class AssistantBench implements AsyncDisposable {
  readonly platform: TestPlatform;
  readonly model: ScriptedModel;

  private constructor(platform: TestPlatform, model: ScriptedModel) {
    this.platform = platform;
    this.model = model;
  }

  static async open(platform: TestPlatform): Promise<AssistantBench> {
    const model = await new ScriptedModel().start();
    const credentials = { openai_api_key: 'sk-key-of-the-provider-0001', openai_api_base: model.server.url };
    const set = await platform.management.request('/console/api/providers/openai', {
      method: 'PUT',
      body: { credentials },
    });
    if (set.status !== 200) throw new Error(set.text);
    // The default of a workspace is asked first.
    const usual = { type: 'llm', model: { provider: 'openai', model: 'gpt-4o' } };
    await platform.management.request('/console/api/default-models', { method: 'PUT', body: usual });
    return new AssistantBench(platform, model);
  }

  async app(yaml: string): Promise<string> {
    return (await this.platform.importApp(yaml, { publish: false })).appId;
  }

  /** The steps and the last event. */
  async ask(appId: string, body: object, what: 'proposals' | 'texts' = 'proposals') {
    const path = `/console/api/apps/${appId}/assistant/${what}`;
    const answer = await this.platform.management.open(path, { body });
    const bytes = Buffer.from(await answer.arrayBuffer());
    const { status } = answer;
    const events = status === 200 ? parseFrames(bytes).events : [JSON.parse(bytes.toString())];
    return {
      status,
      steps: events.slice(0, -1).map(({ step, round }) => `${step} ${round}`),
      last: events.at(-1) as unknown as ProposalEvent,
    };
  }

  async tree(appId: string) {
    const { body } = await this.platform.management.request(`/console/api/apps/${appId}/draft/tree`);
    return body as { tree: Readonly<Record<string, unknown>>; hash: string };
  }

  /** Makes the change of a proposal, as an editor does. */
  apply(appId: string, { hash, operations }: ProposalEvent) {
    const body = { base: hash, client_id: 'bench', operations };
    return this.platform.management.request(`/console/api/apps/${appId}/draft/tree`, { method: 'PATCH', body });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.model[Symbol.asyncDispose]();
  }
}
