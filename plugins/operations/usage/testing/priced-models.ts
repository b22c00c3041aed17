import { expect } from 'vitest';
import { appDocument, chain, node } from '#engine/testing/app-document.ts';
import type { TestClient } from '#http/testing/client.ts';
import { modelNode } from '#plugins/delivery-api/testing/documents.ts';
import {
  beginStream,
  chunkFrame,
  DONE_FRAME,
  type Script,
  usageFrame,
} from '#plugins/provider-openai/testing/fake-openai.ts';

/** A call of it: 1,000 prompt tokens, 100 completion tokens; 120 USD of `priced`, 12 USD of `cheap`, 60 EUR of `europriced`. */
export const pricedScript: Script = (_call, response) => {
  beginStream(response);
  const end = chunkFrame({}, { finish_reason: 'stop' }) + usageFrame(1000, 100) + DONE_FRAME;
  response.end(chunkFrame({ content: 'Yes.' }) + end);
};

/** Tells what it used, and breaks off. */
export const brokenScript: Script = (_call, response) => {
  beginStream(response);
  response.write(chunkFrame({ content: 'No' }) + usageFrame(1000, 100), () => response.destroy());
};

/** Lets a workspace use models with prices. */
export async function configureModels(management: TestClient, url: string): Promise<void> {
  const prices = {
    priced: { prompt: '0.1', completion: '0.2', unit: '1' },
    cheap: { prompt: '0.01', completion: '0.02', unit: '1' },
    broken: { prompt: '0.1', completion: '0.2', unit: '1' },
    europriced: { prompt: '0.05', completion: '0.1', unit: '1', currency: 'EUR' },
  };
  const credentials = { openai_api_key: 'sk-test', openai_api_base: url, prices: JSON.stringify(prices) };
  const path = '/console/api/providers/openai';
  const stored = await management.request(path, { method: 'PUT', body: { credentials } });
  expect(stored.status).toBe(200);
}

/** A workflow that asks these models, one after the other. */
export function askingWorkflow(models: readonly string[], more: Readonly<Record<string, unknown>> = {}): string {
  const asks = models.map((name, index) =>
    modelNode(`m${index}`, 'Well?', { provider: 'openai', name, completion_params: {} }, more),
  );
  const ids = models.map((_, index) => `m${index}`);
  return appDocument({
    mode: 'workflow',
    name: 'Asking',
    nodes: [node('1', 'start', { variables: [] }), ...asks, node('end', 'end', { outputs: [] })],
    edges: chain('1', ...ids, 'end'),
  });
}
