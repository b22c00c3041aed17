#!/usr/bin/env node
// Writes the SDK that others write plugins with: `weft-<version>.tgz`, in the working directory or where --out says.
import { ensureNode } from '#kernel/bin/ensure-node.mjs';

if (ensureNode()) {
  const at = process.argv.indexOf('--out');
  const { buildSdk } = await import('#plugins/plugin-sdk/build/build-sdk.ts');
  process.stdout.write(`${await buildSdk(at < 0 ? process.cwd() : process.argv[at + 1])}\n`);
}
