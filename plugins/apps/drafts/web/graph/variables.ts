import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { isMapping, type Mapping, valueAt } from '#plugins/drafts/web/document/operations.ts';
import { defaultsOf, type Forms, holds, type NodeForm } from './forms.ts';
import { type Graph, type GraphNode, keysOf, listAt, settingAt, textOf } from './read-graph.ts';

type Output = Schemas['NodeOutput'];

/** A variable that a node may name. */
export interface Variable {
  readonly selector: readonly string[];
  /** `string`, `array[file]` …, or `any`. */
  readonly type: string;
  readonly about: string;
}

/** The variables of one node, or of the app. */
export interface VariableGroup {
  readonly id: string;
  readonly title: string;
  readonly variables: readonly Variable[];
}

export interface VariableScope {
  readonly graph: Graph;
  readonly forms: Forms;
  readonly tree: Mapping;
  readonly mode: string;
  /** How many types of types were followed: documents may have circles of them. */
  readonly depth?: number;
}

const MAX_DEPTH = 3;

/** What a node sees: outputs of the nodes before it, those of the containers it lies in, and what the app has. */
export function variablesBefore(scope: VariableScope, id: string): readonly VariableGroup[] {
  const node = scope.graph.byId.get(id);
  const groups: VariableGroup[] = [];
  for (const before of nodesBefore(scope.graph, id)) groups.push(groupOf(scope, before, false));
  for (let outer = parentOf(scope.graph, node); outer !== undefined; outer = parentOf(scope.graph, outer)) {
    groups.push(groupOf(scope, outer, true));
    for (const before of nodesBefore(scope.graph, outer.id)) groups.push(groupOf(scope, before, false));
  }
  const unique = new Map<string, VariableGroup>();
  for (const group of groups) if (group.variables.length > 0 && !unique.has(group.id)) unique.set(group.id, group);
  return [...unique.values(), ...appVariables(scope)];
}

/** What the nodes inside a container bring out. */
export function variablesInside(scope: VariableScope, id: string): readonly VariableGroup[] {
  const inner = scope.graph.nodes.filter(({ parentId }) => parentId === id);
  return inner.map((node) => groupOf(scope, node, false)).filter(({ variables }) => variables.length > 0);
}

/** What a node itself brings out. */
export function variablesOf(scope: VariableScope, id: string): readonly Variable[] {
  const node = scope.graph.byId.get(id);
  return node === undefined ? [] : groupOf(scope, node, false).variables;
}

/** Conversation variables, and those of the loops a node lies in. */
export function variablesAssignable(scope: VariableScope, id: string): readonly VariableGroup[] {
  const groups: VariableGroup[] = [];
  for (let outer = parentOf(scope.graph, scope.graph.byId.get(id)); outer; outer = parentOf(scope.graph, outer))
    groups.push(groupOf(scope, outer, true));
  const conversation = appVariables(scope).filter((group) => group.id === 'conversation');
  return [...groups.filter(({ variables }) => variables.length > 0), ...conversation];
}

function parentOf(graph: Graph, node: GraphNode | undefined): GraphNode | undefined {
  return node?.parentId ? graph.byId.get(node.parentId) : undefined;
}

/** Nodes that a way of edges leads from, nearest first. */
export function nodesBefore({ edges, byId }: Graph, id: string): readonly GraphNode[] {
  const sources = Map.groupBy(edges, ({ target }) => target);
  const found = new Map<string, GraphNode>();
  const waiting = [id];
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    for (const { source } of sources.get(next) ?? []) {
      const node = byId.get(source);
      if (node === undefined || found.has(source) || source === id) continue;
      found.set(source, node);
      waiting.push(source);
    }
  }
  return [...found.values()];
}

function groupOf(scope: VariableScope, node: GraphNode, isInside: boolean): VariableGroup {
  const form = scope.forms.of(node);
  const outputs = isInside ? [...(form?.inside ?? [])] : (form?.outputs ?? []);
  const variables = form === undefined ? [] : outputs.flatMap((output) => expand(scope, node, form, output));
  return { id: node.id, title: node.title || form?.title || node.id, variables };
}

function expand(scope: VariableScope, node: GraphNode, form: NodeForm, output: Output): readonly Variable[] {
  const { data } = node;
  const judged = { mode: scope.mode, features: null, defaults: defaultsOf(form.fields) };
  if (!holds(output.when, data, judged)) return [];
  if (output.each === undefined) {
    if (output.name === undefined) return propertiesOf([node.id], schemaAt(data, output));
    const variable = { selector: [node.id, output.name], type: typeOf(scope, data, output), about: output.about ?? '' };
    // What the items of a list have is no variable: no selector leads there.
    const keys = variable.type.startsWith('array') ? [] : (output.children ?? []);
    const children = keys.flatMap(({ name, type = 'any', about = '' }) =>
      name === undefined ? [] : [{ selector: [...variable.selector, name], type, about }],
    );
    return [variable, ...children, ...propertiesOf(variable.selector, schemaAt(data, output))];
  }
  const items = valueAt(data, keysOf(output.each));
  const entries: readonly (readonly [string, unknown])[] = Array.isArray(items)
    ? items.map((item) => [textOf(settingAt(item, output.name_at ?? 'variable')), item] as const)
    : isMapping(items)
      ? Object.entries(items)
      : [];
  return entries.flatMap(([key, item]) => {
    const name = output.is_identifier === true ? key.replaceAll('-', '_') : key;
    if (name === '') return [];
    const own = {
      selector: [node.id, name],
      type: typeOf(scope, item, output),
      about: textOf(settingAt(item, 'label')),
    };
    const children = (output.children ?? []).flatMap((child) =>
      child.name === undefined
        ? []
        : [{ selector: [...own.selector, child.name], type: typeOf(scope, item, child), about: child.about ?? '' }],
    );
    return [own, ...children];
  });
}

function typeOf(scope: VariableScope, settings: unknown, output: Output): string {
  if (output.type_of !== undefined) {
    const selector = settingAt(settings, output.type_of.at);
    const type = Array.isArray(selector) ? typeOfSelector(scope, selector.map(String)) : 'any';
    const one = output.type_of.element === true ? (/^array\[(.+)\]$/.exec(type)?.[1] ?? 'any') : type;
    return output.type_of.list === true ? (one === 'any' ? 'array[any]' : `array[${one}]`) : one;
  }
  if (output.type_at !== undefined) {
    const named = textOf(settingAt(settings, output.type_at));
    return output.type_by?.[named] ?? (named === '' ? (output.type ?? 'any') : named);
  }
  return output.type ?? 'any';
}

/** The type of what a selector names, as far as it is declared. */
export function typeOfSelector(scope: VariableScope, selector: readonly string[]): string {
  const [id = ''] = selector;
  const depth = (scope.depth ?? 0) + 1;
  const isSame = (one: readonly string[]) =>
    one.length === selector.length && one.every((key, at) => key === selector[at]);
  const own = appVariables(scope).find((group) => group.variables.some((each) => isSame(each.selector)));
  if (own !== undefined) return own.variables.find((each) => isSame(each.selector))?.type ?? 'any';
  const node = scope.graph.byId.get(id);
  const form = node === undefined ? undefined : scope.forms.of(node);
  if (node === undefined || form === undefined || depth > MAX_DEPTH) return 'any';
  const outputs = [...form.outputs, ...(form.inside ?? [])];
  const found = outputs.flatMap((output) => expand({ ...scope, depth }, node, form, output));
  return found.find((each) => isSame(each.selector))?.type ?? 'any';
}

function schemaAt(data: unknown, output: Output): unknown {
  return output.schema_at === undefined ? undefined : settingAt(data, output.schema_at);
}

function propertiesOf(selector: readonly string[], schema: unknown, depth = 0): readonly Variable[] {
  if (!isMapping(schema) || !isMapping(schema.properties) || depth > MAX_DEPTH) return [];
  return Object.entries(schema.properties).flatMap(([name, property]) => {
    const own = [...selector, name];
    const items = isMapping(property) && isMapping(property.items) ? textOf(property.items.type) : '';
    const type = isMapping(property) ? textOf(property.type) || 'any' : 'any';
    const about = isMapping(property) ? textOf(property.description) : '';
    const variable = { selector: own, type: type === 'array' ? `array[${items || 'any'}]` : type, about };
    return [variable, ...propertiesOf(own, property, depth + 1)];
  });
}

function appVariables({ tree, forms, mode }: VariableScope): readonly VariableGroup[] {
  const declared = (id: string, key: string) => ({
    id,
    title: id,
    variables: listAt(tree, ['workflow', key]).flatMap((item) => {
      const name = isMapping(item) ? textOf(item.name) : '';
      if (name === '' || !isMapping(item)) return [];
      return [
        { selector: [id, name], type: textOf(item.value_type).toLowerCase() || 'any', about: textOf(item.description) },
      ];
    }),
  });
  const system = forms.systemVariables
    .filter(({ modes }) => modes === undefined || modes.includes(mode))
    .map(({ name, type, about }) => ({ selector: ['sys', name], type, about }));
  return [
    declared('conversation', 'conversation_variables'),
    declared('env', 'environment_variables'),
    { id: 'sys', title: 'sys', variables: system },
  ].filter(({ variables }) => variables.length > 0);
}

/** Whether a variable of that type may stand where those types are taken. */
export function takes(types: readonly string[] | undefined, type: string): boolean {
  if (types === undefined || types.length === 0 || type === 'any') return true;
  return types.some((each) => each === type || each === 'any' || (type.startsWith('array') && each === 'array'));
}
