/**
 * What a streamed token of generateContent costs, though the service sends many of them in one event.
 *
 *     node plugins/models/provider-gemini/bench/streams.ts
 */

import { provider } from '#plugins/provider-gemini/provider.ts';
import { measureStreams } from '#plugins/provider-http/testing/measure-streams.ts';

const frame = (parts: readonly unknown[], more: object = {}) =>
  `data: ${JSON.stringify({
    candidates: [{ content: { role: 'model', parts }, index: 0, ...more }],
    usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 4_000, totalTokenCount: 4_010 },
    modelVersion: 'm',
    responseId: 'r',
  })}\r\n\r\n`;

await measureStreams(new URL(import.meta.url).pathname, {
  provider,
  credentials: (url) => ({ google_api_key: 'k', google_base_url: url }),
  start: '',
  token: frame([{ text: ' word' }]),
  end: frame([], { finishReason: 'STOP' }),
});
