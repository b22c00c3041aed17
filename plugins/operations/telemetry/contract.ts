/** Traces of runs, sent to a collector (OTLP). */
import { token } from '#kernel';

/** How the sending of spans goes; nothing of it happens while traces are off. */
export interface TraceExport {
  /** Spans that a collector has taken. */
  readonly exported: number;
  /** Spans that were thrown away: too many waited, or the collector did not take them. */
  readonly dropped: number;
  /** Spans that wait. */
  readonly waiting: number;
}

export const TraceExport = token<TraceExport>('telemetry.export');
