import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestClient } from '#http/testing/client.ts';

/** Embeds over HTTP as the OpenAI protocol says, slowly: a text's vector is made of its length. */
export interface EmbeddingServer {
  /** Credentials of `openai_api_compatible`. */
  readonly credentials: Readonly<Record<string, string>>;
  /** The texts of each call, in order; those of calls that were not answered too. */
  readonly calls: readonly (readonly string[])[];
  /** Resolves when so many calls were answered. */
  answered(count: number): Promise<void>;
  close(): Promise<void>;
}

export const slowModel = { embedding_provider_name: 'openai_api_compatible', embedding_model_name: 'slow' };

export async function startEmbeddingServer(delayMs: number): Promise<EmbeddingServer> {
  const calls: string[][] = [];
  let done = 0;
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const piece of request) text += piece;
    const { input } = JSON.parse(text) as { input: string[] };
    calls.push(input);
    await sleep(delayMs);
    const data = input.map((each, index) => ({ index, embedding: [each.length, 1, each.charCodeAt(0)] }));
    response.on('finish', () => {
      done += 1;
    });
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data, usage: {} }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    credentials: { endpoint_url: `http://127.0.0.1:${port}/v1`, api_key: 'k' },
    calls,
    async answered(count) {
      while (done < count) await sleep(5);
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Sets the server up as the workspace's `openai_api_compatible`. */
export async function useEmbeddingServer(management: TestClient, { credentials }: EmbeddingServer): Promise<void> {
  const path = '/console/api/providers/openai_api_compatible';
  const answer = await management.request(path, { method: 'PUT', body: { credentials } });
  if (answer.status >= 300) throw new Error(`the provider was answered with ${answer.status}: ${answer.text}`);
}
