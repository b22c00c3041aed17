import { Badge } from '#plugins/studio/web/contract.tsx';
import { runsTexts } from '#plugins/studio-runs/web/runs-texts.ts';

const looks: Readonly<Record<string, 'ok' | 'warn' | 'bad' | 'accent'>> = {
  succeeded: 'ok',
  normal: 'ok',
  'partial-succeeded': 'warn',
  exception: 'warn',
  stopped: 'warn',
  failed: 'bad',
  error: 'bad',
  running: 'accent',
  paused: 'accent',
};

/** How a run, a node or a message ended, in a word. */
export function StatusBadge({ status }: { readonly status: string }) {
  return <Badge look={looks[status] ?? 'plain'}>{runsTexts().states[status] ?? status}</Badge>;
}
