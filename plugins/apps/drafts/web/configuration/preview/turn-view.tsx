import styles from '#plugins/drafts/web/configuration/configuration.module.css';
import { configurationTexts } from '#plugins/drafts/web/configuration/texts/en.ts';
import { errorText, number } from '#plugins/studio/web/contract.tsx';
import { ApiError, IconButton, Muted, Notice, Spinner, toast } from '#plugins/ui/web/contract.ts';
import { Copy, RotateCcw } from '#plugins/ui/web/icons.tsx';
import { Markdown } from '#plugins/ui/web/markdown/contract.tsx';
import type { Turn } from './preview-store.ts';

/** A question, its answer, and what it took. */
export function TurnView({
  turn,
  isChat,
  isBusy,
  onAgain,
}: {
  readonly turn: Turn;
  readonly isChat: boolean;
  readonly isBusy: boolean;
  onAgain(): void;
}) {
  const t = configurationTexts();
  const { status, answer, thoughts, sources, error, tokens, price, elapsed } = turn;
  const copy = () => void navigator.clipboard.writeText(answer).then(() => toast(t.copied));
  return (
    <li className={styles.turn}>
      {isChat && (
        <p className={styles.question} dir="auto">
          <span className="said">{t.you}: </span>
          {turn.question.query}
        </p>
      )}
      <div className={styles.answer}>
        <span className="said">{isChat ? t.app : t.resultOf}: </span>
        {thoughts
          .filter(({ tool }) => tool !== '')
          .map(({ id, tool, input, observation }) => (
            <details key={id} className={styles.thought}>
              <summary>{t.toolCall(tool)}</summary>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys. */}
              <pre tabIndex={0} dir="auto">
                {[input, observation].filter(Boolean).join('\n\n').slice(0, 20_000)}
              </pre>
            </details>
          ))}
        {answer !== '' && <Markdown text={answer} isGrowing={status === 'running'} />}
        {status === 'running' && answer === '' && (
          <Muted small>
            <Spinner /> {t.thinking}
          </Muted>
        )}
        {status === 'stopped' && <Muted small>{t.stopped}</Muted>}
        {status === 'failed' && (
          <Notice variant="danger">
            {error instanceof Error && !(error instanceof ApiError) ? error.message : errorText(error)}
          </Notice>
        )}
        {sources.length > 0 && (
          <Muted small dir="auto">
            {t.sources}: {sources.join(', ')}
          </Muted>
        )}
      </div>
      {status !== 'running' && (
        <div className={styles.facts}>
          {tokens !== null && <span>{t.usage(number(tokens))}</span>}
          {price !== null && <span>{price}</span>}
          {elapsed !== null && <span>{t.seconds(number(elapsed, { maximumFractionDigits: 2 }))}</span>}
          <span className={styles.space} />
          {answer !== '' && (
            <IconButton small label={t.copy} onClick={copy}>
              <Copy />
            </IconButton>
          )}
          <IconButton small label={isChat ? t.again : t.runAgain} disabled={isBusy} onClick={onAgain}>
            <RotateCcw />
          </IconButton>
        </div>
      )}
    </li>
  );
}
