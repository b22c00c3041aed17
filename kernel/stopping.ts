import type { HostedPlugin } from './hosted-plugin.ts';
import type { Logger } from './logger.ts';

/** What hooks get after the grace period to react to their signal, in milliseconds. */
const afterGrace = 1000;

/** Calls the stop hooks of all plugins at once, in order, and waits: at most a little longer than the grace period. */
export async function stopPlugins(plugins: readonly HostedPlugin[], graceMs: number, logger: Logger): Promise<void> {
  const grace = new AbortController();
  const pending = new Set<string>();
  const stops = plugins.map(async (hosted) => {
    pending.add(hosted.plugin.id);
    await hosted.stop(grace.signal);
    pending.delete(hosted.plugin.id);
  });
  const timers: NodeJS.Timeout[] = [];
  const overdue = new Promise<void>((resolve) => {
    timers.push(setTimeout(() => grace.abort(new Error('The grace period is over')), graceMs));
    timers.push(setTimeout(resolve, graceMs + afterGrace));
  });
  await Promise.race([Promise.all(stops), overdue]);
  for (const timer of timers) clearTimeout(timer);
  if (pending.size > 0)
    logger.warn({ plugins: [...pending] }, 'Stop hooks did not end within the grace period; closing anyway');
}
