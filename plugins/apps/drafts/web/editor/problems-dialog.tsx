import { useAssistant } from '#plugins/drafts/web/assistant/assistant-context.ts';
import { assistantTexts } from '#plugins/drafts/web/assistant/texts/en.ts';
import styles from '#plugins/drafts/web/build.module.css';
import type { Problem } from '#plugins/drafts/web/document/draft-store.ts';
import { buildTexts } from '#plugins/drafts/web/texts/en.ts';
import { Badge } from '#plugins/studio/web/contract.tsx';
import { Button, Dialog, withKeys } from '#plugins/ui/web/contract.ts';
import { Sparkles } from '#plugins/ui/web/icons.tsx';
import type { Commands } from './commands.ts';
import { useDraft, useEditor, useGraph } from './editor-state.ts';

const variants = { error: 'danger', warning: 'warning', hint: 'plain' } as const;

/** What is wrong with the document, by node, each with the way to its field and what mends it. */
export function ProblemsDialog({ commands, onClose }: { readonly commands: Commands; onClose(): void }) {
  const t = buildTexts();
  const { problems } = useDraft();
  const assistant = useAssistant();
  const graph = useGraph();
  const groups = Map.groupBy(problems, ({ node_id: id }) => (id !== null && graph.byId.has(id) ? id : null));
  const count = (severity: Problem['severity']) => problems.filter((problem) => problem.severity === severity).length;
  return (
    <Dialog open title={t.problems} shape="wide" onClose={onClose}>
      <p role="status">
        {problems.length === 0 ? t.noProblems : t.problemCounts(count('error'), count('warning'), count('hint'))}
      </p>
      {assistant !== null && problems.length > 1 && (
        <div>
          <Button
            small
            onClick={() => {
              onClose();
              assistant.change({ problems });
            }}
          >
            <Sparkles /> {assistantTexts().fixAll}
          </Button>
        </div>
      )}
      {[...groups].map(([id, own]) => (
        <section key={id ?? ''} className={styles.problems}>
          <h3 dir="auto">{id === null ? t.wholeApp : graph.byId.get(id)?.title || id}</h3>
          <ul className={styles.changes}>
            {withKeys(own).map(({ key, item }) => (
              <ProblemRow key={key} {...{ item, id, commands, onClose }} />
            ))}
          </ul>
        </section>
      ))}
    </Dialog>
  );
}

function ProblemRow({
  item,
  id,
  commands,
  onClose,
}: {
  readonly item: Problem;
  readonly id: string | null;
  readonly commands: Commands;
  onClose(): void;
}) {
  const t = buildTexts();
  const { severity, field, message, fix } = item;
  const { edit } = useEditor();
  const assistant = useAssistant();
  // What was changed since is not checked yet, and places of lists may have moved.
  const isChecked = useDraft().saving === 'saved';
  return (
    <li>
      <Badge variant={variants[severity]}>{t.severities[severity]}</Badge>
      <span dir="auto">{message}</span>
      {fix !== null && (
        <Button small disabled={!isChecked} onClick={() => edit(fix.operations)}>
          {fix.label}
        </Button>
      )}
      {fix === null && assistant !== null && (
        <Button
          small
          onClick={() => {
            onClose();
            assistant.change({ problems: [item] });
          }}
        >
          <Sparkles /> {assistantTexts().fix}
        </Button>
      )}
      {id !== null && (
        <Button
          small
          onClick={() => {
            onClose();
            commands.show(id, field);
          }}
        >
          {t.goThere}
        </Button>
      )}
    </li>
  );
}
