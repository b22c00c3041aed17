import {
  type Documents,
  documentBodyLimit,
  exactJson,
  fromJson,
  isMapping,
  listAt,
  mappingAt,
  textAt,
  toJson,
  valueAt,
} from '#engine';
import { json, jsonAnswer, listOf, objectSchema, RawJson, type Route, route, schemas } from '#http';
import { isPlatformError, PlatformError } from '#kernel';
import { ManagementAccess } from '#plugins/management-access/contract.ts';

/** Nodes at a time: more than a person selects. */
const MAX_NODES = 2_000;
const MAX_EDGES = 10_000;
const NONE = 'There are no nodes in this text. Copy some on a canvas, or the document of an app with a graph.';
const objects = (maxItems: number) => ({ type: 'array', maxItems, items: { type: 'object' } }) as const;
const edit = {
  access: ManagementAccess,
  permission: 'apps.edit',
  noCommand: 'for the clipboard of editors; `weft apps export` writes whole documents',
  // Nothing is kept of it.
  audit: 'path',
} as const;
const yaml =
  'kind: nodes\nworkflow:\n  graph:\n    nodes:\n    - id: greet\n      data:\n        type: code\n    edges: []\n';
const nodes = [{ id: 'greet', data: { type: 'code' } }];

/** Nodes as text: what is copied in one editor is pasted in another, in a chat, in a file. */
export function clipRoutes(documents: Documents): Route[] {
  const bodyLimit = documentBodyLimit(documents.limits);
  return [
    route({
      ...edit,
      id: 'drafts.write-clip',
      method: 'POST',
      path: '/console/api/node-clips/write',
      summary: 'Write nodes of a document as YAML, without secrets',
      docs: {
        tag: 'Apps',
        description: 'Nothing is kept. What comes of it is read by `POST /console/api/node-clips/read`.',
        bodyExample: { nodes, edges: [] },
        answers: { 200: jsonAnswer('The text.', objectSchema('NodeClipText', { yaml: schemas.text }), { yaml }) },
      },
      body: {
        type: 'object',
        required: ['nodes', 'edges'],
        additionalProperties: false,
        properties: { nodes: { ...objects(MAX_NODES), minItems: 1 }, edges: objects(MAX_EDGES) },
      },
      bodyLimit,
      handle({ body, bodyText }) {
        const { nodes, edges } = exactJson(body, bodyText);
        const tree = toJson({ kind: 'nodes', workflow: { graph: { nodes, edges } } });
        return json({ yaml: documents.export(tree, { secrets: false }) });
      },
    }),
    route({
      ...edit,
      id: 'drafts.read-clip',
      method: 'POST',
      path: '/console/api/node-clips/read',
      summary: 'Read nodes from YAML or JSON: copied ones, or those of an app with a graph',
      docs: {
        tag: 'Apps',
        description: 'Nothing is kept or run. What is no node or edge is left out.',
        bodyExample: { yaml },
        answers: {
          200: jsonAnswer(
            'The nodes, and the edges between them.',
            objectSchema('NodeClip', { nodes: listOf(schemas.object), edges: listOf(schemas.object) }),
            { nodes, edges: [] },
          ),
        },
        errors: { 400: ['no_nodes'], 429: ['too_many_requests'] },
      },
      body: {
        type: 'object',
        required: ['yaml'],
        additionalProperties: false,
        properties: { yaml: { type: 'string', minLength: 1 } },
      },
      bodyLimit,
      async handle({ principal: { workspaceId }, body }) {
        const text = await documents.readSent(body.yaml, { workspaceId }).catch((error: unknown) => {
          // Whatever lies in a clipboard comes here: a letter is no broken document.
          throw isPlatformError(error) && error.code === 'engine.invalid_document' ? noNodes(NONE) : error;
        });
        // Numbers stay as they were written.
        return json(new RawJson(toJson(clipOf(fromJson(text)))));
      },
    }),
  ];
}

function clipOf(tree: unknown) {
  const graph = mappingAt(mappingAt(tree, 'workflow'), 'graph');
  const nodes = listAt(graph, 'nodes').filter((node) => textAt(node, 'id') !== '' && isMapping(valueAt(node, 'data')));
  const ids = new Set(nodes.map((node) => textAt(node, 'id')));
  const edges = listAt(graph, 'edges').filter(
    (edge) => ids.has(textAt(edge, 'source')) && ids.has(textAt(edge, 'target')),
  );
  if (nodes.length > MAX_NODES || edges.length > MAX_EDGES)
    throw noNodes(`These are more nodes than are pasted at a time: at most ${MAX_NODES} of them.`);
  if (nodes.length > 0) return { nodes, edges };
  throw noNodes(NONE);
}

function noNodes(message: string): PlatformError {
  return new PlatformError('invalid', 'drafts.no_nodes', message, { field: 'yaml' });
}
