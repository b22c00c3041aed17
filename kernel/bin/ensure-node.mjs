// Plain JavaScript that any Node can read: this program is TypeScript, which only a recent Node runs by itself.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
// As a whole: an older Node lacks some of its exports, and naming one would be a syntax error there.
import * as nodeModule from 'node:module';
import os from 'node:os';
import { fileURLToPath } from 'node:url';

const neededMajor = 24;
const root = new URL('../../', import.meta.url);
/** Any process of the same user may send the signal at which Node opens its inspector, which runs whatever it is told. */
export const inspectorFlag = '--disable-sigusr1';
/** Tells the child that it has a parent to follow. */
const supervisedFlag = '--supervised';

/**
 * The C library gives large blocks (bodies, texts of runs) back to the system as soon as they are free, and keeps two heaps
 * of its own for all threads instead of up to eight for each core, of which most are half empty.
 */
const allocator = { MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_ARENA_MAX: '2' };

/**
 * True when this process runs on a Node that reads TypeScript; its compile cache is then on. Otherwise the same command
 * is started again on the Node that npm installed with the project, its signals and exit code are passed on, and the
 * answer is false: the caller does nothing more.
 *
 * Flags that Node takes only when a process begins are given to that Node; without one, this process begins again with
 * them, under its own id.
 */
export function ensureNode(flags = []) {
  if (Number.parseInt(process.versions.node, 10) < neededMajor) {
    startOnInstalledNode(flags);
    return false;
  }
  const missing = flags.filter((flag) => !isGiven(flag));
  if (missing.length > 0 && canBeginAgain()) beginAgain(missing);
  if (missing.includes(inspectorFlag)) keepInspectorClosed();
  nodeModule.enableCompileCache?.(fileURLToPath(new URL('node_modules/.cache/weft', root)));
  const flag = process.argv.indexOf(supervisedFlag);
  if (flag > 0) {
    process.argv.splice(flag, 1);
    stopWithParent();
  }
  return true;
}

/** Whoever starts the process may have chosen another value. */
function isGiven(flag) {
  const [name] = flag.split('=');
  const given = [...process.execArgv, ...(process.env.NODE_OPTIONS ?? '').split(/\s+/)];
  return given.some((text) => text.replaceAll('_', '-').split('=')[0] === name);
}

/** A channel to another process (a supervisor, `node --watch`) would not live through it. Windows has no such call. */
function canBeginAgain() {
  return process.platform !== 'win32' && process.execve !== undefined && process.channel === undefined;
}

/** Replaces this process before it has done anything; takes as long as Node takes to start, some 40 ms. */
function beginAgain(flags) {
  const args = [process.execPath, ...process.execArgv, ...flags, ...process.argv.slice(1)];
  process.execve(process.execPath, args, { ...allocator, ...process.env });
}

/** For a process that had to begin without the flag, and for a Node that does not know it. */
function keepInspectorClosed() {
  process.on('SIGUSR1', () => {});
}

/** Writes the compile cache now rather than at exit, so that a process that is killed leaves it too. */
export function keepCompileCache() {
  nodeModule.flushCompileCache?.();
}

function startOnInstalledNode(flags) {
  keepInspectorClosed();
  const node = installedNode();
  if (node === undefined) {
    process.stderr.write(
      `Weft needs Node ${neededMajor} or newer; this is ${process.version}, and node_modules holds none for ${process.platform}-${process.arch}.\n` +
        'Run `npm ci` (without --omit=optional), or install a newer Node.\n',
    );
    process.exitCode = 1;
    return;
  }
  const missing = flags.filter((flag) => !isGiven(flag));
  const child = spawn(node, [...process.execArgv, ...missing, ...process.argv.slice(1), supervisedFlag], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...allocator, ...process.env },
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
