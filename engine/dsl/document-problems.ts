import type { DocumentProblem, GraphNode } from '#engine';
import { isPlatformError } from '#kernel';
import { readVariables } from './declared-variables.ts';
import { hasGraph, isAppMode, type NodeKinds } from './document-format.ts';
import { checkGraph } from './graph-checks.ts';
import { nodeWarnings, settingsProblems } from './node-settings.ts';
import { placeholderWarnings } from './placeholder-warnings.ts';
import { type Mapping, mappingAt, textAt } from './tree.ts';

/** Shown at a time: who has more mends some first. */
const MAX_SHOWN = 200;

/** What keeps a document from being published, and what its builder should hear of, by node and field. */
export function documentProblems(tree: Mapping, kinds: NodeKinds, variableBytes: number): readonly DocumentProblem[] {
  const mode = textAt(mappingAt(tree, 'app'), 'mode');
  if (!isAppMode(mode) || !hasGraph(mode)) return [];
  const workflow = mappingAt(tree, 'workflow');
  const { nodes, stranded, problems } = checkGraph(workflow, kinds);
  const all = [...nodes, ...stranded];
  const found = [
    ...problems.map(({ message, field, nodeId }) => ({ nodeId: nodeId ?? null, field, message, isError: true })),
    ...variableProblems(workflow, variableBytes),
    ...all.filter(({ type }) => !kinds.isKnown(type)).map(unknownType),
    ...all.flatMap((node) =>
      settingsProblems([node], kinds).map(({ message, field }) => ({
        ...{ nodeId: node.id, message, isError: nodes.includes(node) },
        field: field.slice(node.id.length + 1),
      })),
    ),
    ...placeholderWarnings(all, tree, kinds).map(({ node, field, message }) => ({
      ...{ nodeId: node.id, field, message, isError: false },
    })),
    ...nodeWarnings(all, kinds).map(({ node, field, message }) => ({
      ...{ nodeId: node.id, field, message: `The field ${field} ${message}`, isError: false },
    })),
  ];
  return found.slice(0, MAX_SHOWN);
}

function unknownType(node: GraphNode): DocumentProblem {
  const message = `The type '${node.type}' is not available here: the node is kept, and a run that reaches it fails there.`;
  return { nodeId: node.id, field: 'type', message, isError: false };
}

function variableProblems(workflow: Mapping, variableBytes: number): readonly DocumentProblem[] {
  return (['environment_variables', 'conversation_variables'] as const).flatMap((key) => {
    try {
      readVariables(workflow, key, variableBytes);
      return [];
    } catch (error) {
      if (!isPlatformError(error)) throw error;
      return [{ nodeId: null, field: `workflow.${key}`, message: error.message, isError: true }];
    }
  });
}
