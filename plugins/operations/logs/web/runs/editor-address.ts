/** The editor at a node, with the values that a run had. */
export function editorAddress(appId: string, runId: string, nodeId: string): string {
  return `/app/${appId}/build?node=${encodeURIComponent(nodeId)}&run=${encodeURIComponent(runId)}`;
}
