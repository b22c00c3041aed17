// The program with none of its own plugins, only those of WEFT_PLUGINS.
import { ensureNode, inspectorFlag } from '../bin/ensure-node.mjs';

if (ensureNode([inspectorFlag])) {
  const { runProcess } = await import('../run-process.ts');
  await runProcess([]);
}
