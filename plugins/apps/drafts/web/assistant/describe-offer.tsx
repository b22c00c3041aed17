import { useDraft, useEditor, useGraph } from '#plugins/drafts/web/editor/editor-state.ts';
import { Button } from '#plugins/ui/web/contract.ts';
import { Sparkles } from '#plugins/ui/web/icons.tsx';
import styles from './assistant.module.css';
import { useAssistant } from './assistant-context.ts';
import { assistantTexts } from './texts/en.ts';

/** Nodes that a blank app begins with: a chatflow asks a model already. */
const blank = (mode: string) => (mode === 'advanced-chat' ? 3 : 2);

/** Said on a canvas that is nearly empty. */
export function DescribeOffer() {
  const t = assistantTexts();
  const assistant = useAssistant();
  const { forms, mode } = useEditor();
  const { canUndo } = useDraft();
  const { nodes } = useGraph();
  if (assistant === null) return null;
  const count = nodes.filter((node) => forms.of(node)?.drawn_as === undefined).length;
  // Who has begun to build knows the way.
  if (count > blank(mode) || canUndo) return null;
  return (
    <div className={styles.offer}>
      <Button variant="primary" onClick={() => assistant.change()}>
        <Sparkles /> {t.describe}
      </Button>
    </div>
  );
}
