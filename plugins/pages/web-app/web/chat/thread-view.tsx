import { type ReactNode, useEffect, useState } from 'react';
import { ApiError, Button, classes, EmptyState, IconButton, Loading, lazyModule } from '#plugins/ui/web/contract.ts';
import { ArrowDown } from '#plugins/ui/web/icons.tsx';
import { fetchMarkdown } from '#plugins/ui/web/markdown/contract.tsx';
import type { ShownTurn } from './branches.ts';
import { useChat } from './chat-context.ts';
import { Disclaimer } from './disclaimer.tsx';
import { FIRST } from './first.ts';
import { Suggestions } from './suggestions.tsx';
import { chatTexts } from './texts/en.ts';
import type { Thread, ThreadState } from './thread.ts';
import styles from './thread-view.module.css';
import type { Turn } from './turn.ts';
import { useScrolling } from './use-scrolling.ts';

const turnPart = lazyModule(() => import('./turn-view.tsx'));

interface ThreadViewProps {
  readonly thread: Thread;
  readonly state: ThreadState;
  readonly branch: readonly ShownTurn[];
  readonly isRunning: boolean;
  readonly opening: ReactNode;
  onAsk(query: string): void;
  onAskAnew(turn: Turn, query: string, tries?: number): void;
  onChoose(parent: string, key: string): void;
  onNew(): void;
}

/** The turns of a conversation; older ones come as one scrolls up. */
export function ThreadView(props: ThreadViewProps) {
  const { thread, state, branch, isRunning, opening, onAsk, onAskAnew, onChoose, onNew } = props;
  const t = chatTexts();
  const last = branch.at(-1)?.turn;
  const part = turnPart.use(branch.length > 0);
  useEffect(() => {
    // Soon needed, also where there is no turn yet; after what is needed at once.
    const timer = setTimeout(() => {
      turnPart.fetch();
      fetchMarkdown();
    }, 1_500);
    return () => clearTimeout(timer);
  }, []);
  const isEmpty = branch.length === 0;
  const isShown = isEmpty ? !state.isLoading : part !== null;
  const scrolling = useScrolling({
    thread,
    first: branch[0]?.turn.key ?? '',
    last: last?.key ?? '',
    hasOlder: state.hasOlder,
    isShown,
  });
  if (state.error !== null) {
    const isGone = state.error instanceof ApiError && (state.error.status === 404 || state.error.status === 400);
    return (
      <main className={styles.scroller}>
        {isGone ? (
          <EmptyState
            title={t.gone}
            about={t.goneAbout}
            action={<Button onClick={onNew}>{t.newConversation}</Button>}
          />
        ) : (
          <EmptyState title={t.loadFailed} action={<Button onClick={() => void thread.load()}>{t.tryAgain}</Button>} />
        )}
      </main>
    );
  }
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard. */}
      <main ref={scrolling.scroller} className={styles.scroller} onScroll={scrolling.onScroll} tabIndex={0}>
        {!isShown ? (
          <Loading label={t.loading} />
        ) : (
          <div ref={scrolling.content} className={classes(styles.turns, isEmpty && styles.isEmpty)}>
            {state.hasOlder ? (
              <div ref={scrolling.top} className={styles.older}>
                <Button small variant="quiet" busy={state.isLoading} onClick={() => void thread.loadOlder()}>
                  {t.loadOlder}
                </Button>
              </div>
            ) : (
              opening
            )}
            {branch.map(
              ({ turn, siblings }, index) =>
                part !== null && (
                  <part.TurnView
                    key={turn.key}
                    turn={turn}
                    siblings={siblings}
                    isLast={turn === last}
                    mayAskAnew={!isRunning}
                    wasRefused={thread.wasRefused(turn)}
                    onRetry={(tries) => thread.retry(turn, tries)}
                    onAskAnew={onAskAnew}
                    onChoose={(key) => onChoose(branch[index - 1]?.turn.key ?? FIRST, key)}
                  />
                ),
            )}
            {last !== undefined && !isRunning && <FurtherQuestions key={last.key} turn={last} onAsk={onAsk} />}
            {isEmpty && <Disclaimer />}
          </div>
        )}
      </main>
      <div className={styles.jump} hidden={scrolling.isAtEnd || isEmpty}>
        <IconButton label={t.toNewest} className={styles.round} onClick={scrolling.toEnd}>
          <ArrowDown />
        </IconButton>
      </div>
    </>
  );
}

/** Questions that may come next, where the app thinks of some. */
function FurtherQuestions({ turn, onAsk }: { readonly turn: Turn; onAsk(query: string): void }) {
  const { chat, parameters } = useChat();
  const t = chatTexts();
  const [questions, setQuestions] = useState<readonly string[]>([]);
  const isOffered = parameters.suggested_questions_after_answer.enabled;
  const { id, status, createdAt } = turn.state;
  // Answers of yesterday need no further thought; models are asked for these.
  const isFresh = status === 'done' && id !== '' && Date.now() - createdAt < 3_600_000;
  useEffect(() => {
    if (!isOffered || !isFresh) return;
    const leaving = new AbortController();
    chat.suggested(id, leaving.signal).then(
      (found) => !leaving.signal.aborted && setQuestions(found),
      () => {},
    );
    return () => leaving.abort();
  }, [isOffered, isFresh, id, chat]);
  return questions.length === 0 ? null : <Suggestions label={t.tryAsking} questions={questions} onAsk={onAsk} />;
}
