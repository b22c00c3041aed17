/** What an import tells besides that it succeeded: nothing here keeps a document out. */
import type { DocumentLinter, GraphNode } from '#engine';
import { agentPackageWarnings } from './agent-packages.ts';
import { assignmentWarnings } from './assignment-warnings.ts';
import { variableWarnings } from './credential-scan.ts';
import { pluginNames, pluginsBehind } from './dependencies.ts';
import type { NodeKinds } from './document-format.ts';
import { type CheckedGraph, checkGraph } from './graph-checks.ts';
import { nameOf } from './graph-draft.ts';
import { settingsProblems, settingsWarnings } from './node-settings.ts';
import { placeholderWarnings } from './placeholder-warnings.ts';
import { type Mapping, mappingAt } from './tree.ts';

/** More would not be read. */
const warningLimit = 200;

export function graphWarnings(tree: Mapping, kinds: NodeKinds): string[] {
  const { nodes, stranded, problems, warnings } = checkGraph(mappingAt(tree, 'workflow'), kinds);
  const all = [...nodes, ...stranded];
  const credentials = all.flatMap((node) => credentialWarnings(node, kinds));
  return limited([
    ...problems.map((problem) => problem.message),
    ...typeWarnings(all, tree, kinds),
    ...settingsProblems(all, kinds).map((problem) => problem.message),
    ...settingsWarnings(all, kinds),
    ...assignmentWarnings(all, kinds),
    ...placeholderTexts(all, tree, kinds),
    ...credentials,
    ...agentPackageWarnings(tree, all),
    ...variableWarnings(mappingAt(tree, 'workflow')),
    ...warnings,
  ]);
}

function placeholderTexts(nodes: readonly GraphNode[], tree: Mapping, kinds: NodeKinds): string[] {
  return placeholderWarnings(nodes, tree, kinds).map(({ node, message }) => `The ${nameOf(node)}: ${message}`);
}

/** Fields of a node that seem to hold a credential. */
export function credentialWarnings(
  node: Pick<GraphNode, 'id' | 'title' | 'type' | 'data'>,
  kinds: NodeKinds,
): string[] {
  const fields = kinds.document(node.type).credentialFields?.(node.data) ?? [];
  return fields.map(
    (field) =>
      `The ${nameOf(node)}: field ${field} seems to hold a credential in plain text. Move it to an environment variable of type secret.`,
  );
}

/** What publishing tells besides what the graph's checks found. */
export function publishWarnings(checked: CheckedGraph, tree: Mapping, kinds: NodeKinds): string[] {
  const all = [...checked.nodes, ...checked.stranded];
  return limited([
    ...typeWarnings(all, tree, kinds),
    ...settingsProblems(checked.stranded, kinds).map((problem) => problem.message),
    ...settingsWarnings(all, kinds),
    ...assignmentWarnings(all, kinds),
    ...placeholderTexts(all, tree, kinds),
    ...checked.warnings,
  ]);
}

/** Nodes of types that no plugin brings. */
export function typeWarnings(nodes: readonly GraphNode[], tree: Mapping, kinds: NodeKinds): string[] {
  const unknown = nodes.filter((node) => !kinds.isKnown(node.type));
  const names = unknown.length === 0 ? [] : pluginNames(tree, kinds);
  return unknown.map((node) => {
    const plugins = pluginsBehind(node, names);
    const remedy = plugins.length === 0 ? 'the plugin that brings it' : `${plugins.join(' or ')}, which may bring it`;
    return `The ${nameOf(node)} has the type '${node.type}', which is not available here: it is kept, and a run that reaches it fails there. Install ${remedy}, or remove the node.`;
  });
}

/** What the plugins behind the features have to say. */
export function featureWarnings(features: Mapping, linters: readonly DocumentLinter[]): string[] {
  return linters.flatMap((linter) => linter.lint?.(features) ?? []);
}

/** Plugins that nothing here is called like. */
export function dependencyWarnings(tree: Mapping, kinds: NodeKinds, linters: readonly DocumentLinter[]): string[] {
  const here = new Set(linters.flatMap((linter) => linter.brings?.() ?? []).map(lastPart));
  const missing = pluginNames(tree, kinds).filter(
    (name) => !here.has(lastPart(name)) && !kinds.isKnown(lastPart(name)),
  );
  if (missing.length === 0) return [];
  return [
    `The application was made with the plugins ${missing.join(', ')}, and nothing here is called like them: choose models and tools that are here, or install plugins that bring these.`,
  ];
}

/** `openai` of `langgenius/openai` and of `langgenius/openai/openai`. */
function lastPart(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1).toLowerCase();
}

function limited(warnings: readonly string[]): string[] {
  const shown = warnings.slice(0, warningLimit);
  return warnings.length > warningLimit ? [...shown, `… and ${warnings.length - warningLimit} more`] : shown;
}
