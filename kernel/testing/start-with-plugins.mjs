// The program with none of its own plugins, only those of WEFT_PLUGINS.
import { ensureNode, inspectorFlag } from '#kernel/bin/ensure-node.mjs';

if (ensureNode([inspectorFlag])) {
  const { runProcess } = await import('#kernel/run-process.ts');
  await runProcess([]);
}
