import styles from '#plugins/drafts/web/build.module.css';
import { buildTexts } from '#plugins/drafts/web/texts/en.ts';
import { Badge } from '#plugins/studio/web/contract.tsx';
import { Button, Dialog, Muted, withKeys } from '#plugins/ui/web/contract.ts';
import type { Commands } from './commands.ts';
import { useDraft, useGraph } from './editor-state.ts';

/** What is wrong with the document, each with the way to its node. */
export function ProblemsDialog({ commands, onClose }: { readonly commands: Commands; onClose(): void }) {
  const t = buildTexts();
  const { problems } = useDraft();
  const graph = useGraph();
  return (
    <Dialog open title={t.problems} shape="wide" onClose={onClose}>
      <ul className={styles.changes}>
        {withKeys(problems).map(({ key, item: { node_id: id, field, message, is_error: isError } }) => (
          <li key={key}>
            <Badge variant={isError ? 'danger' : 'warning'}>{isError ? t.error : t.warning}</Badge>
            <span dir="auto">{message}</span>
            <Muted small as="span">
              {field}
            </Muted>
            {id !== null && graph.byId.has(id) && (
              <Button
                small
                onClick={() => {
                  onClose();
                  commands.show(id);
                }}
              >
                {t.goTo(graph.byId.get(id)?.title || id)}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
