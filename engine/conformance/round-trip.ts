/** Whether a document came back as it went in (app DSL, export: lossless but for what means something here only). */
import { type Mapping, mappingAt, textAt, valueAt, without } from '#engine/dsl/tree.ts';
import { readYaml } from '#engine/dsl/yaml-reader.ts';
import { Float, isMapping, zeroOf } from '#engine/run/values/value.ts';

/** As an import takes a document, which tells of more. */
const taking = { warn: () => undefined };

/** A tree that the head's envelope was taken off; null when the text is no document at all. */
export function readDocument(text: string): Mapping | null {
  let root: unknown;
  try {
    root = readYaml(text, taking);
    const inner = valueAt(root, 'data');
    if (typeof inner === 'string' && valueAt(root, 'app') === undefined) root = readYaml(inner, taking);
  } catch {
    return null;
  }
  return isMapping(root) ? root : null;
}

/** Paths at which two documents differ, at most five; what an export changes on purpose is no difference. */
export function documentDifferences(before: Mapping, after: Mapping): string[] {
  const found: string[] = [];
  collect(comparable(before), comparable(after), { path: '', found });
  return found;
}

function collect(before: unknown, after: unknown, place: { readonly path: string; readonly found: string[] }): void {
  const { path, found } = place;
  if (found.length >= 5) return;
  if (Array.isArray(before) && Array.isArray(after)) {
    if (before.length !== after.length) found.push(`${path}: ${before.length} items became ${after.length}`);
    else
      for (const [index, item] of before.entries()) collect(item, after[index], { path: `${path}[${index}]`, found });
  } else if (isMapping(before) && isMapping(after)) {
    for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
      const inner = path === '' ? key : `${path}.${key}`;
      if (!Object.hasOwn(after, key)) found.push(`${inner}: lost`);
      else if (!Object.hasOwn(before, key)) found.push(`${inner}: new`);
      else collect(before[key], after[key], { path: inner, found });
    }
  } else if (!isSameScalar(before, after)) {
    found.push(
      `${path}: ${kindOf(before)} became ${kindOf(after)}${typeof before === typeof after ? ' of another value' : ''}`,
    );
  }
}

function isSameScalar(before: unknown, after: unknown): boolean {
  if (before instanceof Float && after instanceof Float) return Object.is(before.value, after.value);
  return Object.is(before, after);
}

/** Values may be secrets: only what they are is told. */
function kindOf(value: unknown): string {
  if (value instanceof Float) return 'float';
  if (Array.isArray(value)) return 'list';
  return value === null ? 'null' : typeof value === 'object' ? 'mapping' : typeof value;
}

function comparable(tree: Mapping): Mapping {
  const head = without(tree, 'version', 'kind', 'dependencies');
  const workflow = valueAt(tree, 'workflow');
  const drawn = isMapping(workflow) ? { ...head, workflow: comparableWorkflow(workflow) } : head;
  const config = valueAt(tree, 'model_config');
  const tools = valueAt(mappingAt(config, 'agent_mode'), 'tools');
  if (!isMapping(config) || !Array.isArray(tools)) return drawn;
  const agent = { ...mappingAt(config, 'agent_mode'), tools: withoutCredentials(tools) };
  return { ...drawn, model_config: { ...config, agent_mode: agent } };
}

function comparableWorkflow(workflow: Mapping): Mapping {
  const graph = valueAt(workflow, 'graph');
  const nodes = valueAt(graph, 'nodes');
  const drawn =
    isMapping(graph) && Array.isArray(nodes) ? { graph: { ...graph, nodes: nodes.map(comparableNode) } } : {};
  const lists = ['environment_variables', 'conversation_variables'].flatMap((key): [string, unknown][] => {
    const variables = valueAt(workflow, key);
    return Array.isArray(variables) ? [[key, variables.map(comparableVariable)]] : [];
  });
  return { ...workflow, ...Object.fromEntries(lists), ...drawn };
}

function comparableVariable(variable: unknown): unknown {
  if (!isMapping(variable)) return variable;
  const type = textAt(variable, 'value_type');
  if (type === 'secret') return { ...variable, value: '' };
  return valueAt(variable, 'value') === null ? { ...variable, value: zeroOf(type) } : variable;
}

/** What an export leaves out or resets, by node type. */
const resets: Readonly<Record<string, readonly string[]>> = {
  tool: ['credential_id'],
  'trigger-schedule': ['config'],
  'trigger-webhook': ['webhook_url', 'webhook_debug_url'],
  'trigger-plugin': ['subscription_id'],
  'knowledge-retrieval': ['dataset_ids'],
};

function comparableNode(node: unknown): unknown {
  const data = valueAt(node, 'data');
  if (!isMapping(node) || !isMapping(data)) return node;
  const type = textAt(data, 'type');
  if (type === 'agent') return { ...node, data: withoutCredentials(data) };
  if (type === 'start') return { ...node, data: withoutFileDefaults(data) };
  const fields = Object.hasOwn(resets, type) ? resets[type] : undefined;
  return fields === undefined ? node : { ...node, data: without(data, ...fields) };
}

function withoutFileDefaults(data: Mapping): Mapping {
  const variables = valueAt(data, 'variables');
  if (!Array.isArray(variables)) return data;
  const kept = variables.map((item) =>
    isMapping(item) && textAt(item, 'type').startsWith('file') ? without(item, 'default') : item,
  );
  return { ...data, variables: kept };
}

function withoutCredentials(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutCredentials);
  if (!isMapping(value)) return value;
  const entries = Object.entries(value).filter(([key]) => key !== 'credential_id');
  return Object.fromEntries(entries.map(([key, item]) => [key, withoutCredentials(item)]));
}
