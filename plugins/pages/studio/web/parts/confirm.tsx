import { type ReactNode, useEffect, useState } from 'react';
import { studioTexts } from '#plugins/studio/web/texts/en.ts';
import { Button, Dialog, TextField } from '#plugins/ui/web/contract.ts';

/** What is asked before something that can't be undone. */
export interface Question {
  readonly title: string;
  /** What will happen. */
  readonly about: ReactNode;
  /** The word on the button: `Delete`. */
  readonly action: string;
  /** Must be typed first; for what is lost for good. */
  readonly typed?: string;
}

let ask: ((question: Question) => Promise<boolean>) | null = null;

/** Asks; true: yes. What can be undone is done at once instead, with a toast that undoes it. */
export function confirm(question: Question): Promise<boolean> {
  return ask === null ? Promise.resolve(false) : ask(question);
}

/** Where questions appear; once in the studio. */
export function Questions() {
  const t = studioTexts();
  const [asked, setAsked] = useState<{ question: Question; answer(isYes: boolean): void } | null>(null);
  const [typed, setTyped] = useState('');
  useEffect(() => {
    ask = (question) =>
      new Promise((resolve) => {
        setTyped('');
        setAsked({ question, answer: resolve });
      });
    return () => {
      ask = null;
    };
  }, []);
  if (asked === null) return null;
  const { question } = asked;
  const answer = (isYes: boolean) => {
    setAsked(null);
    asked.answer(isYes);
  };
  const isReady = question.typed === undefined || typed.trim() === question.typed;
  return (
    <Dialog
      open
      title={question.title}
      onClose={() => answer(false)}
      actions={
        <>
          <Button onClick={() => answer(false)}>{t.cancel}</Button>
          <Button variant="danger" disabled={!isReady} onClick={() => answer(true)}>
            {question.action}
          </Button>
        </>
      }
    >
      <div dir="auto">{question.about}</div>
      {question.typed !== undefined && (
        <TextField
          label={t.typeToConfirm(question.typed)}
          value={typed}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
      )}
    </Dialog>
  );
}
