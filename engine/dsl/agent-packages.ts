/** Parts of agent packages (app DSL, agents) that are kept and that no run here uses: told, so that nobody relies on them. */
import type { GraphNode } from '#engine';
import { isMapping } from '#engine/run/values/value.ts';
import { nameOf } from './graph-draft.ts';
import { type Mapping, mappingAt, textAt, valueAt } from './tree.ts';

/** Paths below a package, with what they are for people. */
const unused: readonly (readonly [path: string, what: string])[] = [
  ['soul.tools.cli_tools', 'command-line tools'],
  ['soul.knowledge.sets', 'knowledge'],
  ['soul.knowledge.datasets', 'knowledge'],
  ['soul.human.contacts', 'people to ask'],
  ['soul.env.variables', 'variables of its shell'],
  ['soul.env.secret_refs', 'secrets of its shell'],
  ['soul.app_variables', 'input variables'],
  ['soul.config_skills', 'skills'],
  ['soul.config_files', 'files'],
  ['soul.memory.external', 'memory'],
];

/** One warning for each package that an agent of the document is made of, and each agent node whose outputs have rules. */
export function agentPackageWarnings(
  tree: Mapping,
  nodes: readonly Pick<GraphNode, 'title' | 'id' | 'data'>[] = [],
): string[] {
  const packages = Object.entries(mappingAt(tree, 'agent_packages')).flatMap(([reference, found]) => {
    const parts = new Set(unused.filter(([path]) => !isEmpty(partAt(found, path))).map(([, what]) => what));
    return parts.size === 0 ? [] : [told(`The agent package '${reference}'`, [...parts])];
  });
  const outputs = nodes.flatMap((node) => {
    const declared = valueAt(mappingAt(node.data, 'agent_job'), 'declared_outputs');
    const hasRules = Array.isArray(declared) && declared.some(hasRule);
    return hasRules ? [told(`The agent of the ${nameOf(node)}`, ['rules of its outputs for failures and checks'])] : [];
  });
  return [...packages, ...outputs];
}

function told(whose: string, parts: readonly string[]): string {
  return `${whose} has parts that are kept, and not used by runs here: ${parts.join(', ')}. Give the app what it needs of them in other ways.`;
}

function hasRule(output: unknown): boolean {
  const failure = textAt(mappingAt(output, 'failure_strategy'), 'on_failure');
  return ['default_value', 'fail_branch'].includes(failure) || valueAt(mappingAt(output, 'check'), 'enabled') === true;
}

function partAt(owner: unknown, path: string): unknown {
  return path.split('.').reduce(valueAt, owner);
}

function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return isMapping(value) ? Object.keys(value).length === 0 : value === undefined || value === null;
}
