import {
  type DocumentOperation,
  isMapping,
  type Mapping,
  type Path,
  type PathStep,
  valueAt,
} from '#plugins/drafts/web/document/operations.ts';
import { nodesPath, textOf } from './read-graph.ts';

/** A variable: of `env`, of `conversation`, of a node. */
export type VariableName = readonly [owner: string, name: string];

/** A place that names a variable. */
export interface Use {
  readonly path: Path;
  /** null: a feature of the app. */
  readonly nodeId: string | null;
  readonly value: unknown;
}

/** All places that name a variable: selectors, and placeholders in texts. Where it is declared is none. */
export function usesOf(tree: Mapping, [owner, name]: VariableName): readonly Use[] {
  const found: Use[] = [];
  const placeholder = placeholderOf(owner, name);
  const look = (value: unknown, path: Path, nodeId: string | null): void => {
    if (typeof value === 'string') {
      if (value.includes(owner) && value.search(placeholder) >= 0) found.push({ path, nodeId, value });
    } else if (Array.isArray(value)) {
      if (value[0] === owner && value[1] === name && value.every((part) => typeof part === 'string')) {
        found.push({ path: [...path, 1], nodeId, value: name });
      } else for (const [at, member] of value.entries()) look(member, [...path, at], nodeId);
    } else if (isMapping(value)) {
      for (const [key, member] of Object.entries(value)) look(member, [...path, key], nodeId);
    }
  };
  const nodes = valueAt(tree, nodesPath);
  for (const [at, node] of (Array.isArray(nodes) ? nodes : []).entries()) {
    const data = isMapping(node) ? node.data : undefined;
    look(data, [...nodesPath, memberStep(nodes as readonly unknown[], at), 'data'], String(isMapping(node) && node.id));
  }
  const features: Path = ['workflow', 'features'];
  look(valueAt(tree, features), features, null);
  return found;
}

/** Ids of the nodes that name a variable, each once. */
export function usersOf(tree: Mapping, variable: VariableName): readonly string[] {
  return [...new Set(usesOf(tree, variable).flatMap(({ nodeId }) => (nodeId === null ? [] : [nodeId])))];
}

const anyPlaceholder = /\{\{#([^.#{}]+)\.([^.#{}]+)[^#{}]*#\}\}/g;

/** Variables of some owners that settings name, each once, in their order. */
export function namedIn(settings: unknown, isOwner: (id: string) => boolean): readonly VariableName[] {
  const found = new Map<string, VariableName>();
  const add = (owner: unknown, name: unknown) => {
    if (typeof owner === 'string' && typeof name === 'string' && isOwner(owner))
      found.set(JSON.stringify([owner, name]), [owner, name]);
  };
  const look = (value: unknown): void => {
    if (typeof value === 'string') {
      for (const [, owner, name] of value.matchAll(anyPlaceholder)) add(owner, name);
    } else if (Array.isArray(value)) {
      if (value.every((part) => typeof part === 'string')) add(value[0], value[1]);
      for (const member of value) look(member);
    } else if (isMapping(value)) for (const member of Object.values(value)) look(member);
  };
  look(settings);
  return [...found.values()];
}

/** Gives a variable another name at each place that names it; where it is declared is not changed. */
export function renamed(tree: Mapping, variable: VariableName, name: string): readonly DocumentOperation[] {
  const [owner, before] = variable;
  if (name === before) return [];
  const placeholder = placeholderOf(owner, before);
  return usesOf(tree, variable).map(({ path, value }) => ({
    path,
    set: value === before ? name : textOf(value).replace(placeholder, () => `{{#${owner}.${name}`),
  }));
}

function placeholderOf(owner: string, name: string): RegExp {
  return new RegExp(`\\{\\{#${escaped(owner)}\\.${escaped(name)}(?=[.#])`, 'g');
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** A member of a list by its id, which lasts; by its place where it has none of its own. */
export function memberStep(list: readonly unknown[], at: number): PathStep {
  const member = list[at];
  if (!isMapping(member) || (typeof member.id !== 'string' && typeof member.id !== 'number')) return at;
  const id = String(member.id);
  return list.filter((each) => isMapping(each) && String(each.id) === id).length === 1 ? { id } : at;
}
