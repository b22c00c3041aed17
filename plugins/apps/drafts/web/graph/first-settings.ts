import { type DocumentOperation, isMapping, type Mapping } from '#plugins/drafts/web/document/operations.ts';
import { defaultsOf, type FieldOf, type Forms, holds, type NodeField, type NodeForm } from './forms.ts';
import { newId } from './new-id.ts';
import { operatorsFor } from './operators.ts';
import { dataPath, type GraphNode, listAt, readGraph, settingAt, textOf } from './read-graph.ts';
import { writeSetting } from './settings.ts';
import {
  nodesBefore,
  takes,
  typeOfSelector,
  type Variable,
  type VariableScope,
  variablesBefore,
  variablesInside,
} from './variables.ts';

/** A model by its names. */
export interface ModelNames {
  readonly provider: string;
  readonly name: string;
}

/** What a new node takes from where it stands. */
export interface Surroundings {
  readonly mode: string;
  /** What a model is where no node of the graph has one; null: the workspace's default, or none. */
  readonly model: ModelNames | null;
}

const QUERY = ['sys', 'query'];
const isConversation = (mode: string) => mode === 'advanced-chat';

/**
 * What a new node begins with besides its form's `start`: the model its neighbours have, what is asked in a conversation, else what the
 * node before it brings out. Only what is empty is filled.
 */
export function firstSettings(
  tree: Mapping,
  forms: Forms,
  { mode, model }: Surroundings,
  id: string,
): readonly DocumentOperation[] {
  const graph = readGraph(tree);
  const node = graph.byId.get(id);
  const form = node === undefined ? undefined : forms.of(node);
  if (node === undefined || form === undefined) return [];
  const scope: VariableScope = { graph, forms, tree, mode };
  const judged = { mode, features: null, defaults: defaultsOf(form.fields) };
  const fields = flat(form.fields).filter(({ when }) => holds(when, node.data, judged));
  const filler = new Filler(scope, node, model);
  const filled = [...fields.flatMap((field) => filler.of(field, form.follows)), ...filler.found(fields)];
  return filled.flatMap(([path, value]) => writeSetting(tree, dataPath(id), path, value));
}

/** A container gives out what its last node does, for as long as it is told nothing else. */
export function followedOutput(tree: Mapping, forms: Forms, mode: string, id: string): readonly DocumentOperation[] {
  const graph = readGraph(tree);
  const parent = graph.byId.get(graph.byId.get(id)?.parentId ?? '');
  const form = parent === undefined ? undefined : forms.of(parent);
  const field = flat(form?.fields ?? []).find((each) => isValue(each) && each.from === 'inside' && !each.is_list);
  if (parent === undefined || field === undefined || !isValue(field)) return [];
  const chosen = settingAt(parent.data, field.at);
  const before = graph.edges.filter(({ target }) => target === id).map(({ source }) => source);
  const isEmpty = !Array.isArray(chosen) || chosen.length === 0;
  if (!isEmpty && !before.includes(String(chosen[0]))) return [];
  const scope: VariableScope = { graph, forms, tree, mode };
  const own = variablesInside(scope, parent.id).find((group) => group.id === id)?.variables[0];
  if (own === undefined) return [];
  return written(field, own).flatMap(([path, value]) => writeSetting(tree, dataPath(parent.id), path, value));
}

/** What joins several ways takes the first variable of the node that is connected to it, too, where it is of the type of the others. */
export function joinedSettings(
  tree: Mapping,
  forms: Forms,
  mode: string,
  { source, target }: { readonly source: string; readonly target: string },
): readonly DocumentOperation[] {
  const graph = readGraph(tree);
  const node = graph.byId.get(target);
  const form = node === undefined ? undefined : forms.of(node);
  const scope: VariableScope = { graph, forms, tree, mode };
  const judged = { mode, features: null, defaults: defaultsOf(form?.fields ?? []) };
  const field = flat(form?.fields ?? []).find(
    (each) => isValue(each) && each.is_list === true && holds(each.when, node?.data, judged),
  );
  if (node === undefined || field === undefined || !isValue(field)) return [];
  const chosen = listAt(node.data, placeOf(field).split('.'));
  const [first] = chosen;
  const type = Array.isArray(first) ? typeOfSelector(scope, first.map(String)) : undefined;
  const group = variablesBefore(scope, target).find(({ id }) => id === source);
  const isThere = chosen.some((selector) => Array.isArray(selector) && selector[0] === source);
  const found = group?.variables.find((each) => type === undefined || each.type === type);
  if (found === undefined || isThere) return [];
  return writeSetting(tree, dataPath(target), placeOf(field), [...chosen, found.selector]);
}

/** Code that nobody has changed is that of the other language, when another is chosen. */
export function starterChange(
  form: NodeForm | undefined,
  data: Mapping,
  path: string,
  value: unknown,
): readonly Written[] {
  return flat(form?.fields ?? []).flatMap((field) => {
    if (field.kind !== 'code' || field.language_at !== path) return [];
    const isUnchanged = textOf(settingAt(data, field.at)) === field.starters[textOf(settingAt(data, path))];
    const next = field.starters[textOf(value)];
    return isUnchanged && next !== undefined ? [[field.at, next]] : [];
  });
}

type Written = readonly [path: string, value: unknown];
type ValueField = FieldOf<'value'>;
const isValue = (field: NodeField): field is ValueField => field.kind === 'value';

function flat(fields: readonly NodeField[]): readonly NodeField[] {
  return fields.flatMap((field) => (field.kind === 'group' ? flat(field.fields) : [field]));
}

/** Where the value of a field lies. */
function placeOf({ at, wrapped }: NodeField): string {
  return wrapped === undefined ? at : `${at}.value`;
}

function written(field: ValueField, { selector, type }: Variable): readonly Written[] {
  return [
    [placeOf(field), selector] as const,
    ...(field.type_to === undefined ? [] : [[field.type_to, type] as const]),
    ...(field.is_list_to === undefined ? [] : [[field.is_list_to, type.startsWith('array')] as const]),
  ];
}

class Filler {
  readonly #scope: VariableScope;
  readonly #node: GraphNode;
  readonly #model: ModelNames | null;

  constructor(scope: VariableScope, node: GraphNode, model: ModelNames | null) {
    this.#scope = scope;
    this.#node = node;
    this.#model = model;
  }

  of(field: NodeField, follows: NodeForm['follows']): readonly Written[] {
    const value = settingAt(this.#node.data, placeOf(field));
    if (field.kind === 'model') return this.#modelOf(field, value);
    if (field.kind === 'memory') return this.#memoryOf(field, value);
    if (field.kind === 'value' && field.required === true) return isEmpty(value) ? this.#valueOf(field) : [];
    if (field.at !== follows?.at) return [];
    const found = follows.is_query === true ? this.#best(follows.takes) : this.#nearest(follows.takes);
    if (field.kind === 'messages') return isConversation(this.#scope.mode) ? [] : asked(field, value, found);
    if (found === undefined) return [];
    if (field.kind === 'value') return isEmpty(value) ? written(field, found) : [];
    return following(field, value, found, follows.as);
  }

  /** What a knowledge node right before it finds is the context of a model, which its first message names. */
  found(fields: readonly NodeField[]): readonly Written[] {
    const { graph, forms } = this.#scope;
    if (!fields.some(({ at }) => at === 'context.enabled')) return [];
    const sources = graph.edges.filter(({ target }) => target === this.#node.id).map(({ source }) => source);
    const finder = graph.nodes.find((node) => sources.includes(node.id) && forms.of(node)?.group === 'knowledge');
    const output = finder === undefined ? undefined : forms.of(finder)?.outputs[0]?.name;
    const messages = listAt(this.#node.data, ['prompt_template']);
    const [first] = messages;
    if (finder === undefined || output === undefined || !isMapping(first) || textOf(first.text) !== '') return [];
    return [
      ['context', { enabled: true, variable_selector: [finder.id, output] }],
      ['prompt_template', [{ ...first, text: '{{#context#}}' }, ...messages.slice(1)]],
    ];
  }

  #modelOf(field: FieldOf<'model'>, value: unknown): readonly Written[] {
    if (field.of !== 'llm' || field.provider_at !== undefined || !isMapping(value)) return [];
    const key = field.name_at?.split('.').at(-1) ?? 'name';
    if (textOf(value[key]) !== '') return [];
    const found = this.#modelNear() ?? this.#model;
    return found === null ? [] : [[placeOf(field), { ...value, provider: found.provider, [key]: found.name }]];
  }

  /** The model of the nearest node that has one: before this one, else anywhere. */
  #modelNear(): ModelNames | undefined {
    const { graph, forms } = this.#scope;
    const near = [...nodesBefore(graph, this.#node.id), ...graph.nodes].filter(({ id }) => id !== this.#node.id);
    for (const node of near) {
      for (const field of flat(forms.of(node)?.fields ?? [])) {
        if (field.kind !== 'model' || field.of !== 'llm' || field.provider_at !== undefined) continue;
        const model = settingAt(node.data, placeOf(field));
        const key = field.name_at?.split('.').at(-1) ?? 'name';
        const names = isMapping(model) ? { provider: textOf(model.provider), name: textOf(model[key]) } : undefined;
        if (names !== undefined && names.provider !== '' && names.name !== '') return names;
      }
    }
    return undefined;
  }

  /** In a conversation a model hears what is asked, and what was said before. */
  #memoryOf({ at, has_query: hasQuery }: FieldOf<'memory'>, value: unknown): readonly Written[] {
    if (hasQuery !== true || !isConversation(this.#scope.mode) || value !== undefined) return [];
    const hasTask = flat(this.#scope.forms.of(this.#node)?.fields ?? []).some(({ kind }) => kind === 'messages');
    return hasTask
      ? [[at, { window: { enabled: true, size: 10 }, query_prompt_template: `{{#${QUERY.join('.')}#}}` }]]
      : [];
  }

  #valueOf(field: ValueField): readonly Written[] {
    if (field.from === 'inside' || field.from === 'assignable') return [];
    if (field.is_list === true) return this.#listOf(field);
    const found = this.#best(field.takes);
    return found === undefined ? [] : written(field, found);
  }

  /** What each of the nodes whose edges lead here brings out first. */
  #listOf(field: ValueField): readonly Written[] {
    const { graph } = this.#scope;
    const sources = new Set(graph.edges.filter(({ target }) => target === this.#node.id).map(({ source }) => source));
    const groups = variablesBefore(this.#scope, this.#node.id).filter(({ id }) => sources.has(id));
    const found = groups.flatMap(({ variables }) => variables.find(({ type }) => takes(field.takes, type)) ?? []);
    const [first] = found;
    if (first === undefined) return [];
    const same = found.filter(({ type }) => type === first.type).map(({ selector }) => selector);
    return [[placeOf(field), same], ...(field.type_to === undefined ? [] : [[field.type_to, first.type] as const])];
  }

  /** What is asked in a conversation where a text is taken; else what is nearest. */
  #best(types: readonly string[] | undefined): Variable | undefined {
    const isText = types === undefined || types.includes('string');
    if (isText && isConversation(this.#scope.mode)) {
      const groups = variablesBefore(this.#scope, this.#node.id).flatMap(({ variables }) => variables);
      const query = groups.find(({ selector }) => selector.join() === QUERY.join());
      if (query !== undefined) return query;
    }
    return this.#nearest(types);
  }

  /** Of nodes before, the nearest first; what surely is of the type before what may be. Files are those that people give. */
  #nearest(types: readonly string[] | undefined): Variable | undefined {
    const { graph, forms } = this.#scope;
    const isOfFiles = types?.every((type) => type.includes('file')) === true;
    const farness = (id: string) => {
      const node = graph.byId.get(id);
      return isOfFiles && node !== undefined && forms.of(node)?.traits.root === true ? 0 : 1;
    };
    const all = variablesBefore(this.#scope, this.#node.id)
      .filter(({ id }) => graph.byId.has(id))
      .toSorted((one, other) => farness(one.id) - farness(other.id))
      // Whole outputs: a key of one may not be there.
      .flatMap(({ variables }) => variables.filter(({ selector }) => selector.length === 2));
    return all.find(({ type }) => type !== 'any' && takes(types, type)) ?? all.find(({ type }) => takes(types, type));
  }
}

/** Where there is no conversation, a model is asked in the prompt: servers refuse one that is only told who it is. */
function asked(field: NodeField, value: unknown, found: Variable | undefined): readonly Written[] {
  const text = found === undefined ? '' : `{{#${found.selector.join('.')}#}}`;
  return Array.isArray(value) ? [[placeOf(field), [...value, { role: 'user', text }]]] : [];
}

/** A field about what the node before brings out. */
function following(
  field: NodeField,
  value: unknown,
  { selector, type }: Variable,
  as: string | undefined,
): readonly Written[] {
  const at = placeOf(field);
  const mark = `{{#${selector.join('.')}#}}`;
  if (field.kind === 'template') return isEmpty(value) ? [[at, mark]] : [];
  if (field.kind === 'values') {
    const variable = as ?? selector.at(-1) ?? '';
    return isEmpty(value) ? [[at, [{ variable, value_selector: selector, value_type: type }]]] : [];
  }
  if (!Array.isArray(value)) return [];
  if (field.kind !== 'cases') return [];
  const [first, ...others] = value;
  if (!isMapping(first) || listAt(first, ['conditions']).length > 0) return [];
  const condition = {
    ...{ id: newId(), variable_selector: selector, varType: type },
    ...{ comparison_operator: operatorsFor(type)[0], value: '' },
  };
  return [[at, [{ ...first, conditions: [condition] }, ...others]]];
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
}
