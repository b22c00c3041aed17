/** Moves credentials that were typed into nodes to secret environment variables (app DSL, export). */

import type { MoveCredential, MovedCredential, ParsedApp } from '#engine';
import { fromJson, isMapping, toJson } from '#engine/run/values/value.ts';
import { newId } from '#kernel';
import type { NodeKinds } from './document-format.ts';
import { credentialWarnings } from './import-warnings.ts';
import { listAt, type Mapping, mappingAt, textAt, valueAt } from './tree.ts';

/** A document without its typed-in credentials, and where they were. Values that hold placeholders beside them are left alone. */
export function moveCredentials<Parsed extends Pick<ParsedApp, 'tree' | 'warnings'>>(
  parsed: Parsed,
  kinds: NodeKinds,
): {
  readonly parsed: Parsed;
  readonly moved: readonly MovedCredential[];
} {
  const tree = fromJson(parsed.tree) as Mapping;
  const workflow = mappingAt(tree, 'workflow');
  const variables = new NewVariables(listAt(workflow, 'environment_variables'));
  const graph = mappingAt(workflow, 'graph');
  const before = listAt(graph, 'nodes');
  const after = before.map((node) => cleared(node, variables, kinds));
  if (variables.moved.length === 0) return { parsed, moved: [] };
  const told = new Set(before.flatMap((node) => warningsOf(node, kinds)));
  const warnings = [
    ...parsed.warnings.filter((warning) => !told.has(warning)),
    ...after.flatMap((node) => warningsOf(node, kinds)),
  ];
  const environment = [...listAt(workflow, 'environment_variables'), ...variables.entries];
  const changed = { ...workflow, graph: { ...graph, nodes: after }, environment_variables: environment };
  return { parsed: { ...parsed, tree: toJson({ ...tree, workflow: changed }), warnings }, moved: variables.moved };
}

/** One variable for each value, however often it was typed. */
class NewVariables {
  readonly moved: MovedCredential[] = [];
  readonly entries: Mapping[] = [];
  readonly #taken: Set<string>;
  readonly #byValue = new Map<string, string>();

  constructor(existing: readonly unknown[]) {
    this.#taken = new Set(existing.map((entry) => textAt(entry, 'name')));
  }

  /** The placeholder that stands for the value from now on. */
  placeholder(value: string, suggestedName: string, place: Omit<MovedCredential, 'variable'>): string {
    const variable = this.#byValue.get(value) ?? this.#add(value, suggestedName);
    this.moved.push({ ...place, variable });
    return `{{#env.${variable}#}}`;
  }

  #add(value: string, suggestedName: string): string {
    const letters = suggestedName.replaceAll(/[^A-Za-z0-9]+/g, '_').replaceAll(/^_+|_+$/g, '');
    const base = /^[A-Za-z]/.test(letters) ? letters.slice(0, 40).toLowerCase() : `secret_${letters.slice(0, 40)}`;
    let name = base;
    for (let count = 2; this.#taken.has(name); count += 1) name = `${base}_${count}`;
    this.#taken.add(name);
    this.#byValue.set(value, name);
    this.entries.push({ id: newId(), name, description: '', value_type: 'secret', value, selector: ['env', name] });
    return name;
  }
}

function cleared(node: unknown, variables: NewVariables, kinds: NodeKinds): unknown {
  const data = valueAt(node, 'data');
  if (!isMapping(node) || !isMapping(data)) return node;
  const { id, title } = namesOf(node);
  const move: MoveCredential = (value, suggestedName, field) =>
    variables.placeholder(value, suggestedName, { nodeId: id, title, field });
  const changed = kinds.document(textAt(data, 'type')).moveCredentials?.(data, move) ?? data;
  return changed === data ? node : { ...node, data: changed };
}

function namesOf(node: unknown): { readonly id: string; readonly title: string } {
  const data = mappingAt(node, 'data');
  return { id: textAt(node, 'id'), title: textAt(data, 'title', textAt(data, 'type')) };
}

function warningsOf(node: unknown, kinds: NodeKinds): string[] {
  const data = mappingAt(node, 'data');
  return credentialWarnings({ ...namesOf(node), type: textAt(data, 'type'), data }, kinds);
}
