import type { Page } from 'playwright-core';

/** Processor time of a page's main thread: a busy machine does not add to it. */
export interface PageClock {
  /** Milliseconds since the page began, of all its tasks: scripts, styles, layout, painting. */
  read(): Promise<number>;
  /** What of them is scripts, styles and layout. */
  parts(): Promise<Readonly<Record<'script' | 'style' | 'layout', number>>>;
}

/** To be asked before the page loads anything. */
export async function pageClock(page: Page): Promise<PageClock> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const metric = async (name: string) => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find((each) => each.name === name)?.value ?? 0) * 1000;
  };
  return {
    read: () => metric('TaskDuration'),
    parts: async () => ({
      script: await metric('ScriptDuration'),
      style: await metric('RecalcStyleDuration'),
      layout: await metric('LayoutDuration'),
    }),
  };
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Asks until it is true: the page's policy forbids what `waitForFunction` does, evaluating text in the page. */
export async function untilTrue(page: Page, expression: string): Promise<void> {
  for (;;) {
    const value: unknown = await page.evaluate(expression);
    if (value === true) return;
    await page.waitForTimeout(100);
  }
}
