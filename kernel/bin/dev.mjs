// `npm run dev`: starts the server again when its code changes. Sources of pages (`web/`) are not its code: the plugin `pages`
// builds them, and open pages load themselves again, while the server stays.
import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureNode } from './ensure-node.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** Those of the house, and of plugins from elsewhere. */
const watched = [
  ...['kernel', 'engine', 'http', 'plugins', 'migrations'].map((folder) => root + folder),
  ...(process.env.WEFT_PLUGINS ?? '')
    .split(',')
    .flatMap((folder) => (folder.trim() === '' ? [] : [resolve(folder.trim())])),
];
/** What a server reads of these folders; not pages, nor what only tests read. */
const isCode = (file) =>
  /\.(ts|mjs|json|ya?ml)$/.test(file) && !/(^|[\\/])(web|testing|node_modules)[\\/]|\.test\.ts$/.test(file);
/** An editor writes a file in several steps, and a branch is many files. */
const settledMs = 100;

if (ensureNode()) {
  let server = start();
  let timer;
  let stopping = false;

  for (const folder of watched) {
    watch(folder, { recursive: true }, (_, file) => {
      if (file !== null && !isCode(file)) return;
      clearTimeout(timer);
      timer = setTimeout(again, settledMs);
    });
  }

  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) {
    process.on(signal, () => {
      stopping = true;
      if (server.exitCode !== null || server.signalCode !== null) process.exit(0);
      server.once('exit', (code) => process.exit(code ?? 0));
      server.kill(signal);
    });
  }

  function start() {
    const env = { WEFT_PAGES_WATCH: 'true', ...process.env };
    const args = [fileURLToPath(new URL('start.mjs', import.meta.url)), ...process.argv.slice(2)];
    const child = spawn(process.execPath, args, { stdio: 'inherit', env });
    child.once('exit', (code) => {
      if (!stopping && child === server && code !== 0)
        process.stderr.write('The server has ended; a change starts it again.\n');
    });
    return child;
  }

  function again() {
    const before = server;
    const next = () => {
      if (!stopping && before === server) server = start();
    };
    if (before.exitCode !== null || before.signalCode !== null) return next();
    before.once('exit', next);
    before.kill('SIGTERM');
  }
}
