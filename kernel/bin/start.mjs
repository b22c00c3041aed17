import { ensureNode, inspectorFlag, keepCompileCache } from './ensure-node.mjs';
import { boundGarbage, memoryFlags } from './memory.mjs';

if (ensureNode([...memoryFlags, inspectorFlag])) {
  boundGarbage();
  await import('#kernel/main.ts');
  keepCompileCache();
}
