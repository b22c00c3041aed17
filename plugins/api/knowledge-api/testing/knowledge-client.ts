import { vi } from 'vitest';
import { type ClientRequest, type JsonAnswer, testClient } from '#http/testing/client.ts';
import { DatasetKeys } from '#plugins/dataset-keys/contract.ts';
import type { TestPlatform } from '#plugins/delivery-api/testing/platform.ts';

/** A key of the workspace's knowledge bases. */
export async function knowledgeKey({ kernel }: Pick<TestPlatform, 'kernel'>, workspaceId: string): Promise<string> {
  return (await kernel.resolve(DatasetKeys).create(workspaceId, 'test')).secret;
}

type Fields = Readonly<Record<string, unknown>>;

/** Calls the routes of knowledge bases as programs do. */
export class KnowledgeClient {
  readonly #url: string;
  readonly key: string;

  constructor(url: string, key: string) {
    this.#url = url;
    this.key = key;
  }

  /** Of the platform's workspace. */
  static async of(platform: TestPlatform, workspaceId = platform.workspaceId): Promise<KnowledgeClient> {
    return new KnowledgeClient(platform.url, await knowledgeKey(platform, workspaceId));
  }

  request(path: string, request: ClientRequest = {}): Promise<JsonAnswer> {
    return testClient(this.#url, this.key).request(`/v1${path}`, request);
  }

  get(path: string): Promise<JsonAnswer> {
    return this.request(path);
  }

  send(method: string, path: string, body?: unknown): Promise<JsonAnswer> {
    return this.request(path, { method, ...(body !== undefined && { body }) });
  }

  /** Throws unless the answer is a success. */
  async done(method: string, path: string, body?: unknown): Promise<Fields> {
    const answer = await this.send(method, path, body);
    if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`);
    return answer.body as Fields;
  }

  /** A base that has nothing in it. */
  async base(name: string, more: Fields = {}): Promise<string> {
    const { id } = await this.done('POST', '/datasets', { name, indexing_technique: 'high_quality', ...more });
    return id as string;
  }

  /** A document of a text that is found when this resolves; gives its id. */
  async document(base: string, name: string, text: string, more: Fields = {}): Promise<string> {
    const made = await this.done('POST', `/datasets/${base}/document/create-by-text`, {
      name,
      text,
      process_rule: { mode: 'automatic' },
      ...more,
    });
    await this.indexed(base, made.batch as string);
    return (made.document as { id: string }).id;
  }

  /** Waits, as clients do, until all of a batch is completed. */
  async indexed(base: string, batch: string): Promise<void> {
    const statuses = async () => {
      const { data } = await this.done('GET', `/datasets/${base}/documents/${batch}/indexing-status`);
      return data as { indexing_status: string; error: string | null }[];
    };
    const settled = await vi.waitFor(
      async () => {
        const now = await statuses();
        if (now.some(({ indexing_status: status }) => status !== 'completed' && status !== 'error')) {
          throw new Error(`the documents were not indexed in time: ${JSON.stringify(now)}`);
        }
        return now;
      },
      { timeout: 60_000, interval: 25 },
    );
    const failed = settled.find((each) => each.indexing_status === 'error');
    if (failed !== undefined) throw new Error(`a document failed: ${failed.error}`);
  }

  /** Waits until no document of a base is worked on. */
  async settled(base: string): Promise<void> {
    await vi.waitFor(
      async () => {
        const { data } = await this.done('GET', `/datasets/${base}/documents?limit=100`);
        const busy = (data as { indexing_status: string }[]).filter((each) => each.indexing_status !== 'completed');
        if (busy.length > 0) throw new Error(`documents are still worked on: ${JSON.stringify(busy)}`);
      },
      { timeout: 60_000, interval: 25 },
    );
  }

  async upload(
    method: string,
    path: string,
    parts: readonly (readonly [string, string | File])[],
  ): Promise<JsonAnswer> {
    const form = new FormData();
    for (const [name, value] of parts) form.append(name, value);
    const headers = { authorization: `Bearer ${this.key}` };
    const answer = await fetch(`${this.#url}/v1${path}`, { method, body: form, headers });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, text, body: text === '' ? undefined : JSON.parse(text) };
  }
}
