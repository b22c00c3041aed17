/** Placeholders that have a value in no run: what is sent, shown or asked in their place is their bare name. */
import type { GraphNode } from '#engine';
import { parseTemplate } from '#engine/run/values/template.ts';
import { isMapping } from '#engine/run/values/value.ts';
import type { NodeKinds } from './document-format.ts';
import { nameOf } from './graph-draft.ts';
import { listAt, type Mapping, textAt } from './tree.ts';

const anyPlaceholder = /\{\{#([^#{}\n]{1,200})#\}\}/g;
/** What prompts and forms have of their own. */
const special = /^(?:context|histories|query|\$outputs?\..*)$/;
/** What no template is read from: code, Jinja, titles, selectors, what the editor knows of tools. */
const passedBy = /^(?:title|desc|type|code|jinja2_text|schemas|paramSchemas|output_schema|.*selector)$/;

const systemNames = new Set(
  'query files conversation_id dialogue_count user_id app_id workflow_id workflow_run_id timestamp invoke_from document_id original_document_id batch dataset_id datasource_type datasource_info'.split(
    ' ',
  ),
);

/** One warning for each placeholder of a node that can never have a value. */
export function placeholderWarnings(nodes: readonly GraphNode[], workflow: Mapping, kinds: NodeKinds): string[] {
  const graph: Graph = { nodes: new Map(nodes.map((node) => [node.id, node])), workflow, kinds };
  return nodes.flatMap((node) => {
    const found = new Map<string, string>();
    for (const text of templatesOf(node, kinds)) {
      for (const [whole, inner = ''] of text.matchAll(anyPlaceholder)) {
        const reason = special.test(inner) ? null : reasonAgainst(inner, whole, node, graph);
        if (reason !== null) found.set(whole, reason);
      }
    }
    return [...found].map(([name, reason]) => `The ${nameOf(node)}: ${name} never has a value, for ${reason}.`);
  });
}

interface Graph {
  readonly nodes: ReadonlyMap<string, GraphNode>;
  readonly workflow: Mapping;
  readonly kinds: NodeKinds;
}

/** Why a placeholder never has a value; null: it may have one. */
function reasonAgainst(inner: string, whole: string, node: GraphNode, graph: Graph): string | null {
  if (parseTemplate(whole).selectors.length === 0) {
    return 'it names no variable as templates do (letters, digits and underscores): choose the variable anew';
  }
  const [first = '', name = ''] = inner.split('.');
  if (first === 'sys') return systemNames.has(name) ? null : `there is no system variable '${name}'`;
  if (first === 'rag') return null;
  if (first === 'env' || first === 'conversation') {
    const declared = listAt(graph.workflow, first === 'env' ? 'environment_variables' : 'conversation_variables');
    const what = first === 'env' ? 'an environment variable' : 'a conversation variable';
    return declared.some((entry) => textAt(entry, 'name') === name) ? null : `nothing declares ${what} '${name}'`;
  }
  const source = graph.nodes.get(first);
  if (source === undefined) return `there is no node '${first}'`;
  const around = hidingIteration(source, node, graph);
  if (around !== null) return `what is inside the ${nameOf(around)} is not seen outside of it`;
  const outputs = graph.kinds.document(source.type).outputs?.(source.data);
  return outputs === undefined || outputs.includes(name) ? null : `the ${nameOf(source)} puts out no '${name}'`;
}

/** The container that keeps its inside to itself, around `source` that `node` is not in. */
function hidingIteration(source: GraphNode, node: GraphNode, { nodes, kinds }: Graph): GraphNode | null {
  const around = new Set([node.id, ...containersOf(node, nodes).map(({ id }) => id)]);
  const hiding = containersOf(source, nodes).find(
    ({ id, type }) => kinds.container(type)?.pool === 'copied' && !around.has(id),
  );
  return hiding ?? null;
}

function containersOf(node: GraphNode, nodes: Graph['nodes']): readonly GraphNode[] {
  const containers: GraphNode[] = [];
  for (let id = node.parent; id !== null && containers.length < 100; ) {
    const container = nodes.get(id);
    if (container === undefined) break;
    containers.push(container);
    id = container.parent;
  }
  return containers;
}

function* templatesOf({ type, data }: GraphNode, kinds: NodeKinds): Generator<string> {
  const own = kinds.document(type);
  const open: unknown[] = [data];
  for (const value of open) {
    if (typeof value === 'string') yield value;
    else if (Array.isArray(value)) for (const item of value) open.push(item);
    else if (isMapping(value)) {
      for (const [key, item] of Object.entries(value)) {
        if (!passedBy.test(key) && own.hasPlaceholders?.(key) !== false) open.push(item);
      }
    }
  }
}
