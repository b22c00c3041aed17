import { StatusChip } from '#plugins/web-app/web/workflow/run-panel.tsx';
import { workflowTexts } from '#plugins/web-app/web/workflow/texts/en.ts';
import type { Batch } from './batch-api.ts';

/** A batch is paused by who started it; a run, by what it waits for. One that something holds up does not run, though it goes on by itself. */
export function BatchChip({ batch: { status, error, running } }: { readonly batch: Batch }) {
  const t = workflowTexts();
  const isHeld = status === 'running' && running === 0 && error !== null && error !== '';
  if (isHeld) return <StatusChip status="waiting" />;
  return <StatusChip status={status} label={status === 'paused' ? t.batchPaused : undefined} />;
}
