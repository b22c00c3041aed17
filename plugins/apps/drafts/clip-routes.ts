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
import { json, jsonAnswer, listOf, objectSchema, type Route, rawJson, route, schemas } from '#http';
import { isPlatformError, PlatformError, Slices } from '#kernel';
import type { AppDrafts } from '#plugins/apps/contract.ts';
import { ManagementAccess } from '#plugins/management-access/contract.ts';

/** Nodes at a time: more than a person selects. */
const MAX_NODES = 2_000;
const MAX_EDGES = 10_000;
const NONE = 'There are no nodes in this text. Copy some on a canvas, or the document of an app with a graph.';
/** Bytes of nodes that are written: some thousands. */
const CLIP_BYTES = 2 * 1024 * 1024;
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
export function clipRoutes(drafts: AppDrafts, documents: Documents): Route[] {
  const bodyLimit = documentBodyLimit(documents.limits);
  return [
    route({
      ...edit,
      id: 'drafts.write-clip',
      method: 'POST',
      path: '/console/api/node-clips/write',
      summary: 'Serialize nodes of a document as YAML, without secrets',
      docs: {
        tag: 'Editing apps',
        description: 'Nothing is stored. `POST /console/api/node-clips/read` parses the result.',
        bodyExample: { nodes, edges: [] },
        answers: { 200: jsonAnswer('The text.', objectSchema('NodeClipText', { yaml: schemas.text }), { yaml }) },
      },
      body: {
        type: 'object',
        required: ['nodes', 'edges'],
        additionalProperties: false,
        properties: { nodes: { ...objects(MAX_NODES), minItems: 1 }, edges: objects(MAX_EDGES) },
      },
      bodyLimit: CLIP_BYTES,
      async handle({ principal: { workspaceId }, body, bodyText }) {
        const slices = new Slices();
        const { nodes, edges } = exactJson(body, bodyText);
        const tree = toJson({ kind: 'nodes', workflow: { graph: { nodes, edges } } });
        await slices.next();
        const text = documents.export(drafts.hidden(workspaceId, tree), { secrets: false });
        await slices.next();
        return json({ yaml: text });
      },
    }),
    route({
      ...edit,
      id: 'drafts.read-clip',
      method: 'POST',
      path: '/console/api/node-clips/read',
      summary: 'Parse nodes from YAML or JSON: copied nodes, or those of an app with a graph',
      docs: {
        tag: 'Editing apps',
        description: 'Nothing is stored or run. Anything that is not a node or edge is ignored.',
        bodyExample: { yaml },
        answers: {
          200: jsonAnswer(
            'The nodes and the edges between them.',
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
        return json(rawJson(toJson(clipOf(fromJson(text)))));
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
