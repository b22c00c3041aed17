import { useEffect, useState } from 'react';
import { Button, Dialog, IconButton, lazyModule, TextArea, toast } from '#plugins/ui/web/contract.ts';
import { Copy, RefreshCw, ThumbsDown, ThumbsUp } from '#plugins/ui/web/icons.tsx';
import { useChat } from './chat-context.ts';
import { chatTexts } from './texts/en.ts';
import type { Rating, TurnState } from './turn.ts';
import styles from './turn-view.module.css';

const voicePart = lazyModule(() => import('#plugins/ui/web/voice/contract.ts'));

/** Answers of this age are not read by themselves: the page was opened, not asked. */
const FRESH_MS = 120_000;

interface AnswerToolsProps {
  readonly state: TurnState;
  /** What is copied. */
  readonly text: string;
  readonly mayAskAnew: boolean;
  onAskAnew(): void;
}

/** What can be done with an answer. */
export function AnswerTools({ state, text, mayAskAnew, onAskAnew }: AnswerToolsProps) {
  const { chat, parameters } = useChat();
  const t = chatTexts();
  const { enabled, autoPlay } = parameters.text_to_speech;
  const ReadAloud = voicePart.use(enabled)?.ReadAloud;
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
      {enabled && ReadAloud !== undefined && text !== '' && (
        <ReadAloud
          id={state.id}
          isWanted={autoPlay === 'enabled' && Date.now() - state.createdAt < FRESH_MS}
          className={styles.tool}
          onRead={(signal) => chat.speak(state.id, signal)}
        />
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
