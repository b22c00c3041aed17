/** What an import tells besides that it succeeded: nothing here keeps a document out. */
import { credentialWarnings } from './credential-scan.ts';
import { pluginNames } from './dependencies.ts';
import type { NodeKinds } from './document-format.ts';
import { checkGraph } from './graph-checks.ts';
import { nameOf, readGraph } from './graph-draft.ts';
import { type Mapping, mappingAt } from './tree.ts';

/** More would not be read. */
const warningLimit = 200;

export function graphWarnings(tree: Mapping, kinds: NodeKinds): string[] {
  const workflow = mappingAt(tree, 'workflow');
  const { nodes } = readGraph(workflow);
  const checked = checkGraph(workflow, kinds);
  const unknown = nodes
    .filter((node) => !kinds.isKnown(node.type))
    .map(
      (node) =>
        `The ${nameOf(node)} has the type '${node.type}', which is not available here: it is kept, but the application can't be published while the start leads to it.`,
    );
  const credentials = nodes.filter((node) => node.type === 'http-request').flatMap(credentialWarnings);
  return limited([
    ...checked.problems.map((problem) => problem.message),
    ...unknown,
    ...credentials,
    ...checked.warnings,
  ]);
}

export function dependencyWarnings(tree: Mapping): string[] {
  const names = pluginNames(tree);
  if (names.length === 0) return [];
  return [
    `The application was made with the plugins ${names.join(', ')}: set up models and tools of these names before it runs.`,
  ];
}

function limited(warnings: readonly string[]): string[] {
  const shown = warnings.slice(0, warningLimit);
  return warnings.length > warningLimit ? [...shown, `… and ${warnings.length - warningLimit} more`] : shown;
}
