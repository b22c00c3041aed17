import { listOf, objectSchema, orNull, schemas } from '#http';

const { text, boolean } = schemas;

export const toolNamePattern = '^[A-Za-z0-9_.-]{1,128}$';

/** What editors may change of an app's server; any part of it. */
export const appServerBody = {
  type: 'object',
  additionalProperties: false,
  minProperties: 1,
  properties: {
    enabled: { type: 'boolean', description: 'Whether MCP clients can call the app.' },
    name: {
      type: 'string',
      pattern: toolNamePattern,
      description: 'Name of the tool. It is kept when the app is renamed.',
    },
    description: {
      type: 'string',
      maxLength: 4_000,
      description: 'What the tool does, for models. Empty: the description of the app.',
    },
    parameters: {
      type: 'object',
      maxProperties: 100,
      additionalProperties: { type: 'string', maxLength: 2_000 },
      description:
        'Descriptions of inputs for models, by name (`query` for chat apps). Replaces all earlier descriptions.',
    },
  },
} as const;

export const workspaceServerBody = {
  type: 'object',
  additionalProperties: false,
  required: ['enabled'],
  properties: {
    enabled: { type: 'boolean', description: 'Whether clients can call the apps whose MCP server is on.' },
  },
} as const;

const tool = objectSchema('McpTool', {
  name: text,
  title: text,
  description: text,
  inputSchema: { type: 'object' },
  outputSchema: { type: 'object' },
  annotations: { type: 'object' },
});

const shared = {
  enabled: boolean,
  has_code: boolean,
  code_end: { ...orNull(text), description: 'The last characters of the code. null: there is no code.' },
};

export const appServerAnswer = objectSchema('McpAppServer', {
  ...shared,
  name: { ...text, description: 'Name of the tool. Empty: it gets a name when the server is turned on.' },
  description: text,
  parameters: { type: 'object', additionalProperties: text },
  url: { ...text, description: 'Address for clients that send an app key as a bearer token.' },
  tool: { ...orNull(tool), description: 'The tool as clients see it. null: no version is published.' },
});

export const workspaceServerAnswer = objectSchema('McpWorkspaceServer', {
  ...shared,
  url: { ...text, description: 'Address for clients that send a personal key as a bearer token.' },
  tools: { ...listOf(tool), description: 'The tools of all apps whose MCP server is on.' },
});

export const codeAnswer = objectSchema('McpCode', {
  code: { ...text, description: 'The code. Returned only in this response.' },
  url: { ...text, description: 'Address for clients, which contains the code.' },
});
