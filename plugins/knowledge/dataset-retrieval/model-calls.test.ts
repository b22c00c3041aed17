import { expect, it } from 'vitest';
import type { Models } from '#plugins/models/contract.ts';
import { ModelCalls } from './model-calls.ts';

/** Providers give up when they are told, with the reason of the signal. */
const silent = ({ signal }: { readonly signal: AbortSignal }) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });

const models = {
  providerOf: async () => null,
  model: async () => ({ provider: 'p', description: { name: 'm' }, model: { embed: silent, rerank: silent } }),
} as unknown as Models;

const name = { provider: 'p', model: 'm' };
const calls = new ModelCalls(models, 20);

it('attack T21: a model that never answers ends the search that waits for it', async () => {
  const caller = { workspaceId: 'w', app: null, signal: new AbortController().signal };
  const late = { kind: 'unavailable', code: 'dataset-retrieval.model_timeout' };
  await expect(calls.embed(caller, name, 'ferns')).rejects.toMatchObject(late);
  await expect(calls.rerank(caller, name, { query: 'ferns', documents: ['a'] })).rejects.toMatchObject(late);
});

it('whoever asked and went away is not told of time', async () => {
  const gone = new AbortController();
  const asked = calls.embed({ workspaceId: 'w', app: null, signal: gone.signal }, name, 'ferns');
  setImmediate(() => gone.abort(new Error('gone')));
  await expect(asked).rejects.toThrow('gone');
});
