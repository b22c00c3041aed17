import type { LlmPart, LlmRequest, ProviderImplementation } from '#plugins/models/contract.ts';

/** All requests it got. */
export const signedRequests: LlmRequest[] = [];

/** What must not be seen anywhere. */
export const SIGNATURE = 'signature-canary';

/** Signs its thoughts and its first call, as some providers do, and wants both back; then it answers. */
export const provider: ProviderImplementation = {
  llm: () => ({
    async *stream(request): AsyncGenerator<readonly LlmPart[]> {
      signedRequests.push(request);
      const isFirst = signedRequests.length === 1;
      const payload = (place: string) => ({ provider: 'signing', data: { signature: `${SIGNATURE} ${place}` } });
      yield [
        { type: 'reasoning', text: 'Hm.' },
        { type: 'opaque', payload: payload('thought') },
      ];
      if (!isFirst) yield [{ type: 'text', text: 'It is 5.' }];
      else {
        const call = {
          id: 'c1',
          name: 'eval_expression',
          arguments: '{"expression":"2 + 3"}',
          opaque: payload('call'),
        };
        yield [
          { type: 'tool-call', call },
          { type: 'opaque', payload: payload('end') },
        ];
      }
      yield [
        { type: 'usage', promptTokens: 100, completionTokens: 20, cachedTokens: 60, reasoningTokens: 5 },
        { type: 'finish', reason: isFirst ? 'tool-calls' : 'stop' },
      ];
    },
  }),
  async test() {},
};
