/** Ids are free texts: what separates them in a path is written otherwise inside one. */
export function pathPart(nodeId: string): string {
  return nodeId.replace(/[%:/]/g, encodeURIComponent);
}

/** The frame of a round, inside the frame of `path`. */
export function roundPath(path: string, containerId: string, index: number): string {
  return `${path}${pathPart(containerId)}:${index}/`;
}

/** Names an execution among all of a run. */
export function executionKey(path: string, nodeId: string): string {
  return path + pathPart(nodeId);
}

/** The node of the main graph that an execution belongs to, as a part of a path. */
export function rootPart(path: string, nodeId: string): string {
  return path === '' ? pathPart(nodeId) : path.slice(0, path.indexOf(':'));
}
