import { createHash } from 'node:crypto';
import { type AppMode, type GraphDocument, type GraphReference, toJson } from '../../engine/contract.ts';

/**
 * A run that answers with a given text, in place of an app: it is recorded, streamed and followed like any other. The
 * text is an input, so nothing in it is a template.
 */
export function directAnswer(mode: AppMode, text: string): { readonly graph: GraphReference; readonly inputs: string } {
  const graph = graphs.get(mode) ?? referenceTo(document(mode));
  graphs.set(mode, graph);
  return { graph, inputs: toJson({ text }) };
}

const graphs = new Map<AppMode, GraphReference>();

function document(mode: AppMode): GraphDocument {
  const node = (id: string, type: string, title: string, data: object) => ({
    id,
    type,
    version: '1',
    title,
    parent: null,
    data: { type, title, ...data },
  });
  return {
    mode,
    nodes: [
      node('start', 'start', 'Start', { variables: [{ variable: 'text', type: 'paragraph' }] }),
      node('answer', 'answer', 'Answer', { answer: '{{#start.text#}}' }),
    ],
    edges: [{ source: 'start', sourceHandle: 'source', target: 'answer' }],
    environmentVariables: [],
    conversationVariables: [],
  };
}

function referenceTo(graph: GraphDocument): GraphReference {
  const text = toJson(graph);
  return { hash: createHash('sha256').update(text).digest('hex'), text };
}
