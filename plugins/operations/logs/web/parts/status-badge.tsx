import { runsTexts } from '#plugins/logs/web/texts/en.ts';
import { Badge } from '#plugins/studio/web/contract.tsx';

const looks: Readonly<Record<string, 'success' | 'warning' | 'danger' | 'accent'>> = {
  succeeded: 'success',
  normal: 'success',
  'partial-succeeded': 'warning',
  exception: 'warning',
  stopped: 'warning',
  failed: 'danger',
  error: 'danger',
  running: 'accent',
  paused: 'accent',
};

/** How a run, a node or a message ended, in a word. */
export function StatusBadge({ status }: { readonly status: string }) {
  return <Badge variant={looks[status] ?? 'plain'}>{runsTexts().states[status] ?? status}</Badge>;
}
