import type { PathStep } from '#plugins/drafts/web/document/operations.ts';
import { buildTexts } from '#plugins/drafts/web/texts/en.ts';
import { Button, Dialog } from '#plugins/ui/web/contract.ts';
import { useDraft, useEditor } from './editor-state.ts';

/** Two people have changed one place: whose change counts is asked, and nothing else waits for it. */
export function ConflictDialog() {
  const t = buildTexts();
  const { store } = useEditor();
  const { conflict } = useDraft();
  if (conflict === null) return null;
  return (
    <Dialog
      open
      title={t.conflict}
      onClose={() => store.settle('theirs')}
      actions={
        <>
          <Button onClick={() => store.settle('theirs')}>{t.takeTheirs}</Button>
          <Button variant="primary" onClick={() => store.settle('mine')}>
            {t.keepMine}
          </Button>
        </>
      }
    >
      <p dir="auto">{t.conflictAbout(conflict.authors.join(', '))}</p>
      <ul>
        {[...new Set(conflict.mine.map(({ path }) => pathText(path)))].slice(0, 20).map((text) => (
          <li key={text} dir="auto">
            {text}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function pathText(path: readonly PathStep[]): string {
  return path
    .slice(path[0] === 'workflow' ? 2 : 1)
    .map((step) => (typeof step === 'object' ? step.id : String(step)))
    .join(' › ');
}
