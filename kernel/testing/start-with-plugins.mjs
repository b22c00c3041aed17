// The program with none of its own plugins, only those of WEFT_PLUGINS.
import { ensureNode } from '../bin/ensure-node.mjs';

if (ensureNode()) {
  const { runProcess } = await import('../run-process.ts');
  await runProcess([]);
}
