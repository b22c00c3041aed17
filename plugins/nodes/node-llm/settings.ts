import type { JsonSchema } from '#kernel';

const MESSAGE = {
  type: 'object',
  properties: {
    role: { type: 'string' },
    text: { type: ['string', 'null'] },
    edition_type: { type: ['string', 'null'] },
    jinja2_text: { type: ['string', 'null'] },
  },
};

const SELECTOR = { type: ['array', 'null'], items: { type: 'string' } };

/** What nodes with a model have in common. One that names none is asked of the workspace's default. */
export const MODEL_SETTINGS = {
  model: {
    type: ['object', 'null'],
    properties: {
      provider: { type: ['string', 'null'] },
      name: { type: ['string', 'null'] },
      mode: { type: ['string', 'null'] },
      completion_params: { type: ['object', 'null'] },
    },
  },
  memory: { type: ['object', 'null'] },
  vision: { type: ['object', 'null'] },
} as const;

/** What a graph is refused for: shapes the node could not read. An empty provider or prompt fails when it runs. */
export const LLM_SETTINGS: JsonSchema = {
  type: 'object',
  properties: {
    ...MODEL_SETTINGS,
    prompt_template: { anyOf: [{ type: 'array', items: MESSAGE }, MESSAGE, { type: 'null' }] },
    context: {
      type: ['object', 'null'],
      properties: { enabled: { type: ['boolean', 'null'] }, variable_selector: SELECTOR },
    },
    structured_output: { type: ['object', 'null'] },
  },
};
