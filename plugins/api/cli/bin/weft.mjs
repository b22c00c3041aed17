#!/usr/bin/env node
import { ensureNode } from '#kernel/bin/ensure-node.mjs';

if (ensureNode()) {
  const { runCommandLine } = await import('#plugins/cli/main.ts');
  const { processTerminal } = await import('#plugins/cli/process-terminal.ts');
  process.exitCode = await runCommandLine(process.argv.slice(2), processTerminal());
}
