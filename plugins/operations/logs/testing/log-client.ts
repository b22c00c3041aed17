import { expect } from 'vitest';
import type { TestClient } from '#http/testing/client.ts';
import type { ImportedApp, TestPlatform } from '#plugins/delivery-api/testing/platform.ts';

/** An entry of a list, by its fields. */
export type LogItem = Readonly<Record<string, unknown>> & { readonly id: string };

interface LogPage {
  readonly data: readonly LogItem[];
  readonly next_cursor: string | null;
}

/** The logs of one app, as a console reads them. */
export class LogClient {
  readonly #client: TestClient;
  readonly #appId: string;

  constructor(client: TestClient, appId: string) {
    this.#client = client;
    this.#appId = appId;
  }

  request(path: string, options?: { readonly method?: string; readonly body?: object }) {
    return this.#client.request(`/console/api/apps/${this.#appId}/${path}`, options);
  }

  async page(
    kind: 'runs' | 'conversations' | 'feedbacks',
    query: Readonly<Record<string, string>> = {},
  ): Promise<LogPage> {
    const answer = await this.request(`${kind}?${new URLSearchParams(query)}`);
    expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, '']);
    return answer.body as LogPage;
  }

  /** All pages, and no entry twice. */
  async all(
    kind: 'runs' | 'conversations' | 'feedbacks',
    query: Readonly<Record<string, string>> = {},
  ): Promise<LogItem[]> {
    const found: LogItem[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: LogPage = await this.page(kind, cursor === '' ? query : { ...query, cursor });
      found.push(...page.data);
      cursor = page.next_cursor;
    }
    return found;
  }

  async ids(
    kind: 'runs' | 'conversations' | 'feedbacks',
    query: Readonly<Record<string, string>> = {},
  ): Promise<string[]> {
    return (await this.all(kind, query)).map(({ id }) => id);
  }
}

/** What a chat app answered. */
export interface Said {
  readonly conversation: string;
  readonly message: string;
}

/** Says something to a chat app. */
export async function say(
  platform: TestPlatform,
  app: ImportedApp,
  { query, user = 'ada', conversation = '' }: { query: string; user?: string; conversation?: string },
): Promise<Said> {
  const body = { inputs: {}, query, user, conversation_id: conversation };
  const answer = await platform.post(app.key, '/v1/chat-messages', body);
  if (answer.status !== 200) throw new Error(`it answered ${answer.status}: ${answer.text}`);
  const { conversation_id, message_id } = answer.body as Record<string, string>;
  return { conversation: conversation_id ?? '', message: message_id ?? '' };
}
