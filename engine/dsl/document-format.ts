/**
 * Names that belong to the document format itself: what a document may say, whoever implements it. How a node runs is
 * its plugin's business; these names are needed to read older documents and to draw a graph for apps that have none.
 */
import type { AppMode, NodeType } from '../contract.ts';
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

const renamedTypes: ReadonlyMap<string, string> = new Map([['variable-assigner', 'variable-aggregator']]);

/** The node type a wrapper names; "" for notes and shapes that are not part of the graph. */
export function nodeTypeOf(wrapper: Mapping): string {
  if (valueAt(wrapper, 'type') === 'custom-note') return '';
  const type = textAt(valueAt(wrapper, 'data'), 'type');
  return type === 'note' ? '' : (renamedTypes.get(type) ?? type);
}

/** What is known of node types: contributions, and for types nobody contributed what the format says of them. */
export interface NodeKinds {
  isKnown(type: string): boolean;
  /** The node type with this version, else the newest of the type. */
  find(type: string, version: string): NodeType | undefined;
  isRoot(type: string): boolean;
  container(type: string): 'iteration' | 'loop' | undefined;
}

export function isTrigger(type: string): boolean {
  return type.startsWith('trigger-');
}

/** Of these a workflow may have one (app DSL, triggers, datasource, knowledge-index). */
export function isSchedule(type: string): boolean {
  return type === 'trigger-schedule';
}

export function nodeKinds(contributed: readonly NodeType[]): NodeKinds {
  const byType = Map.groupBy(contributed, (item) => item.type);
  const newest = (type: string) =>
    byType.get(type)?.reduce((best, item) => (Number(item.version) > Number(best.version) ? item : best));
  return {
    isKnown: (type) => byType.has(type),
    find: (type, version) => byType.get(type)?.find((item) => item.version === version) ?? newest(type),
    isRoot: (type) => newest(type)?.traits.root ?? (type === 'start' || type === 'datasource' || isTrigger(type)),
    container: (type) => {
      const known = newest(type);
      if (known) return known.traits.container;
      return type === 'iteration' || type === 'loop' ? type : undefined;
    },
  };
}
