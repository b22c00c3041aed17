import { expect, it } from 'vitest';
import { agentData, runAgent } from './testing/run-agent.ts';
import { SIGNATURE, signedRequests } from './testing/signing-provider.ts';

const resolved = {
  provider: 'signing',
  module: new URL('./testing/signing-provider.ts', import.meta.url).href,
  credentials: {},
  description: { name: 'm', type: 'llm' },
};

it('attack T11: gives a provider its signed thoughts back word by word, and shows them to nobody', async () => {
  const { result, log, streamed } = await runAgent(agentData({}), {
    sayings: [],
    calls: { 'models.resolve': () => resolved },
  });
  expect(result.outputs.text).toBe('It is 5.');
  const payload = (place: string) => ({ provider: 'signing', data: { signature: `${SIGNATURE} ${place}` } });
  expect(signedRequests[1]?.messages.slice(-2)).toEqual([
    {
      role: 'assistant',
      content: '',
      toolCalls: [{ id: 'c1', name: 'eval_expression', arguments: '{"expression":"2 + 3"}', opaque: payload('call') }],
      opaque: [payload('thought'), payload('end')],
    },
    { role: 'tool', toolCallId: 'c1', content: '5' },
  ]);
  expect(JSON.stringify([result, log, streamed])).not.toContain(SIGNATURE);
  // Of both calls, and of a model without a price.
  expect(result.usage).toMatchObject({ cachedTokens: 120, reasoningTokens: 10, unpricedTokens: 240 });
});
