import { StatusChip } from '#plugins/web-app/web/workflow/run-panel.tsx';
import { workflowTexts } from '#plugins/web-app/web/workflow/texts/en.ts';
import type { Batch } from './batch-api.ts';

/** A batch is paused by who started it; a run, by what it waits for. */
export function BatchChip({ batch: { status } }: { readonly batch: Batch }) {
  const t = workflowTexts();
  return <StatusChip status={status} label={status === 'paused' ? t.batchPaused : undefined} />;
}
