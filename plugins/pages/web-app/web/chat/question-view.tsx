import { useState } from 'react';
import { IconButton } from '#plugins/ui/web/contract.ts';
import { ChevronLeft, ChevronRight, Pencil } from '#plugins/ui/web/icons.tsx';
import { FileList } from './file-list.tsx';
import { MessageEditor } from './message-editor.tsx';
import { chatTexts } from './texts/en.ts';
import type { Turn, TurnState } from './turn.ts';
import styles from './turn-view.module.css';

interface QuestionViewProps {
  readonly state: TurnState;
  readonly turn: Turn;
  readonly siblings: readonly Turn[];
  readonly mayEdit: boolean;
  onEdit(query: string): void;
  onChoose(key: string): void;
}

/** What was asked, and a way to ask something else in its place. */
export function QuestionView({ state, turn, siblings, mayEdit, onEdit, onChoose }: QuestionViewProps) {
  const t = chatTexts();
  const [isEdited, edit] = useState(false);
  const at = siblings.indexOf(turn);
  return (
    <article className={styles.question} aria-label={t.youSaid}>
      <h2 className="said">{t.youSaid}</h2>
      <FileList files={state.files} />
      {isEdited ? (
        <MessageEditor
          query={state.query}
          label={t.editMessage}
          sendLabel={t.resend}
          onCancel={() => edit(false)}
          onSend={(query) => {
            edit(false);
            onEdit(query);
          }}
        />
      ) : (
        <div className={styles.asked}>
          {mayEdit && (
            <IconButton small label={t.edit} className={styles.tool} onClick={() => edit(true)}>
              <Pencil width="16" height="16" />
            </IconButton>
          )}
          <p className={styles.bubble} dir="auto">
            {state.query}
          </p>
        </div>
      )}
      {siblings.length > 1 && (
        <div className={styles.versions}>
          <IconButton
            small
            label={t.earlierVersion}
            disabled={at <= 0}
            onClick={() => onChoose(siblings[at - 1]?.key ?? '')}
          >
            <ChevronLeft width="16" height="16" />
          </IconButton>
          <span>{t.version(at + 1, siblings.length)}</span>
          <IconButton
            small
            label={t.laterVersion}
            disabled={at >= siblings.length - 1}
            onClick={() => onChoose(siblings[at + 1]?.key ?? '')}
          >
            <ChevronRight width="16" height="16" />
          </IconButton>
        </div>
      )}
    </article>
  );
}
