import { ensureNode, keepCompileCache } from './ensure-node.mjs';

if (ensureNode()) {
  await import('../main.ts');
  keepCompileCache();
}
