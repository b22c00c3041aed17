import type { NodeDocument } from '#engine';

/** Containers keep their size on the screen among their settings. */
const container: NodeDocument = { drawnKeys: ['width', 'height'] };

/** What documents hold of containers. */
export const documents: Readonly<Record<string, NodeDocument>> = { iteration: container, loop: container };
