import { listOf, objectSchema, orNull, schemas } from '#http';

const { text, boolean } = schemas;

export const toolNamePattern = '^[A-Za-z0-9_.-]{1,128}$';

/** What editors may change of an app's server; any part of it. */
export const appServerBody = {
  type: 'object',
  additionalProperties: false,
  minProperties: 1,
  properties: {
    enabled: { type: 'boolean', description: 'Whether clients may call the app.' },
    name: {
      type: 'string',
      pattern: toolNamePattern,
      description: 'Of the tool. It stays when the app gets another name.',
    },
    description: {
      type: 'string',
      maxLength: 4_000,
      description: 'For models: what the tool does. Empty: that of the app.',
    },
    parameters: {
      type: 'object',
      maxProperties: 100,
      additionalProperties: { type: 'string', maxLength: 2_000 },
      description:
        'For models: what an input is, by its name (`query` of chats, too). Replaces all that were given before.',
    },
  },
} as const;

export const workspaceServerBody = {
  type: 'object',
  additionalProperties: false,
  required: ['enabled'],
  properties: { enabled: { type: 'boolean', description: 'Whether clients may call the apps that are switched on.' } },
} as const;

const tool = objectSchema('McpTool', {
  name: text,
  title: text,
  description: text,
  inputSchema: { type: 'object' },
  outputSchema: { type: 'object' },
});

const shared = {
  enabled: boolean,
  has_code: boolean,
  code_end: { ...orNull(text), description: 'The last letters of the code; null: there is none.' },
};

export const appServerAnswer = objectSchema('McpAppServer', {
  ...shared,
  name: { ...text, description: 'Empty: none yet; it gets one when it is switched on.' },
  description: text,
  parameters: { type: 'object', additionalProperties: text },
  url: { ...text, description: 'For clients that send a key of the app as Bearer.' },
  tool: { ...orNull(tool), description: 'As clients are told of it; null: nothing is published.' },
});

export const workspaceServerAnswer = objectSchema('McpWorkspaceServer', {
  ...shared,
  url: { ...text, description: 'For clients that send a personal key as Bearer.' },
  tools: { ...listOf(tool), description: 'Of all apps that are switched on.' },
});

export const codeAnswer = objectSchema('McpCode', {
  code: { ...text, description: 'Shown this once.' },
  url: { ...text, description: 'The address for clients, which holds the code.' },
});
