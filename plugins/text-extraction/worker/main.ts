import type { ExtractionTask } from '../protocol.ts';
import { extract } from './extract.ts';

/** The entry of an extraction process: one task at a time, each answered with one message. */
for (const name of ['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest']) Reflect.deleteProperty(globalThis, name);

process.on('message', (task: ExtractionTask) => {
  extract(task).then(
    (reply) => process.send?.(reply),
    () => process.exit(1),
  );
});
process.on('disconnect', () => process.exit(0));
// Signals for the whole group are the server's to answer: it lets what runs finish.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
process.send?.('ready');
