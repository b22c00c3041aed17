import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '#plugins/ui/web/contract.ts';
import styles from './message-editor.module.css';
import { chatTexts } from './texts/en.ts';

interface MessageEditorProps {
  readonly query: string;
  readonly label: string;
  readonly sendLabel: string;
  onSend(query: string): void;
  onCancel(): void;
}

/** A message that is written anew, in its place. */
export function MessageEditor({ query, label, sendLabel, onSend, onCancel }: MessageEditorProps) {
  const t = chatTexts();
  const [text, setText] = useState(query);
  const field = useRef<HTMLTextAreaElement>(null);
  // Before the field is shown, and once: later it would take the caret, or a selection, from who is typing already.
  useLayoutEffect(() => {
    const { current } = field;
    current?.focus();
    current?.setSelectionRange(current.value.length, current.value.length);
  }, []);
  const send = () => text.trim() !== '' && onSend(text);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Escape') {
      event.preventDefault();
      onCancel();
    }
    if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      send();
    }
  };
  return (
    <form
      className={styles.editor}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <textarea
        ref={field}
        aria-label={label}
        dir="auto"
        rows={2}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <div>
        <Button small onClick={onCancel}>
          {t.cancel}
        </Button>
        <Button small variant="primary" type="submit">
          {sendLabel}
        </Button>
      </div>
    </form>
  );
}
