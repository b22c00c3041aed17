import { ensureNode, inspectorFlag } from './ensure-node.mjs';

if (ensureNode([inspectorFlag])) await import('#kernel/preflight-main.ts');
