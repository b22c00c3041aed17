import { isMapping } from '#engine';
import { type Mapping, mappingOr } from './drawn-app.ts';

export interface WantedNode {
  readonly id: string;
  /** Empty: not said. */
  readonly type: string;
  readonly title: string;
  /** null: not said. */
  readonly inside: string | null;
  readonly settings: Mapping;
}

export interface WantedEdge {
  readonly source: string;
  readonly handle: string;
  readonly target: string;
}

/** What a model wants changed, as it said it; nothing of it is checked. */
export interface WantedChange {
  readonly summary: string;
  readonly nodes: readonly WantedNode[];
  readonly removedNodes: readonly string[];
  readonly edges: readonly WantedEdge[];
  readonly removedEdges: readonly WantedEdge[];
  readonly variables: readonly Mapping[];
}

/** More than people look through. */
const MAX_NODES = 100;
const MAX_EDGES = 400;
const MAX_SUMMARY = 2_000;

export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
const said = (from: Mapping, ...names: readonly string[]) =>
  textOf(names.map((name) => from[name]).find((value) => textOf(value) !== ''));

/** Reads an answer, whatever it calls its parts and however it lists them. */
export function readAnswer(answer: Mapping): WantedChange {
  const from =
    Array.isArray(answer.nodes) || isMapping(answer.nodes)
      ? answer
      : mappingOr(answer.graph ?? answer.changes ?? answer);
  const edges = (value: unknown) => listOf(value).slice(0, MAX_EDGES).flatMap(readEdge);
  return {
    summary: summaryOf(answer),
    nodes: entriesOf(from.nodes).slice(0, MAX_NODES).map(readNode),
    removedNodes: listOf(from.remove_nodes ?? from.remove)
      .map((each) => (isMapping(each) ? textOf(each.id) : textOf(each)))
      .filter((id) => id !== ''),
    edges: edges(from.edges),
    removedEdges: edges(from.remove_edges),
    variables: listOf(from.conversation_variables).filter(isMapping).slice(0, MAX_NODES),
  };
}

/** What a model says of its answer, for people to read. */
export function summaryOf(answer: Mapping): string {
  return said(answer, 'summary', 'explanation', 'message').slice(0, MAX_SUMMARY).toWellFormed();
}

function readNode(node: Mapping): WantedNode {
  const settings = mappingOr(node.settings ?? node.data);
  const known = { ...mappingOr(node.data), ...settings };
  const { type: _type, title: _title, ...others } = known;
  return {
    id: said(node, 'id'),
    type: (node.type === 'custom' ? '' : said(node, 'type')) || said(known, 'type'),
    title: (said(node, 'title') || said(known, 'title')).replaceAll(/\s+/g, ' ').slice(0, 200).toWellFormed(),
    inside: said(node, 'inside', 'parentId', 'parent') || null,
    settings: others,
  };
}

function readEdge(edge: unknown): readonly WantedEdge[] {
  if (!isMapping(edge)) return [];
  const [source, target] = [said(edge, 'from', 'source'), said(edge, 'to', 'target')];
  return [{ source, target, handle: said(edge, 'handle', 'sourceHandle', 'source_handle') || 'source' }];
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** A list of mappings, or mappings by their ids. */
function entriesOf(value: unknown): readonly Mapping[] {
  if (Array.isArray(value)) return value.filter(isMapping);
  return Object.entries(mappingOr(value)).flatMap(([id, node]) => (isMapping(node) ? [{ id, ...node }] : []));
}
