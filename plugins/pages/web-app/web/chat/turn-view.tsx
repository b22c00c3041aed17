import { Fragment, memo, useSyncExternalStore } from 'react';
import { classes, lazyModule, Spinner } from '#plugins/ui/web/contract.ts';
import { Markdown } from '#plugins/ui/web/markdown/contract.tsx';
import { AnswerTools } from './answer-tools.tsx';
import { useChat } from './chat-context.ts';
import { FileList } from './file-list.tsx';
import { FormView } from './form-view.tsx';
import { QuestionView } from './question-view.tsx';
import { Sources } from './sources.tsx';
import { splitReasoning } from './split-reasoning.ts';
import { chatTexts } from './texts/en.ts';
import type { Turn, TurnState } from './turn.ts';
import styles from './turn-view.module.css';
import { WorkDone } from './work-done.tsx';

const failure = lazyModule(() => import('./failure-view.tsx'));

export interface TurnViewProps {
  readonly turn: Turn;
  readonly siblings: readonly Turn[];
  readonly isLast: boolean;
  readonly mayAskAnew: boolean;
  /** It never came to be a message. */
  readonly wasRefused: boolean;
  onRetry(tries: number): void;
  onAskAnew(turn: Turn, query: string, tries?: number): void;
  onChoose(key: string): void;
}

/** A question and its answer. */
export const TurnView = memo(
  function TurnView(props: TurnViewProps) {
    const { turn, siblings, isLast, mayAskAnew, onAskAnew, onChoose } = props;
    const state = useSyncExternalStore(turn.subscribe, turn.snapshot);
    return (
      <div className={classes(styles.turn, isLast && styles.isLast)} data-turn={state.id}>
        <QuestionView
          state={state}
          turn={turn}
          siblings={siblings}
          mayEdit={mayAskAnew && state.id !== ''}
          onEdit={(query) => onAskAnew(turn, query)}
          onChoose={onChoose}
        />
        <Answer {...props} state={state} />
      </div>
    );
  },
  (one, other) =>
    one.turn === other.turn &&
    one.isLast === other.isLast &&
    one.mayAskAnew === other.mayAskAnew &&
    one.wasRefused === other.wasRefused &&
    one.siblings.length === other.siblings.length &&
    one.siblings.every((sibling, index) => sibling === other.siblings[index]),
);

function Answer({
  state,
  turn,
  isLast,
  mayAskAnew,
  wasRefused,
  onRetry,
  onAskAnew,
}: TurnViewProps & { readonly state: TurnState }) {
  const { site } = useChat();
  const t = chatTexts();
  const isRunning = state.status === 'sending' || state.status === 'running';
  const failurePart = failure.use(state.status === 'failed');
  const { reasoning, text } = splitReasoning(state.answer);
  const isEmpty = text === '' && state.answerFiles.length === 0 && state.forms.length === 0;
  return (
    <article className={styles.answer} aria-label={t.answered(site.title)} aria-busy={isRunning}>
      <h2 className="said">{t.answered(site.title)}</h2>
      <WorkDone turn={turn} state={state} reasoning={state.reasoning + reasoning} isRunning={isRunning} />
      <Said turn={turn} state={state} text={text} isRunning={isRunning} />
      <FileList files={state.answerFiles} />
      {isRunning && <Waiting state={state} isEmpty={isEmpty} />}
      {state.status === 'failed' && failurePart !== null && (
        <failurePart.FailureView
          state={state}
          tries={turn.tries}
          mayTry={mayAskAnew}
          isLast={isLast}
          onTry={(tries) => (wasRefused ? onRetry(tries) : onAskAnew(turn, state.query, tries))}
        />
      )}
      {state.status === 'stopped' && <p className={styles.note}>{t.stopped}</p>}
      {state.status === 'done' && isEmpty && <p className={styles.note}>{t.noAnswer}</p>}
      <Sources sources={state.sources} />
      {!isRunning && state.status !== 'waiting' && state.id !== '' && !(state.status === 'failed' && isEmpty) && (
        <AnswerTools
          state={state}
          text={text}
          mayAskAnew={mayAskAnew && isLast}
          onAskAnew={() => onAskAnew(turn, state.query)}
        />
      )}
    </article>
  );
}

interface SaidProps {
  readonly turn: Turn;
  readonly state: TurnState;
  readonly text: string;
  readonly isRunning: boolean;
}

/** The answer, with the forms where they were asked. */
function Said({ turn, state: { answer, forms }, text, isRunning }: SaidProps) {
  // Thoughts, which are shown elsewhere, come first.
  const thought = answer.length - text.length;
  const ends = [...forms.map(({ place }) => Math.max(0, place - thought)), text.length];
  return ends.map((end, at) => {
    const said = text.slice(ends[at - 1] ?? 0, end);
    const form = forms[at];
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts only come at the end.
      <Fragment key={at}>
        {said.trim() !== '' && <Markdown text={said} isGrowing={isRunning && form === undefined} />}
        {form !== undefined && <FormView key={form.id} turn={turn} form={form} />}
      </Fragment>
    );
  });
}

/** Something comes: three calm dots until there are words. */
function Waiting({ state, isEmpty }: { readonly state: TurnState; readonly isEmpty: boolean }) {
  const t = chatTexts();
  if (state.isLost) {
    return (
      <p className={styles.note} role="status">
        <Spinner />
        {state.taskId === '' ? t.waitingForNetwork : t.lost}
      </p>
    );
  }
  if (!isEmpty) return null;
  return (
    <p className={styles.dots}>
      <span />
      <span />
      <span />
      <span className="said">{state.status === 'sending' ? t.sending : t.answering}</span>
    </p>
  );
}
