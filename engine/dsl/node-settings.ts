/** Checks node settings against the schemas their node types declare. */

import type { GraphNode, NodeType, SettingWarning } from '#engine';
import { compileSchema, type JsonSchema, type Validator } from '#kernel';
import type { GraphProblem } from './document-error.ts';
import type { NodeKinds } from './document-format.ts';
import { nameOf } from './graph-draft.ts';
import { lostFields } from './hidden-texts.ts';
import { plainJson } from './tree.ts';

/** Schemas live as long as the plugin that declares them. */
const validators = new WeakMap<JsonSchema, Validator<unknown>>();

function validatorOf(type: NodeType): Validator<unknown> {
  const known = validators.get(type.settings);
  if (known !== undefined) return known;
  const made = compileSchema(type.settings, { defaults: false });
  validators.set(type.settings, made);
  return made;
}

/** Nodes whose settings don't fit, or name a secret that nobody has. Of a type that nobody contributed nothing is known. */
export function settingsProblems(nodes: readonly GraphNode[], kinds: NodeKinds): GraphProblem[] {
  return nodes.flatMap((node) => {
    const type = kinds.find(node.type, node.version);
    if (type === undefined) return [];
    const lost = lostFields(node, kinds).map((field) => ({
      ...told(
        node,
        field,
        'holds a hidden value that is not kept with this app. Type it again, or name an environment variable of type secret.',
      ),
      code: 'lost_secret',
    }));
    const result = validatorOf(type)(plainJson(node.data));
    if (result.ok) return lost;
    const unfit = result.errors.map((error) => ({
      ...told(node, error.path, `${error.message}.`),
      code: 'invalid_setting',
    }));
    return [...lost, ...unfit];
  });
}

function told(node: GraphNode, field: string, what: string): GraphProblem {
  const name = field === '' ? 'data' : field;
  const message = `The ${nameOf(node)}: field ${name} ${what}`;
  return { message, about: `The field ${name} ${what}`, field: `${node.id}.${field}` };
}

/** What node types have to say about settings that fit. `isMissing`: only what keeps a node from its work. */
export function settingsWarnings(
  nodes: readonly GraphNode[],
  kinds: NodeKinds,
  { isMissing = false }: { readonly isMissing?: boolean } = {},
): string[] {
  return nodeWarnings(nodes, kinds)
    .filter((warning) => !isMissing || warning.isMissing === true)
    .map(({ node, field, message }) => `The ${nameOf(node)}: field ${field} ${message}`);
}

/** The same, each with its node. */
export function nodeWarnings(
  nodes: readonly GraphNode[],
  kinds: NodeKinds,
): readonly (SettingWarning & { readonly node: GraphNode })[] {
  return nodes.flatMap((node) => {
    const type = kinds.find(node.type, node.version);
    return type === undefined ? [] : warningsOf(type, node).map((warning) => ({ ...warning, node }));
  });
}

/** What a type can't even read keeps no document from being taken: a run that reaches the node fails there. */
function warningsOf(type: NodeType, node: GraphNode): readonly SettingWarning[] {
  try {
    return type.lint?.(node.data) ?? [];
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return [{ field: 'data', message: `holds what can't be read (${message}).` }];
  }
}
