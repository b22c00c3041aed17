/** Variables that have a value in no run: what is sent, shown or asked in their place is nothing, or their bare name. */
import { type AppMode, type GraphNode, systemVariables, systemVariablesOf } from '#engine';
import { parseTemplate } from '#engine/run/values/template.ts';
import { isMapping } from '#engine/run/values/value.ts';
import { isAppMode, type NodeKinds } from './document-format.ts';
import { nameOf } from './graph-draft.ts';
import { listAt, type Mapping, mappingAt, textAt } from './tree.ts';

const anyPlaceholder = /\{\{#([^#{}\n]{1,200})#\}\}/g;
/** What prompts and forms have of their own. */
const special = /^(?:context|histories|query|\$outputs?\..*)$/;
/** What no template is read from: code, Jinja, titles, selectors, what the editor knows of tools. */
const passedBy = /^(?:title|desc|type|code|jinja2_text|schemas|paramSchemas|output_schema|.*selector)$/;

/** A variable of a node that never has a value. */
interface PlaceholderWarning {
  readonly node: GraphNode;
  /** Of the node's data, where it stands. */
  readonly field: string;
  /** The placeholder, or `sys.name`. */
  readonly name: string;
  readonly message: string;
}

/** One warning for each placeholder, and each selector of a system variable, of a node that can never have a value. */
export function placeholderWarnings(
  nodes: readonly GraphNode[],
  tree: Mapping,
  kinds: NodeKinds,
): readonly PlaceholderWarning[] {
  const mode = textAt(mappingAt(tree, 'app'), 'mode');
  const graph: Graph = {
    nodes: new Map(nodes.map((node) => [node.id, node])),
    workflow: mappingAt(tree, 'workflow'),
    mode: isAppMode(mode) ? mode : 'workflow',
    kinds,
  };
  return nodes.flatMap((node) => {
    const found = new Map<string, { readonly path: string; readonly reason: string }>();
    for (const { field, path, found: text } of templatesOf(node, kinds)) {
      for (const [whole, inner = ''] of text.matchAll(anyPlaceholder)) {
        const own = kinds.document(node.type).ownPlaceholders?.[field] ?? [];
        const isOwn = special.test(inner) || own.includes(inner);
        const reason = isOwn ? null : reasonAgainst(inner, whole, node, graph);
        if (reason !== null && !found.has(whole)) found.set(whole, { path, reason });
      }
    }
    for (const { path, found: name } of systemSelectors(node)) {
      const reason = reasonAgainstSystem(name, graph);
      if (reason !== null && !found.has(`{{#sys.${name}#}}`)) found.set(`sys.${name}`, { path, reason });
    }
    return [...found].map(([name, { path, reason }]) => ({
      ...{ node, field: path, name, message: `${name} never has a value, for ${reason}.` },
    }));
  });
}

interface Graph {
  readonly mode: AppMode;
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
  if (first === 'sys') return reasonAgainstSystem(name, graph);
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

function reasonAgainstSystem(name: string, { mode }: Graph): string | null {
  if (systemVariablesOf(mode).has(name)) return null;
  return systemVariables.some((variable) => variable.name === name)
    ? `apps of the mode ${mode} have no system variable '${name}'`
    : `there is no system variable '${name}'`;
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

/** What is found in a node's data, with the field of the data it lies in. */
interface Found<Part> {
  readonly field: string;
  /** Where it stands, in all. */
  readonly path: string;
  readonly found: Part;
}

/** Texts with placeholders, but those under keys that are passed by. */
function templatesOf({ type, data }: GraphNode, kinds: NodeKinds): readonly Found<string>[] {
  const own = kinds.document(type);
  const all: Found<string>[] = [];
  const look = (value: unknown, field: string, path: string): void => {
    if (typeof value === 'string') {
      if (value.includes('{{#')) all.push({ field, path, found: value });
    } else if (Array.isArray(value)) for (const [at, item] of value.entries()) look(item, field, `${path}.${at}`);
    else if (isMapping(value)) {
      for (const key of Object.keys(value)) {
        if (passedBy.test(key) || own.hasPlaceholders?.(key) === false) continue;
        look(value[key], field || key, path === '' ? key : `${path}.${key}`);
      }
    }
  };
  look(data, '', '');
  return all;
}

/** Each place where a template of the node names a variable of another node. */
export function namedInTemplates(
  node: GraphNode,
  kinds: NodeKinds,
): readonly { readonly path: string; readonly selector: readonly string[] }[] {
  return templatesOf(node, kinds).flatMap(({ field, path, found }) => {
    const own = kinds.document(node.type).ownPlaceholders?.[field] ?? [];
    return [...found.matchAll(anyPlaceholder)]
      .filter(([, inner = '']) => !special.test(inner) && !own.includes(inner))
      .flatMap(([whole]) =>
        parseTemplate(whole).selectors.map((selector) => ({ path, selector: selector.map(String) })),
      );
  });
}

/** What no selector is read from. */
const withoutSelectors =
  /^(?:title|desc|type|code|schemas|paramSchemas|output_schema|options|structured_output|outputs_type)$/;

/** System variables that a node selects, wherever in its settings; what is turned off is not read. */
function systemSelectors({ data }: GraphNode): readonly Found<string>[] {
  const all: Found<string>[] = [];
  const look = (value: unknown, field: string, path: string): void => {
    if (Array.isArray(value)) {
      const name = systemSelector(value);
      if (name !== null) all.push({ field, path, found: name });
      for (const [at, item] of value.entries()) look(item, field, `${path}.${at}`);
    } else if (isMapping(value) && value.enabled !== false) {
      for (const key of Object.keys(value)) {
        if (!withoutSelectors.test(key)) look(value[key], field || key, path === '' ? key : `${path}.${key}`);
      }
    }
  };
  look(data, '', '');
  return all;
}

/** `[sys, query]`, and `[start, sys.query]` of a root that publishes it under that name. */
function systemSelector([first, second, ...rest]: readonly unknown[]): string | null {
  if (typeof first !== 'string' || typeof second !== 'string') return null;
  if (first === 'sys') return second;
  return rest.length === 0 && second.startsWith('sys.') ? second.slice(4) : null;
}
