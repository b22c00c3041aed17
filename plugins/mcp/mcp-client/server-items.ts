import { emptyAnswer, jsonAnswer, listOf, objectSchema, orNull, type RouteDocs, schemas, unixSeconds } from '#http';
import type { McpServer, PinnedTool, ServerDetail } from './contract.ts';
import { shownAddress } from './masks.ts';
/** A server without anything secret: values of headers and secrets of clients go in and never come out. */
export function serverItem(server: McpServer) {
  return {
    id: server.id,
    identifier: server.identifier,
    name: server.name,
    address: shownAddress(server.url),
    headers: server.headers.map(([name]) => name),
    auth: server.auth,
    per_user: server.isPerUser,
    client_id: server.client?.client_id ?? null,
    scope: server.scope,
    timeout_seconds: server.timeoutSeconds,
    read_timeout_seconds: server.readTimeoutSeconds,
    state: stateOf(server),
    changes_hash: server.offeredHash,
    last_error: server.lastError,
    refreshed_at: unixSeconds(server.refreshedAt),
    created_at: unixSeconds(server.createdAt),
  };
}

function stateOf({ toolsHash, offeredHash }: McpServer): 'no_tools' | 'ready' | 'changes_wait' {
  if (toolsHash === null) return 'no_tools';
  return offeredHash === null ? 'ready' : 'changes_wait';
}

export function detailItem({ server, tools, changes, isAuthorized, usedBy }: ServerDetail) {
  return {
    ...serverItem(server),
    authorized: isAuthorized,
    tools: tools.map(toolItem),
    changes: {
      added: changes.added.map(toolItem),
      removed: changes.removed.map(toolItem),
      changed: changes.changed.map(({ before, after }) => ({ before: toolItem(before), after: toolItem(after) })),
    },
    used_by: usedBy,
  };
}

function toolItem({ name, title, description, inputSchema, hash }: PinnedTool) {
  return { name, title: title ?? name, description, input_schema: inputSchema, hash };
}

const { boolean, integer, object, text, uuid } = schemas;
const fields = {
  id: uuid,
  identifier: { type: 'string', description: 'The `provider_id` in documents.' },
  name: text,
  address: {
    type: 'string',
    description: 'The address of the server. Everything after its origin may contain a key and is masked.',
  },
  headers: listOf(text),
  auth: { type: 'string', enum: ['none', 'oauth'] },
  per_user: boolean,
  client_id: orNull(text),
  scope: text,
  timeout_seconds: integer,
  read_timeout_seconds: integer,
  state: {
    type: 'string',
    enum: ['no_tools', 'ready', 'changes_wait'],
    description: '`changes_wait`: its tools have changed, and the changes have not been accepted yet.',
  },
  changes_hash: orNull(text),
  last_error: orNull(text),
  refreshed_at: orNull(schemas.seconds),
  created_at: schemas.seconds,
} as const;
const server = objectSchema('McpServer', fields);
const tool = objectSchema('McpServerTool', {
  name: text,
  title: text,
  description: text,
  input_schema: object,
  hash: text,
});
const changed = objectSchema('McpChangedTool', { before: tool, after: tool });
const detail = objectSchema('McpServerDetail', {
  ...fields,
  authorized: {
    oneOf: [boolean, { type: 'null' }],
    description: 'Whether it is authorised, by the workspace or by you. null: it needs no authorization.',
  },
  tools: listOf(tool),
  changes: objectSchema('McpToolChanges', { added: listOf(tool), removed: listOf(tool), changed: listOf(changed) }),
  used_by: listOf(objectSchema('McpServerUse', { id: uuid, name: text })),
});
const example = {
  id: '0196f5c0-0000-7000-8000-000000000051',
  identifier: 'tickets',
  name: 'Tickets',
  address: 'https://mcp.example.com/******',
  headers: ['x-api-key'],
  auth: 'none',
  per_user: false,
  client_id: null,
  scope: '',
  timeout_seconds: 60,
  read_timeout_seconds: 300,
  state: 'ready',
  changes_hash: null,
  last_error: null,
  refreshed_at: 1_795_000_000,
  created_at: 1_795_000_000,
};
const toolExample = {
  name: 'find',
  title: 'Find',
  description: 'Finds tickets',
  input_schema: { type: 'object' },
  hash: 'f0…',
};
const detailExample = {
  ...example,
  authorized: null,
  tools: [toolExample],
  changes: { added: [], removed: [], changed: [] },
  used_by: [],
};
const result = objectSchema('McpCallResult', { text, json: listOf({}), files: listOf(object), variables: object });

const tag = 'MCP servers';
const one = { tag, answers: { 200: jsonAnswer('The server with its tools.', detail, detailExample) } };
const addressErrors = ['invalid_server', 'invalid_request', 'address_refused'];
const askErrors = {
  400: ['not_authorized', 'invalid_answer', 'tool_error'],
  403: ['address_refused'],
  404: ['not_found'],
  503: ['unreachable', 'timed_out', 'failed'],
};
const page = (description: string) => ({ description, content: { 'text/html': { schema: text } } });

/** What callers are told of the routes. */
export const serverDocs = {
  list: {
    tag,
    answers: {
      200: jsonAnswer('The MCP servers of the workspace.', objectSchema('McpServerList', { data: listOf(server) }), {
        data: [example],
      }),
    },
  },
  add: {
    tag,
    description:
      'Its tools are listed and accepted immediately. If the server cannot be reached, it is added anyway: see `last_error`.',
    bodyExample: {
      identifier: 'tickets',
      name: 'Tickets',
      url: 'https://mcp.example.com/mcp',
      headers: { 'x-api-key': '…' },
    },
    answers: { 201: jsonAnswer('The server.', server, example) },
    errors: { 400: addressErrors, 403: ['address_refused'], 409: ['identifier_taken', 'too_many_servers'] },
  },
  get: { ...one, errors: { 404: ['not_found'] } },
  change: {
    tag,
    answers: { 200: jsonAnswer('The server.', server, example) },
    errors: { 400: addressErrors, 403: ['address_refused'], 404: ['not_found'] },
  },
  remove: {
    tag,
    answers: { 204: emptyAnswer('Deleted.') },
    errors: { 404: ['not_found'], 409: ['in_use'] },
  },
  refresh: { ...one, errors: askErrors },
  accept: { ...one, errors: { 404: ['not_found'], 409: ['changed'] } },
  call: {
    tag,
    answers: {
      200: jsonAnswer('The result of the tool.', result, {
        text: '3 tickets',
        json: [{ count: 3 }],
        files: [],
        variables: { count: 3 },
      }),
    },
    errors: { ...askErrors, 400: [...askErrors[400], 'unknown_tool', 'no_tools', 'invalid_arguments'] },
  },
  authorize: {
    tag,
    answers: {
      200: jsonAnswer(
        'A link to open in a browser.',
        objectSchema('McpAuthorizationLink', { url: text, redirect_url: text, expires_at: schemas.seconds }),
        {
          url: 'https://weft.example.com/console/api/mcp/authorize/…',
          redirect_url: 'https://weft.example.com/console/api/mcp/callback',
          expires_at: 1_795_003_600,
        },
      ),
    },
    errors: { 400: ['authorization_failed', 'no_oauth'], 404: ['not_found'] },
  },
  disconnect: { tag, answers: { 204: emptyAnswer('The authorization was deleted.') }, errors: { 404: ['not_found'] } },
  linkPage: {
    tag,
    answers: { 200: page('A page that describes the access.') },
    errors: { 400: ['attempt_over'] },
  },
  linkUse: {
    tag,
    answers: { 303: { description: 'Redirects to the authorization server.' } },
    errors: { 400: ['attempt_over', 'authorization_failed'] },
  },
  callback: {
    tag,
    answers: { 200: page('The MCP server is authorised.') },
    errors: { 400: ['attempt_over', 'authorization_failed'] },
  },
  client: {
    tag,
    answers: {
      200: jsonAnswer('The client metadata.', object, {
        client_id: 'https://weft.example.com/console/api/mcp/client.json',
        client_name: 'Weft',
      }),
    },
  },
} satisfies Readonly<Record<string, RouteDocs>>;
