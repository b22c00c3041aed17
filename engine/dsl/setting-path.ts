import type { DocumentOperation } from '#engine';

/** The place of a node's setting, for changes; numbers of a field are places of lists. */
export function settingPath(nodeId: string, field: string): DocumentOperation['path'] {
  const keys = field === '' ? [] : field.split('.').map((key) => (/^\d+$/.test(key) ? Number(key) : key));
  return ['workflow', 'graph', 'nodes', { id: nodeId }, 'data', ...keys];
}
