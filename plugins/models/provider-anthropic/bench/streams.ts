/**
 * What a streamed token of Messages costs.
 *
 *     node plugins/models/provider-anthropic/bench/streams.ts
 */

import { provider } from '#plugins/provider-anthropic/provider.ts';
import { measureStreams } from '#plugins/provider-http/testing/measure-streams.ts';

const frame = (data: { readonly type: string; readonly [name: string]: unknown }) =>
  `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;
const usage = (output: number) => ({ input_tokens: 10, output_tokens: output });

await measureStreams(new URL(import.meta.url).pathname, {
  provider,
  credentials: (url) => ({ anthropic_api_key: 'k', anthropic_api_url: url }),
  start:
    frame({ type: 'message_start', message: { id: 'm', content: [], usage: usage(1) } }) +
    frame({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }),
  token: frame({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: ' word' } }),
  end:
    frame({ type: 'content_block_stop', index: 0 }) +
    frame({ type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: usage(4_000) }) +
    frame({ type: 'message_stop' }),
});
