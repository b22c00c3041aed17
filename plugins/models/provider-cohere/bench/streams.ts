/**
 * What a streamed token of Cohere's chat costs.
 *
 *     node plugins/models/provider-cohere/bench/streams.ts
 */

import { provider } from '#plugins/provider-cohere/provider.ts';
import { measureStreams } from '#plugins/provider-http/testing/measure-streams.ts';

const frame = (data: { readonly type: string; readonly [name: string]: unknown }) =>
  `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;
const content = (value: object) => ({ index: 0, delta: { message: { content: value } } });
const usage = { tokens: { input_tokens: 10, output_tokens: 4_000 } };

await measureStreams(new URL(import.meta.url).pathname, {
  provider,
  credentials: (url) => ({ api_key: 'k', base_url: url }),
  start: frame({ type: 'message-start' }) + frame({ type: 'content-start', ...content({ type: 'text', text: '' }) }),
  token: frame({ type: 'content-delta', ...content({ text: ' word' }) }),
  end:
    frame({ type: 'content-end', index: 0 }) +
    frame({ type: 'message-end', delta: { finish_reason: 'COMPLETE', usage } }),
});
