/** What a document may say, whoever implements it: modes of apps, and what is known of node types. */
import type { AppMode, ContainerTraits, NodeDocument, NodeType } from '#engine';
import { withCredentials, withoutCredentials } from './credential-ids.ts';
import { type Mapping, textAt, valueAt } from './tree.ts';

/** The version this platform writes (app DSL, import). */
export const documentVersion = '0.6.0';

const modes: readonly string[] = ['workflow', 'advanced-chat', 'chat', 'agent-chat', 'completion', 'agent'];

export function isAppMode(text: string): text is AppMode {
  return modes.includes(text);
}

/** Modes whose behaviour is drawn as a graph; the others are described by `model_config`. */
export function hasGraph(mode: AppMode): boolean {
  return mode === 'workflow' || mode === 'advanced-chat';
}

/** The node type a wrapper names, by its name of today; "" for notes and shapes that are not part of the graph. */
export function nodeTypeOf(wrapper: Mapping, kinds: NodeKinds): string {
  if (valueAt(wrapper, 'type') === 'custom-note') return '';
  const type = textAt(valueAt(wrapper, 'data'), 'type');
  return type === 'note' ? '' : kinds.typeOf(type);
}

/** What is known of node types: contributions, and for types nobody contributed what the format says of them. */
export interface NodeKinds {
  isKnown(type: string): boolean;
  /** Today's name of a type. */
  typeOf(name: string): string;
  /** The node type with this version, else the newest of the type. */
  find(type: string, version: string): NodeType | undefined;
  /** What documents hold of the type. */
  document(type: string): NodeDocument;
  isRoot(type: string): boolean;
  /** Whether no other root may stand beside it. */
  isSoleRoot(type: string): boolean;
  /** Types whose settings may hold secrets. */
  readonly secretTypes: readonly string[];
  /** The type graphs begin with. */
  readonly startType: string;
  container(type: string): ContainerTraits | undefined;
}

/** The format calls types that begin a graph at an occasion so. */
export function isTrigger(type: string): boolean {
  return type.startsWith('trigger-');
}

/** Of a type that nobody brings: whose credential was chosen is not told all the same. */
const missingDocument: NodeDocument = {
  exported: (data, { secrets }) => (secrets ? data : (withoutCredentials(data) as Mapping)),
  withoutLocal: (data) => withoutCredentials(data) as Mapping,
  withLocal: (data, other) => withCredentials(data, other) as Mapping,
};
const noDocument: NodeDocument = {};

export function nodeKinds(contributed: readonly NodeType[]): NodeKinds {
  const byType = Map.groupBy(contributed, (item) => item.type);
  const newest = (type: string) =>
    byType.get(type)?.reduce((best, item) => (Number(item.version) > Number(best.version) ? item : best));
  const named = new Map(
    contributed.flatMap(({ type, document }) => (document?.formerTypes ?? []).map((name) => [name, type] as const)),
  );
  return {
    isKnown: (type) => byType.has(type),
    typeOf: (name) => named.get(name) ?? name,
    find: (type, version) => byType.get(type)?.find((item) => item.version === version) ?? newest(type),
    document: (type) => {
      const known = byType.get(type);
      if (known === undefined) return missingDocument;
      return known.find(({ document }) => document !== undefined)?.document ?? noDocument;
    },
    isRoot: (type) => newest(type)?.traits.root ?? isTrigger(type),
    isSoleRoot: (type) => newest(type)?.traits.soleRoot === true,
    secretTypes: contributed.filter(({ document }) => document?.mapSecrets !== undefined).map(({ type }) => type),
    startType: contributed.find(({ traits }) => traits.soleRoot === true)?.type ?? '',
    container: (type) => newest(type)?.traits.container,
  };
}
