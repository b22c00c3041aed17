/**
 * The entry of a confined process: loads the module it was started for and hands it one task at a time, each answered
 * with one message.
 */
import { createRequire, syncBuiltinESMExports } from 'node:module';

const require = createRequire(import.meta.url);
/** The permission model has no switch for sockets: packages that are read into here find functions that refuse. */
for (const name of ['net', 'tls', 'dgram', 'dns', 'dns/promises', 'http', 'https', 'http2', 'child_process']) {
  const module: object = require(`node:${name}`);
  for (const key of Object.getOwnPropertyNames(module)) {
    if (typeof Reflect.get(module, key) === 'function') Reflect.set(module, key, refuse);
  }
}
syncBuiltinESMExports();
for (const name of ['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest']) Reflect.deleteProperty(globalThis, name);

function refuse(): never {
  throw new Error('there are no sockets and no processes here');
}

const { run } = (await import(process.argv[2] ?? '')) as { run(task: unknown): Promise<unknown> };

process.on('message', (task) => {
  run(task).then(
    (reply) => process.send?.(reply),
    () => process.exit(1),
  );
});
process.on('disconnect', () => process.exit(0));
// Signals for the whole group are the server's to answer: it lets what runs finish.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
process.send?.('ready');
