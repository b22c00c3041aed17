import { useEffect, useRef, useState } from 'react';
import { Button, Dialog, IconButton, Spinner, TextArea, toast, useOnChange } from '#plugins/ui/web/contract.ts';
import { Copy, RefreshCw, Square, ThumbsDown, ThumbsUp, Volume } from '#plugins/ui/web/icons.tsx';
import { useChat } from './chat-context.ts';
import { chatTexts } from './texts/en.ts';
import type { Rating, TurnState } from './turn.ts';
import styles from './turn-view.module.css';

interface AnswerToolsProps {
  readonly state: TurnState;
  /** What is copied. */
  readonly text: string;
  readonly mayAskAnew: boolean;
  onAskAnew(): void;
}

/** What can be done with an answer. */
export function AnswerTools({ state, text, mayAskAnew, onAskAnew }: AnswerToolsProps) {
  const { parameters } = useChat();
  const t = chatTexts();
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => toast(t.copied),
      () => toast(t.notCopied),
    );
  return (
    <div className={styles.tools}>
      {text !== '' && (
        <IconButton small label={t.copy} className={styles.tool} onClick={() => void copy()}>
          <Copy width="16" height="16" />
        </IconButton>
      )}
      {parameters.text_to_speech.enabled && text !== '' && (
        <ReadAloud messageId={state.id} createdAt={state.createdAt} />
      )}
      <Rated state={state} />
      {mayAskAnew && (
        <IconButton small label={t.regenerate} className={styles.tool} onClick={onAskAnew}>
          <RefreshCw width="16" height="16" />
        </IconButton>
      )}
    </div>
  );
}

function Rated({ state: { id, rating: known } }: Pick<AnswerToolsProps, 'state'>) {
  const { chat } = useChat();
  const t = chatTexts();
  const [rating, setRating] = useState<Rating | null>(known);
  const [isAsking, ask] = useState(false);
  const [comment, setComment] = useState('');
  useEffect(() => setRating(known), [known]);
  const rate = async (wanted: Rating) => {
    const next = rating === wanted ? null : wanted;
    setRating(next);
    ask(next !== null);
    try {
      await chat.rate(id, next);
    } catch {
      setRating(rating);
      ask(false);
      toast(t.notSent);
    }
  };
  const send = async () => {
    ask(false);
    if (comment.trim() === '' || rating === null) return;
    try {
      await chat.rate(id, rating, comment.trim());
      toast(t.feedbackSent);
    } catch {
      ask(true);
      toast(t.notSent);
    }
  };
  return (
    <>
      <IconButton
        small
        label={t.like}
        pressed={rating === 'like'}
        className={styles.tool}
        onClick={() => void rate('like')}
      >
        <ThumbsUp width="16" height="16" />
      </IconButton>
      <IconButton
        small
        label={t.dislike}
        pressed={rating === 'dislike'}
        className={styles.tool}
        onClick={() => void rate('dislike')}
      >
        <ThumbsDown width="16" height="16" />
      </IconButton>
      <Dialog
        open={isAsking}
        title={t.feedback}
        onClose={() => ask(false)}
        actions={
          <Button variant="primary" onClick={() => void send()}>
            {t.send}
          </Button>
        }
      >
        <TextArea
          label={t.feedbackAsk}
          value={comment}
          maxLength={2_000}
          onChange={(event) => setComment(event.currentTarget.value)}
        />
      </Dialog>
    </>
  );
}

/** Answers of this age are not read by themselves: the page was opened, not asked. */
const FRESH_MS = 120_000;
/** The answer that is being read, wherever it stands: one voice at a time. */
let silence: (() => void) | null = null;
const readAlready = new Set<string>();

function ReadAloud({ messageId, createdAt }: { readonly messageId: string; readonly createdAt: number }) {
  const { chat, parameters } = useChat();
  const t = chatTexts();
  const [state, setState] = useState<'quiet' | 'loading' | 'reading'>('quiet');
  const stopping = useRef<(() => void) | null>(null);
  const read = async (isAsked: boolean) => {
    silence?.();
    const leaving = new AbortController();
    const audio = new Audio();
    let address = '';
    const end = () => {
      leaving.abort();
      audio.pause();
      URL.revokeObjectURL(address);
      setState('quiet');
      if (silence === end) silence = null;
    };
    silence = end;
    stopping.current = end;
    setState('loading');
    try {
      address = URL.createObjectURL(await chat.speak(messageId, leaving.signal));
      audio.src = address;
      audio.addEventListener('ended', end);
      await audio.play();
      setState('reading');
    } catch {
      // Browsers let no page speak that was not touched yet.
      if (!leaving.signal.aborted && isAsked) toast(t.notRead);
      end();
    }
  };
  useOnChange(messageId, () => {
    const isWanted = parameters.text_to_speech.autoPlay === 'enabled' && Date.now() - createdAt < FRESH_MS;
    if (isWanted && !readAlready.has(messageId)) void read(false);
    readAlready.add(messageId);
    return () => stopping.current?.();
  });
  const isQuiet = state === 'quiet';
  return (
    <IconButton
      small
      label={isQuiet ? t.readAloud : t.stopReading}
      className={styles.tool}
      onClick={() => (isQuiet ? void read(true) : stopping.current?.())}
    >
      {isQuiet ? (
        <Volume width="16" height="16" />
      ) : state === 'loading' ? (
        <Spinner />
      ) : (
        <Square width="14" height="14" />
      )}
    </IconButton>
  );
}
