import type { Flow, Graph } from './graph.ts';

const known = new WeakMap<Flow, boolean>();

/** Whether runs of a flow can show text: a node of it, or of a container inside, has a template. */
export function hasText(flow: Flow, containers: Graph['containers']): boolean {
  let found = known.get(flow);
  if (found === undefined) {
    const insides = flow.nodes.map((node) => containers.get(node.id));
    found = flow.slots.length > 0 || insides.some((inside) => inside !== undefined && hasText(inside, containers));
    known.set(flow, found);
  }
  return found;
}
