import { ensureNode, keepCompileCache } from './ensure-node.mjs';
import { boundGarbage, memoryFlags } from './memory.mjs';

if (ensureNode(memoryFlags)) {
  boundGarbage();
  await import('../main.ts');
  keepCompileCache();
}
