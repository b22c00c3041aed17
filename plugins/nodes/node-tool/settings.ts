import type { JsonSchema } from '#kernel';

const TEXT = { type: ['string', 'null'] };
const VALUES = { type: ['object', 'null'] };

/** What a graph is refused for: shapes the node could not read. A tool that is missing fails when it is reached. */
export const TOOL_SETTINGS: JsonSchema = {
  type: 'object',
  properties: {
    provider_type: TEXT,
    provider_id: TEXT,
    provider_name: TEXT,
    tool_name: TEXT,
    tool_parameters: VALUES,
    tool_configurations: VALUES,
    plugin_unique_identifier: TEXT,
  },
};
