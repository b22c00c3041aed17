import { useEditor, useGraph } from '#plugins/drafts/web/editor/editor-state.ts';
import { errorText } from '#plugins/studio/web/contract.tsx';
import { Button, Notice, toast } from '#plugins/ui/web/contract.ts';
import { usePins } from './pin-store.ts';
import { runTexts } from './texts/en.ts';

/** Nodes that the next run does not run. */
export function PinnedNotice() {
  const t = runTexts();
  const { runs, forms } = useEditor();
  const pins = usePins(runs.pins);
  const { nodes } = useGraph();
  const pinned = nodes.filter((node) => pins.has(node.id));
  if (pinned.length === 0) return null;
  const names = pinned.map((node) => node.title || forms.of(node)?.title || node.type).join(', ');
  return (
    <Notice
      action={
        <Button small onClick={() => void runs.pins.unpinAll().catch((failure) => toast(errorText(failure)))}>
          {t.unpinAll}
        </Button>
      }
    >
      <bdi>{t.pinnedNodes(names)}</bdi>
    </Notice>
  );
}
