import { setTimeout as sleep } from 'node:timers/promises';
import { type JsonAnswer, testClient } from '#http/testing/client.ts';

/** A batch as the API tells it. */
export interface ToldBatch {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly total: number;
  readonly waiting: number;
  readonly running: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly stopped: number;
  readonly wrong: number;
  readonly kept: boolean;
  readonly output_columns: readonly string[];
  readonly error: string | null;
}

export interface ToldRow {
  readonly number: number;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly status: string;
  readonly outputs: Readonly<Record<string, unknown>> | null;
  readonly error: string | null;
  readonly workflow_run_id: string | null;
}

export interface BatchFile {
  readonly name?: string;
  readonly type?: string;
  readonly content: string | Uint8Array;
}

type Fields = Readonly<Record<string, string>>;

/** Batches of one user of an app, over the API. */
export interface BatchClient {
  form(path: string, file: BatchFile, fields?: Fields, headers?: Fields): Promise<JsonAnswer>;
  /** The batch that was made. */
  create(content: BatchFile['content'], fields?: Fields): Promise<ToldBatch>;
  get(id: string): Promise<ToldBatch>;
  act(id: string, action: 'pause' | 'resume' | 'stop' | 'retry'): Promise<ToldBatch>;
  rows(id: string): Promise<readonly ToldRow[]>;
  /** Waits until the batch is so. */
  until(id: string, isSo: (batch: ToldBatch) => boolean, seconds?: number): Promise<ToldBatch>;
  request(method: string, path: string, body?: unknown): Promise<JsonAnswer>;
  /** The answer, unread. */
  open(path: string): Promise<Response>;
}

export function batchClient(address: string, key: string, user = 'u1'): BatchClient {
  const client = testClient(address, key);
  const withUser = (path: string) => `${path}${path.includes('?') ? '&' : '?'}user=${encodeURIComponent(user)}`;
  const form: BatchClient['form'] = async (path, file, fields = {}, headers = {}) => {
    const body = new FormData();
    const content = typeof file.content === 'string' ? file.content : new Uint8Array(file.content);
    body.set('file', new File([content], file.name ?? 'rows.csv', { type: file.type ?? 'text/csv' }));
    for (const [name, value] of Object.entries({ user, ...fields })) body.set(name, value);
    const answer = await fetch(address + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, ...headers },
      body,
    });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, text, body: text === '' ? undefined : JSON.parse(text) };
  };
  const request: BatchClient['request'] = (method, path, body) =>
    method === 'GET' || method === 'DELETE'
      ? client.request(withUser(path), { method })
      : client.request(path, { method, body: { user, ...(body as object) } });
  const ok = async (answer: Promise<JsonAnswer>): Promise<unknown> => {
    const { status, text, body } = await answer;
    if (status >= 300) throw new Error(`answered ${status}: ${text}`);
    return body;
  };
  const get = async (id: string) => (await ok(request('GET', `/v1/batches/${id}`))) as ToldBatch;
  return {
    form,
    request,
    open: (path) => client.open(withUser(path)),
    get,
    create: async (content, fields) => (await ok(form('/v1/batches', { content }, fields))) as ToldBatch,
    act: async (id, action) => (await ok(request('POST', `/v1/batches/${id}/${action}`, {}))) as ToldBatch,
    async rows(id) {
      const all: ToldRow[] = [];
      for (let hasMore = true; hasMore; ) {
        const after = all.at(-1)?.number ?? 0;
        const page = await ok(request('GET', `/v1/batches/${id}/rows?limit=500&after=${after}`));
        const { data, has_more } = page as { data: readonly ToldRow[]; has_more: boolean };
        all.push(...data);
        hasMore = has_more;
      }
      return all;
    },
    async until(id, isSo, seconds = 30) {
      const end = Date.now() + seconds * 1_000;
      for (;;) {
        const batch = await get(id);
        if (isSo(batch)) return batch;
        if (Date.now() > end) throw new Error(`the batch did not become so: ${JSON.stringify(batch)}`);
        await sleep(50);
      }
    },
  };
}
