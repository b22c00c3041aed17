import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestClient } from '#http/testing/client.ts';

/** What a model was asked. */
export interface ModelQuestion {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly tools?: readonly { readonly function: { readonly name: string; readonly description: string } }[];
}

/** A text, or the call of a tool. */
export type ModelAnswer = string | { readonly tool: string; readonly arguments: object };

/** A language model over HTTP that answers as it is told. */
export interface ScriptedModel extends AsyncDisposable {
  readonly asked: ModelQuestion[];
  answer: (question: ModelQuestion) => ModelAnswer;
}

/** How documents name it. */
export const scripted = { provider: 'openai_api_compatible', name: 'scripted', mode: 'chat', completion_params: {} };

/** Starts one, and sets it up as the provider `openai_api_compatible` of the workspace. */
export async function startScriptedModel(management: TestClient): Promise<ScriptedModel> {
  const asked: ModelQuestion[] = [];
  const server = createServer(async (request, response) => {
    const question = JSON.parse(await textOf(request)) as ModelQuestion;
    asked.push(question);
    const answer = model.answer(question);
    const delta =
      typeof answer === 'string'
        ? { content: answer }
        : {
            tool_calls: [
              {
                index: 0,
                id: 'call-1',
                type: 'function',
                function: { name: answer.tool, arguments: JSON.stringify(answer.arguments) },
              },
            ],
          };
    const reason = typeof answer === 'string' ? 'stop' : 'tool_calls';
    const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
    const piece = (value: object) => `data: ${JSON.stringify(value)}\n\n`;
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(piece({ choices: [{ index: 0, delta, finish_reason: null }] }));
    response.write(piece({ choices: [{ index: 0, delta: {}, finish_reason: reason }], usage }));
    response.end('data: [DONE]\n\n');
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const model: ScriptedModel = {
    asked,
    answer: () => 'Yes.',
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
  const credentials = { endpoint_url: `http://127.0.0.1:${port}/v1`, api_key: 'k' };
  const path = '/console/api/providers/openai_api_compatible';
  const set = await management.request(path, { method: 'PUT', body: { credentials } });
  if (set.status >= 300) throw new Error(`the provider was answered with ${set.status}: ${set.text}`);
  return model;
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
