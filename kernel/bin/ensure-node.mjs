// Plain JavaScript that any Node can read: this program is TypeScript, which only a recent Node runs by itself.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
// As a whole: an older Node lacks some of its exports, and naming one would be a syntax error there.
import * as nodeModule from 'node:module';
import os from 'node:os';
import { fileURLToPath } from 'node:url';

const neededMajor = 24;
const root = new URL('../../', import.meta.url);
/** Tells the child that it has a parent to follow. */
const supervisedFlag = '--supervised';

/**
 * True when this process runs on a Node that reads TypeScript; its compile cache is then on. Otherwise the same command
 * is started again on the Node that npm installed with the project, its signals and exit code are passed on, and the
 * answer is false: the caller does nothing more.
 */
export function ensureNode() {
  if (Number.parseInt(process.versions.node, 10) < neededMajor) {
    startOnInstalledNode();
    return false;
  }
  nodeModule.enableCompileCache?.(fileURLToPath(new URL('node_modules/.cache/weft', root)));
  const flag = process.argv.indexOf(supervisedFlag);
  if (flag > 0) {
    process.argv.splice(flag, 1);
    stopWithParent();
  }
  return true;
}

/** Writes the compile cache now rather than at exit, so that a process that is killed leaves it too. */
export function keepCompileCache() {
  nodeModule.flushCompileCache?.();
}

function startOnInstalledNode() {
  const node = installedNode();
  if (node === undefined) {
    process.stderr.write(
      `Weft needs Node ${neededMajor} or newer; this is ${process.version}, and node_modules holds none for ${process.platform}-${process.arch}.\n` +
        'Run `npm ci` (without --omit=optional), or install a newer Node.\n',
    );
    process.exitCode = 1;
    return;
  }
  const child = spawn(node, [...process.execArgv, ...process.argv.slice(1), supervisedFlag], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  // The child decides when to end; its end is ours.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    process.stderr.write(`${node} can't be started: ${error.message}\n`);
    process.exit(1);
  });
  child.on('exit', (code, signal) => process.exit(code ?? 128 + os.constants.signals[signal]));
}

/** npm installs a Node for this platform as an optional dependency; a shell outside npm doesn't find it by itself. */
function installedNode() {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  return [`node-${platform}-${process.arch}`, `node-bin-${platform}-${process.arch}`]
    .flatMap((name) => ['bin/node', 'bin/node.exe'].map((file) => new URL(`node_modules/${name}/${file}`, root)))
    .map((address) => fileURLToPath(address))
    .find((path) => existsSync(path));
}

/** A parent that was killed can pass nothing on; its end of the channel closes, and that is the signal. */
function stopWithParent() {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel?.unref();
}
