import { modelChat, promptApp } from '#engine/testing/app-document.ts';
import { type JsonAnswer, testClient } from '#http/testing/client.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** Documents of the modes that answer from annotations. */
export const chatDocuments: Readonly<Record<'chat' | 'agent-chat' | 'advanced-chat', () => string>> = {
  chat: () => promptApp('chat'),
  'agent-chat': () => {
    const tree = JSON.parse(promptApp('chat'));
    tree.app.mode = 'agent-chat';
    tree.model_config.agent_mode = { enabled: true, strategy: 'function_call', max_iteration: 3, tools: [] };
    return JSON.stringify(tree);
  },
  'advanced-chat': () => modelChat(),
};

export const demoModel = { embedding_provider_name: 'demo', embedding_model_name: 'demo-embedding' };

/** Annotations of an app over its key. */
export class AnnotationClient {
  readonly #client: ReturnType<typeof testClient>;

  constructor(address: string, key: string) {
    this.#client = testClient(address, key);
  }

  send(method: string, path: string, body?: unknown): Promise<JsonAnswer> {
    return this.#client.request(`/v1/apps/${path}`, { method, ...(body !== undefined && { body }) });
  }

  async add(question: string, answer: string): Promise<Fields & { readonly id: string }> {
    const { status, body, text } = await this.send('POST', 'annotations', { question, answer });
    if (status !== 201) throw new Error(`the annotation was answered with ${status}: ${text}`);
    return body as Fields & { id: string };
  }

  /** Starts the job; gives its id. */
  async begin(more: object = {}): Promise<string> {
    const request = { score_threshold: 0.9, ...demoModel, ...more };
    const { status, body, text } = await this.send('POST', 'annotation-reply/enable', request);
    if (status !== 200) throw new Error(`the reply was answered with ${status}: ${text}`);
    return (body as { job_id: string }).job_id;
  }

  async job(id: string): Promise<{ readonly job_status: string; readonly error_msg: string }> {
    const { body } = await this.send('GET', `annotation-reply/enable/status/${id}`);
    return body as { job_status: string; error_msg: string };
  }

  /** How the job ended. */
  async ended(id: string): Promise<{ readonly job_status: string; readonly error_msg: string }> {
    for (;;) {
      const job = await this.job(id);
      if (job.job_status === 'completed' || job.job_status === 'error') return job;
      await pause();
    }
  }

  /** Switches the reply on and waits until it is. */
  async enable(more: object = {}): Promise<void> {
    const job = await this.ended(await this.begin(more));
    if (job.job_status !== 'completed') throw new Error(`the job ended with ${JSON.stringify(job)}`);
  }

  /** Asks until an annotation answers. */
  async answered(query: string, user = 'u'): Promise<Fields> {
    for (;;) {
      const { body } = await this.#client.request('/v1/chat-messages', { body: { inputs: {}, query, user } });
      if (annotationOf(body) !== null) return body as Fields;
      await pause();
    }
  }
}

export function annotationOf(body: unknown): { readonly id: string } | null {
  return (body as { metadata: { annotation_reply: { id: string } | null } }).metadata.annotation_reply;
}

export function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 20));
}
