import { type DrawnGraph, type GraphNode, isMapping } from '#engine';
import type { NodeOutput } from '#plugins/node-forms/contract.ts';
import { defaultsOf, holds, type KnownForms } from './node-forms.ts';
import { listOf, settingAt, textOf } from './setting.ts';

/** A value that a node gives. */
export interface GivenVariable {
  readonly name: string;
  /** `string`, `array[file]` …; `any`: it is not declared. */
  readonly type: string;
  /** Keys of an object with their types; null: they are not declared. */
  readonly keys: ReadonlyMap<string, string> | null;
}

export interface VariableSource {
  readonly graph: DrawnGraph;
  readonly forms: KnownForms;
  readonly mode: string;
  /** Declared for the app, by name: types. */
  readonly env: ReadonlyMap<string, string>;
  readonly conversation: ReadonlyMap<string, string>;
}

const MAX_DEPTH = 4;

/** What nodes of one graph give, and which of them come before which. Made for one check. */
export class GraphVariables {
  readonly source: VariableSource;
  readonly byId: ReadonlyMap<string, GraphNode>;
  readonly #targets: ReadonlyMap<string, readonly string[]>;
  readonly #behind = new Map<string, ReadonlySet<string>>();
  readonly #given = new Map<string, ReadonlyMap<string, GivenVariable> | null>();

  constructor(source: VariableSource) {
    this.source = source;
    this.byId = new Map(source.graph.nodes.map((node) => [node.id, node]));
    const targets = new Map<string, string[]>();
    for (const { source: from, target } of source.graph.edges) {
      const known = targets.get(from);
      if (known === undefined) targets.set(from, [target]);
      else known.push(target);
    }
    this.#targets = targets;
  }

  /** Nodes that a way of edges leads to from one. */
  #nodesBehind(id: string): ReadonlySet<string> {
    const known = this.#behind.get(id);
    if (known !== undefined) return known;
    const found = new Set<string>();
    const open = [id];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      for (const target of this.#targets.get(next) ?? []) {
        if (found.has(target)) continue;
        found.add(target);
        open.push(target);
      }
    }
    this.#behind.set(id, found);
    return found;
  }

  /** The node and the containers around it, from the inside out. */
  around(node: GraphNode): readonly GraphNode[] {
    const all = [node];
    for (let id = node.parent; id !== null && all.length < 100; ) {
      const container = this.byId.get(id);
      if (container === undefined) break;
      all.push(container);
      id = container.parent;
    }
    return all;
  }

  /** Whether one node has run where another begins: it is before that one, or before a container around that one. */
  isBefore(one: GraphNode, other: GraphNode): boolean {
    const after = this.#nodesBehind(one.id);
    return this.around(other).some(({ id }) => after.has(id));
  }

  /** Whether one node runs only after another. */
  isAfter(one: GraphNode, other: GraphNode): boolean {
    return this.#nodesBehind(other.id).has(one.id);
  }

  /** What a node gives by name; null: any name may be there. `isInside`: to the nodes inside it. */
  given(node: GraphNode, isInside: boolean): ReadonlyMap<string, GivenVariable> | null {
    const key = `${isInside} ${node.id}`;
    const known = this.#given.get(key);
    if (known !== undefined) return known;
    // A circle of types ends where it is met again.
    this.#given.set(key, null);
    const made = this.#read(node, isInside, 0);
    this.#given.set(key, made);
    return made;
  }

  #read(node: GraphNode, isInside: boolean, depth: number): ReadonlyMap<string, GivenVariable> | null {
    const form = this.source.forms.of(node);
    if (form === undefined) return null;
    const outputs = isInside ? (form.inside ?? []) : form.outputs;
    const judged = { mode: this.source.mode, defaults: defaultsOf(form.fields) };
    const given: GivenVariable[] = [];
    for (const output of outputs) {
      if (!holds(output.when, node.data, judged)) continue;
      if (output.name === undefined && output.each === undefined) {
        const schema = settingAt(node.data, output.schema_at ?? '');
        const keys = keysOf(schema);
        // What a tool answers need not be described.
        if (keys === null) return null;
        given.push(...[...keys].map(([name, type]) => ({ name, type, keys: null })));
      } else given.push(...this.#expanded(node, output, depth));
    }
    if (node.data.error_strategy !== undefined) {
      given.push(...['error_message', 'error_type'].map((name) => ({ name, type: 'string', keys: null })));
    }
    const declared = this.source.forms.typeOf(node)?.document?.outputs?.(node.data) ?? [];
    const all = new Map(given.map((each) => [each.name, each]));
    for (const name of isInside ? [] : declared) if (!all.has(name)) all.set(name, { name, type: 'any', keys: null });
    return all;
  }

  #expanded(node: GraphNode, output: NodeOutput, depth: number): readonly GivenVariable[] {
    const children = (settings: unknown) =>
      output.children === undefined
        ? null
        : new Map(output.children.map((each) => [each.name ?? '', this.#typeOf(each, settings, depth)]));
    if (output.each === undefined) {
      const keys = output.schema_at === undefined ? null : keysOf(settingAt(node.data, output.schema_at));
      const type = this.#typeOf(output, node.data, depth);
      return [{ name: output.name ?? '', type, keys: children(node.data) ?? keys }];
    }
    const items = settingAt(node.data, output.each);
    const entries: readonly (readonly [string, unknown])[] = Array.isArray(items)
      ? items.map((item) => [textOf(settingAt(item, output.name_at ?? 'variable')), item] as const)
      : isMapping(items)
        ? Object.entries(items)
        : [];
    return entries.map(([key, item]) => ({
      name: output.is_identifier === true ? key.replaceAll('-', '_') : key,
      type: this.#typeOf(output, item, depth),
      keys: children(item),
    }));
  }

  #typeOf(output: NodeOutput, settings: unknown, depth: number): string {
    if (output.type_of !== undefined) {
      const selector = listOf(settingAt(settings, output.type_of.at)).map(String);
      const type = depth > MAX_DEPTH ? 'any' : this.typeAt(selector);
      const one = output.type_of.element === true ? (/^array\[(.+)\]$/.exec(type)?.[1] ?? 'any') : type;
      return output.type_of.list === true ? `array[${one}]` : one;
    }
    if (output.type_at === undefined) return output.type ?? 'any';
    const named = textOf(settingAt(settings, output.type_at)).toLowerCase();
    return output.type_by?.[named] ?? (named === '' ? (output.type ?? 'any') : named);
  }

  /** The type of what a selector names, as far as it is declared. */
  typeAt(selector: readonly string[]): string {
    const [first = '', name = '', ...keys] = selector;
    if (first === 'env' || first === 'conversation') {
      return keys.length === 0 ? (this.source[first].get(name) ?? 'any') : 'any';
    }
    const node = this.byId.get(first);
    if (node === undefined) return 'any';
    const found = this.given(node, false)?.get(name) ?? this.given(node, true)?.get(name);
    if (found === undefined || keys.length > 1) return 'any';
    return keys.length === 0 ? found.type : (found.keys?.get(keys[0] ?? '') ?? 'any');
  }
}

/** Properties of a JSON Schema with their types; null: it describes none. */
function keysOf(schema: unknown): ReadonlyMap<string, string> | null {
  if (!isMapping(schema) || !isMapping(schema.properties) || schema.additionalProperties === true) return null;
  return new Map(
    Object.entries(schema.properties).map(([name, property]) => {
      const type = isMapping(property) ? textOf(property.type) : '';
      const items = isMapping(property) && isMapping(property.items) ? textOf(property.items.type) : '';
      return [name, type === 'array' ? `array[${items === '' ? 'any' : items}]` : type === '' ? 'any' : type];
    }),
  );
}
