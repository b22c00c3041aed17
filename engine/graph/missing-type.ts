/**
 * Nodes whose type no plugin brings. They are part of the graph like any other, so that everything else runs; a run that
 * reaches one fails there, unless the node has an error strategy.
 */
import { type GraphNode, NodeError } from '#engine';
import type { NodeKind } from './graph.ts';
import { nodeName } from './graph-problem.ts';

export function missingKind(node: GraphNode): NodeKind {
  return {
    // Nobody knows what it would choose: nothing behind it is shown before it is decided.
    traits: { branch: true, root: node.missing?.isRoot === true },
    implementation: {
      compile: () => null,
      run: () => {
        throw new NodeError('UnknownNodeTypeError', missingMessage(node), { code: 'engine.unknown_node_type' });
      },
    },
  };
}

function missingMessage(node: GraphNode): string {
  const plugins = node.missing?.plugins ?? [];
  const remedy =
    plugins.length === 0
      ? 'install the plugin that brings it, or remove the node'
      : `install ${plugins.join(' or ')}, which may bring it, or remove the node`;
  return `${nodeName(node)} has the type "${node.type}", which is not available here: ${remedy}.`;
}
