import { useEffect, useState } from 'react';
import { useConfig } from '#plugins/drafts/web/configuration/config-context.ts';
import styles from '#plugins/drafts/web/configuration/configuration.module.css';
import { configurationTexts } from '#plugins/drafts/web/configuration/texts/en.ts';
import { useEditor } from '#plugins/drafts/web/editor/editor-state.ts';
import { call } from '#plugins/studio/web/contract.tsx';
import { Button } from '#plugins/ui/web/contract.ts';
import type { Turn } from './preview-store.ts';

interface FollowUpsProps {
  /** The last one; undefined: nothing was asked yet. */
  readonly turn: Turn | undefined;
  onAsk(question: string): void;
}

/** Questions that may come after an answer, where the app offers some. */
export function FollowUps({ turn, onAsk }: FollowUpsProps) {
  const isOn = useConfig().at('suggested_questions_after_answer', 'enabled') === true;
  if (!isOn || turn?.status !== 'done' || turn.messageId === null) return null;
  return <Asked messageId={turn.messageId} onAsk={onAsk} />;
}

/** What can't be had is left out: it is an offer. */
function Asked({ messageId, onAsk }: { readonly messageId: string; onAsk(question: string): void }) {
  const t = configurationTexts();
  const { appId } = useEditor();
  const [questions, setQuestions] = useState<readonly string[]>([]);
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    setQuestions([]);
    call
      .get('/console/api/apps/{app_id}/draft/messages/{message_id}/suggested', {
        path: { app_id: appId, message_id: messageId },
        signal,
      })
      .then(({ data }) => signal.aborted || setQuestions(data.filter((each) => each.trim() !== '')))
      .catch(() => {});
    return () => leaving.abort();
  }, [appId, messageId]);
  return <Questions label={t.followUps} questions={questions} onAsk={onAsk} />;
}

/** Questions, each asked by a click. */
export function Questions({
  label,
  questions,
  onAsk,
}: {
  readonly label?: string;
  readonly questions: readonly string[];
  onAsk(question: string): void;
}) {
  if (questions.length === 0) return null;
  return (
    <section className={styles.suggested} aria-label={label}>
      {questions.map((question) => (
        <Button key={question} small onClick={() => onAsk(question)}>
          {question}
        </Button>
      ))}
    </section>
  );
}
