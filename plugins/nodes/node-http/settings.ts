import type { JsonSchema } from '#kernel';

const TEXT = { type: ['string', 'null'] };

/** What a graph is refused for: shapes the node could not read. Values are checked when it runs, after rendering. */
export const HTTP_SETTINGS: JsonSchema = {
  type: 'object',
  required: ['url'],
  properties: {
    method: TEXT,
    url: { type: 'string' },
    headers: TEXT,
    params: TEXT,
    authorization: { type: ['object', 'null'], properties: { type: TEXT, config: { type: ['object', 'null'] } } },
    body: {
      type: ['object', 'null'],
      properties: {
        type: TEXT,
        data: { anyOf: [{ type: 'string' }, { type: 'null' }, { type: 'array', items: { type: 'object' } }] },
      },
    },
    timeout: { type: ['object', 'null'] },
    ssl_verify: { type: ['boolean', 'null'] },
  },
};
