import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace';
import type { Logger } from '#kernel';
import type { TraceExport } from './contract.ts';

export interface QueueLimits {
  /** Spans that may wait; what comes when as many do is thrown away. */
  readonly maxWaiting: number;
  readonly batch?: number;
  /** Milliseconds a span waits for a batch. */
  readonly interval?: number;
  /** Milliseconds between complaints about one thing that goes on. */
  readonly complaints?: number;
}

/** The result code of success in OpenTelemetry. */
const SUCCESS = 0;

/**
 * Spans on their way to a collector: one batch under way, the others wait, and there is an end to waiting. Whoever adds a
 * span never waits, and never hears of a collector that is away.
 */
export class SpanQueue implements TraceExport {
  readonly #exporter: SpanExporter;
  readonly #logger: Logger;
  readonly #limits: Required<QueueLimits>;
  #spans: ReadableSpan[] = [];
  #timer: NodeJS.Timeout | undefined;
  #underWay: Promise<void> | undefined;
  #exported = 0;
  #dropped = 0;
  #complainedAt = Number.NEGATIVE_INFINITY;

  constructor(exporter: SpanExporter, logger: Logger, limits: QueueLimits) {
    this.#exporter = exporter;
    this.#logger = logger;
    this.#limits = { batch: 512, interval: 1_000, complaints: 60_000, ...limits };
  }

  get exported(): number {
    return this.#exported;
  }

  get dropped(): number {
    return this.#dropped;
  }

  get waiting(): number {
    return this.#spans.length;
  }

  add(span: ReadableSpan): void {
    if (this.#spans.length >= this.#limits.maxWaiting) {
      this.#drop(1, 'spans are thrown away: the collector takes them too slowly');
      return;
    }
    this.#spans.push(span);
    if (this.#underWay !== undefined) return;
    if (this.#spans.length >= this.#limits.batch) this.#send();
    else this.#arm();
  }

  /** Sends what waits, for as long as the signal lasts. */
  async close(signal: AbortSignal): Promise<void> {
    const late = new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
    while (!signal.aborted && (this.#spans.length > 0 || this.#underWay !== undefined)) {
      this.#send();
      await Promise.race([this.#underWay, late]);
    }
    clearTimeout(this.#timer);
    if (this.#spans.length > 0) this.#drop(this.#spans.splice(0).length, 'spans are left behind: the process ends');
    // It would wait for a batch that hangs.
    this.#exporter.shutdown().catch(() => {});
  }

  #arm(): void {
    if (this.#timer !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#send();
    }, this.#limits.interval);
    this.#timer.unref();
  }

  #send(): void {
    if (this.#underWay !== undefined || this.#spans.length === 0) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const batch = this.#spans.splice(0, this.#limits.batch);
    this.#underWay = this.#export(batch).then(() => {
      this.#underWay = undefined;
      if (this.#spans.length >= this.#limits.batch) this.#send();
      else if (this.#spans.length > 0) this.#arm();
    });
  }

  /** Never rejects. */
  #export(batch: ReadableSpan[]): Promise<void> {
    return new Promise((resolve) => {
      const settle = (error: Error | undefined, isTaken: boolean): void => {
        if (isTaken) this.#exported += batch.length;
        else this.#drop(batch.length, 'spans are thrown away: the collector does not take them', error);
        resolve();
      };
      try {
        this.#exporter.export(batch, ({ code, error }) => settle(error, code === SUCCESS));
      } catch (error) {
        settle(error instanceof Error ? error : undefined, false);
      }
    });
  }

  #drop(count: number, message: string, error?: Error): void {
    this.#dropped += count;
    const now = performance.now();
    if (now - this.#complainedAt < this.#limits.complaints) return;
    this.#complainedAt = now;
    // Only what it says: errors of the exporter may carry what the collector answered.
    this.#logger.warn({ dropped: this.#dropped, reason: error?.message.slice(0, 200) }, message);
  }
}
