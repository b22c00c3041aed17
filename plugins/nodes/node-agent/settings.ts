import type { JsonSchema } from '#kernel';

const TEXT = { type: ['string', 'null'] };
const MAPPING = { type: ['object', 'null'] };

/** What a graph is refused for: shapes the node could not read. A missing strategy or model fails when it is reached. */
export const AGENT_SETTINGS: JsonSchema = {
  type: 'object',
  properties: {
    agent_strategy_name: TEXT,
    agent_strategy_provider_name: TEXT,
    agent_parameters: MAPPING,
    agent_binding: MAPPING,
    agent_job: MAPPING,
    memory: MAPPING,
    vision: MAPPING,
  },
};
