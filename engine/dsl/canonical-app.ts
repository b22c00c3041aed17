/**
 * Documents in canonical form, for who keeps them under version control: two drafts that mean the same give the same bytes.
 * What says how a graph is drawn stands in a document of its own.
 */
import { isMapping, toJson } from '#engine/run/values/value.ts';
import {
  layoutOf,
  mapGraph,
  mapList,
  mergeLayouts,
  noLayout,
  readLayout,
  withLayout,
  withoutLayout,
} from './app-layout.ts';
import { mapSecrets } from './declared-variables.ts';
import { invalidDocument } from './document-error.ts';
import type { NodeKinds } from './document-format.ts';
import { withHead } from './export-app.ts';
import { compareTexts, edgeKey, isUsualHandle, orderNodes } from './graph-order.ts';
import { orderKeys } from './key-order.ts';
import { withLocalFields, withoutLocalFields } from './local-fields.ts';
import { listAt, type Mapping, mappingAt, textAt, valueAt, without } from './tree.ts';
import { readYaml } from './yaml-reader.ts';
import { writeYaml } from './yaml-writer.ts';

/** What an edge's data repeats of the nodes at its ends. */
const ofEnds = ['sourceType', 'targetType', 'isInIteration', 'isInLoop', 'iteration_id', 'loop_id'];

export function canonicalDocument(tree: Mapping, kinds: NodeKinds): string {
  return writeYaml(canonicalTree(tree, kinds));
}

function canonicalTree(tree: Mapping, kinds: NodeKinds): Mapping {
  const bare = withoutLocalFields(
    withoutLayout(
      mapSecrets(withHead(tree, kinds), () => ''),
      kinds,
    ),
    kinds,
  );
  const graph = mapGraph(bare, canonicalGraph);
  const workflow = valueAt(graph, 'workflow');
  return orderKeys({
    ...graph,
    ...sorted(graph, 'dependencies', (entry) => toJson(orderKeys(entry))),
    ...(isMapping(workflow) && {
      workflow: {
        ...workflow,
        ...sorted(workflow, 'environment_variables', (entry) => textAt(entry, 'name')),
        ...sorted(workflow, 'conversation_variables', (entry) => textAt(entry, 'name')),
      },
    }),
  }) as Mapping;
}

function canonicalGraph(graph: Mapping): Mapping {
  const edges = listAt(graph, 'edges');
  const nodes = orderNodes(listAt(graph, 'nodes'), edges);
  const places = new Map(nodes.map((node, index) => [textAt(node, 'id'), index]));
  const placeOf = (edge: Mapping, end: string) => places.get(textAt(edge, end)) ?? nodes.length;
  const drawn = new Map(edges.filter(isMapping).map((edge) => [edgeKey(edge), canonicalEdge(edge)]));
  const ordered = [...drawn].sort(
    ([keyA, a], [keyB, b]) =>
      placeOf(a, 'source') - placeOf(b, 'source') ||
      compareTexts(textAt(a, 'sourceHandle'), textAt(b, 'sourceHandle')) ||
      placeOf(a, 'target') - placeOf(b, 'target') ||
      compareTexts(keyA, keyB),
  );
  const ownOfNode = (node: Mapping) => {
    const id = textAt(node, 'id');
    return { ...(valueAt(node, 'type') === 'custom' ? without(node, 'type') : node), ...(id !== '' && { id }) };
  };
  return {
    ...graph,
    ...(Array.isArray(valueAt(graph, 'nodes')) && mapList({ nodes }, 'nodes', ownOfNode)),
    ...(Array.isArray(valueAt(graph, 'edges')) && {
      edges: [...ordered.map(([, edge]) => edge), ...edges.filter((edge) => !isMapping(edge))],
    }),
  };
}

function canonicalEdge(edge: Mapping): Mapping {
  const handle = textAt(edge, 'sourceHandle');
  const entry = textAt(edge, 'targetHandle');
  const data = without(mappingAt(edge, 'data'), ...ofEnds);
  return {
    ...without(edge, 'data', 'sourceHandle', 'targetHandle'),
    source: textAt(edge, 'source'),
    target: textAt(edge, 'target'),
    ...(!isUsualHandle(handle) && { sourceHandle: handle }),
    ...(entry !== '' && entry !== 'target' && { targetHandle: entry }),
    ...(Object.keys(data).length > 0 && { data }),
  };
}

function sorted(owner: Mapping, key: string, nameOf: (entry: unknown) => string): Mapping {
  const list = valueAt(owner, key);
  if (!Array.isArray(list)) return {};
  return { [key]: [...list].sort((a, b) => compareTexts(nameOf(a), nameOf(b))) };
}

/** The document's drawing, as a file beside it; it changes nothing of what the app does. */
export function layoutDocument(tree: Mapping, kinds: NodeKinds): string {
  const { viewport, nodes, edges } = layoutOf(tree, kinds);
  const byKey = (entries: ReadonlyMap<string, Mapping>) =>
    Object.fromEntries([...entries].sort(([a], [b]) => compareTexts(a, b)));
  const layout = {
    kind: 'layout',
    ...(isMapping(viewport) && { viewport }),
    nodes: byKey(nodes),
    edges: byKey(edges),
  };
  return writeYaml(orderKeys(layout));
}

/** Throws `engine.invalid_document` for what is no layout. */
function layoutFrom(text: string, documentBytes?: number) {
  const file = readYaml(text, { documentBytes });
  if (valueAt(file, 'kind') === 'layout') return readLayout(file);
  throw invalidDocument('This is no layout: one begins with `kind: layout`.', { field: 'layout' });
}

export interface DraftParts {
  /** YAML text of a layout. */
  readonly layout?: string;
  /** How long it may be. */
  readonly documentBytes?: number;
  /** Another draft of the same app: keeps its credentials, and its drawing where nothing else says one. */
  readonly current?: Mapping;
  readonly kinds: NodeKinds;
}

/** A document as editors have it: drawn, with everything that canonical form leaves out because it goes without saying. */
export function draftFrom(tree: Mapping, { layout, documentBytes, current, kinds }: DraftParts): Mapping {
  const drawings = [layout === undefined ? noLayout : layoutFrom(layout, documentBytes), layoutOf(tree, kinds)];
  if (current !== undefined) drawings.push(layoutOf(current, kinds));
  const drawn = withLayout(mapGraph(tree, spelledOut), mergeLayouts(...drawings), kinds);
  return current === undefined ? drawn : withLocalFields(drawn, current, kinds);
}

function spelledOut(graph: Mapping): Mapping {
  const data = new Map(listAt(graph, 'nodes').map((node) => [textAt(node, 'id'), mappingAt(node, 'data')]));
  return {
    ...graph,
    ...mapList(graph, 'nodes', (node) => (Object.hasOwn(node, 'type') ? node : { ...node, type: 'custom' })),
    ...mapList(graph, 'edges', (edge) => {
      const [from, to] = [data.get(textAt(edge, 'source')), data.get(textAt(edge, 'target'))];
      const [iteration, loop] = [textAt(to, 'iteration_id'), textAt(to, 'loop_id')];
      return {
        ...edge,
        sourceHandle: textAt(edge, 'sourceHandle') || 'source',
        targetHandle: textAt(edge, 'targetHandle') || 'target',
        data: {
          ...mappingAt(edge, 'data'),
          sourceType: textAt(from, 'type'),
          targetType: textAt(to, 'type'),
          isInIteration: iteration !== '',
          isInLoop: loop !== '',
          ...(iteration !== '' && { iteration_id: iteration }),
          ...(loop !== '' && { loop_id: loop }),
        },
      };
    }),
  };
}
