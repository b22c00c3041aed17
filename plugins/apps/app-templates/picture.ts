import { type Documents, fromJson, isMapping, listAt, mappingAt, type ParsedApp, textAt } from '#engine';

/** A graph to be drawn small: nodes in pixels of the canvas, edges by places in the list of nodes. */
export interface Picture {
  readonly nodes: readonly { readonly x: number; readonly y: number }[];
  readonly edges: readonly { readonly from: number; readonly to: number }[];
}

/** The outer nodes of a document; of an app without a graph nothing. */
export function pictureOf(documents: Pick<Documents, 'drawnGraph'>, { tree }: ParsedApp): Picture {
  const graph = documents.drawnGraph(tree);
  const outer = (graph?.nodes ?? []).filter(({ parent }) => parent === null);
  const at = new Map(outer.map(({ id }, place) => [id, place]));
  const places = placesOf(tree);
  return {
    nodes: outer.map(({ id }) => places.get(id) ?? { x: 0, y: 0 }),
    edges: (graph?.edges ?? []).flatMap(({ source, target }) => {
      const [from, to] = [at.get(source), at.get(target)];
      return from === undefined || to === undefined ? [] : [{ from, to }];
    }),
  };
}

function placesOf(tree: ParsedApp['tree']): ReadonlyMap<string, { readonly x: number; readonly y: number }> {
  const document = fromJson(tree);
  const graph = mappingAt(mappingAt(isMapping(document) ? document : {}, 'workflow'), 'graph');
  return new Map(
    listAt(graph, 'nodes').map((node) => {
      const position = mappingAt(node, 'position');
      return [textAt(node, 'id'), { x: Number(position.x ?? 0), y: Number(position.y ?? 0) }];
    }),
  );
}
