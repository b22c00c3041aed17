import type { Clip } from '#plugins/drafts/web/graph/changes.ts';
import { call } from '#plugins/studio/web/contract.tsx';

/** JSON of a copy, which is YAML as well: there at once, while the clipboard waits for nothing. */
export function clipJson({ nodes, edges }: Clip): string {
  return JSON.stringify({ kind: 'nodes', workflow: { graph: { nodes, edges } } }, null, 2);
}

/** Puts YAML in the place of what was copied as JSON; where the browser or the network does not let it, JSON stays. */
export async function offerYaml({ nodes, edges }: Clip): Promise<void> {
  try {
    const { yaml } = await call.post('/console/api/node-clips/write', {
      body: { nodes: [...nodes], edges: [...edges] },
    });
    await navigator.clipboard.writeText(yaml);
  } catch {
    // The copy is there already.
  }
}

/** Nodes of a text. Throws what the server says of one without any. */
export async function readClip(yaml: string): Promise<Clip> {
  const { nodes, edges } = await call.post('/console/api/node-clips/read', { body: { yaml } });
  return { nodes, edges };
}
