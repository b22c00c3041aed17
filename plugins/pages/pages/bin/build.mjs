#!/usr/bin/env node
// Builds the pages of all plugins: at `npm ci` (`--prepare`), and when a server finds that they are not there.
import { ensureNode } from '#kernel/bin/ensure-node.mjs';

const isPrepare = process.argv.includes('--prepare');

if (ensureNode()) {
  const value = (name) => process.argv[process.argv.indexOf(name) + 1];
  const home = process.argv.includes('--home') ? { home: value('--home') } : {};
  const added = process.argv.flatMap((text, index) => (text === '--added' ? [process.argv[index + 1]] : []));
  try {
    const { buildPages } = await import('#plugins/pages/build/build-pages.ts');
    process.stdout.write(`${await buildPages({ added, ...home })}\n`);
  } catch (error) {
    process.stderr.write(`The pages were not built: ${error instanceof Error ? error.message : error}\n`);
    // npm would take back all that it has installed; the server builds when it starts.
    if (!isPrepare) process.exitCode = 1;
  }
} else if (isPrepare) {
  process.exitCode = 0;
}
