import type { ServerResponse } from 'node:http';
import { expect } from 'vitest';
import { modelApp } from '#plugins/history-api/testing/documents.ts';
import type { Page, TestPages } from '#plugins/pages/testing/open-pages.ts';
import { typeInto } from '#plugins/pages/testing/type-into.ts';
import {
  beginStream,
  chunkFrame,
  DONE_FRAME,
  type FakeOpenAi,
  fail,
  framesOf,
  type SeenCall,
  startFakeOpenAi,
} from '#plugins/provider-openai/testing/fake-openai.ts';

/** A model that says what a test wants, when it wants. */
export interface ChatBench {
  readonly server: FakeOpenAi;
  /** An app of the model `echo` (says the question), `held` (as `held` is told), or another script. */
  app(model: string, features?: object, site?: object, mode?: 'chat' | 'agent-chat'): Promise<string>;
  /** The newest answer of the model `held`; waits until it was asked for. */
  held(): Promise<HeldAnswer>;
  /** What the models were asked, newest last: the texts of the messages. */
  asked(): readonly (readonly string[])[];
  close(): Promise<void>;
}

export interface HeldAnswer {
  say(text: string): void;
  end(): void;
}

type Messages = readonly { readonly content: unknown }[];

function textsOf(call: SeenCall): readonly string[] {
  return ((call.body.messages ?? []) as Messages).map(({ content }) =>
    typeof content === 'string' ? content : JSON.stringify(content),
  );
}

export async function startChatBench(pages: TestPages): Promise<ChatBench> {
  const waiting: ServerResponse[] = [];
  const refused = new Map<string, number>();
  const server = await startFakeOpenAi({
    echo(call, response) {
      beginStream(response);
      for (const frame of framesOf(textsOf(call).at(-1) ?? '')) response.write(frame);
      response.end();
    },
    exact(call, response) {
      beginStream(response);
      for (const text of [textsOf(call).at(-1) ?? '']) response.write(chunkFrame({ content: text }));
      response.end(chunkFrame({}, { finish_reason: 'stop' }) + DONE_FRAME);
    },
    /** Has no room for a question the first time, nor the second where it says "twice", and never where it says "never". */
    busy(call, response) {
      const said = textsOf(call).at(-1) ?? '';
      const times = (refused.get(said) ?? 0) + 1;
      refused.set(said, times);
      if (!said.includes('never') && times > (said.includes('twice') ? 2 : 1)) {
        beginStream(response);
        response.end(framesOf(`There is room for: ${said}`).join(''));
        return;
      }
      response.setHeader('retry-after', said.includes('hours') ? '7200' : '1');
      fail(response, 429, { message: 'SECRET slow down', code: 'rate_limit_exceeded' });
    },
    long: (_call, response) => fail(response, 400, { message: 'prompt is too long', code: 'context_length_exceeded' }),
    held(_call, response) {
      beginStream(response);
      waiting.push(response);
    },
  });
  const path = '/console/api/providers/openai_api_compatible';
  const credentials = { endpoint_url: server.url, api_key: 'k' };
  const { management } = pages.platform;
  const answer = await management.request(path, { method: 'PUT', body: { credentials } });
  if (answer.status !== 200) throw new Error(`the provider was not configured: ${answer.text}`);
  return {
    server,
    async app(model, features = {}, site = {}, mode = 'chat') {
      const document = JSON.parse(modelApp(mode, model, features as Record<string, unknown>));
      document.model_config.model.completion_params = {};
      const { appId } = await pages.app(JSON.stringify(document), site as Record<string, unknown>);
      return appId;
    },
    async held() {
      await expect.poll(() => waiting.length).toBeGreaterThan(0);
      const response = waiting.shift() as ServerResponse;
      return {
        say: (text) => void response.write(chunkFrame({ content: text })),
        end: () => void response.end(chunkFrame({}, { finish_reason: 'stop' }) + DONE_FRAME),
      };
    },
    asked: () => server.seen.filter(({ path: each }) => each.endsWith('/chat/completions')).map(textsOf),
    close: async () => server[Symbol.asyncDispose](),
  };
}

/** Settings of a site for tests that ask more than people do. */
export const unlimited = { runs_per_visitor_hour: null, runs_per_address_hour: null, batch_rows_per_visitor_day: null };

/** Writes into the field of a chat page, and sends it. */
export async function send(page: Page, text: string): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Message' });
  await typeInto(field, text);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
}

/** The answers that a page shows, oldest first. */
export function answers(page: Page) {
  return page.getByRole('article', { name: /answered$/ });
}
