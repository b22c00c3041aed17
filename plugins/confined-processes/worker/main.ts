/**
 * The entry of a confined process: loads the module it was started for and hands it one task at a time, each answered
 * with one message.
 */
for (const name of ['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest']) Reflect.deleteProperty(globalThis, name);

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
