import { Fragment, useRef } from 'react';
import { FixRunButton } from '#plugins/drafts/web/assistant/offers.tsx';
import styles from '#plugins/drafts/web/configuration/configuration.module.css';
import { configurationTexts } from '#plugins/drafts/web/configuration/texts/en.ts';
import { useEditor } from '#plugins/drafts/web/editor/editor-state.ts';
import { FailedNode } from '#plugins/drafts/web/run/failed-node.tsx';
import { RunForms } from '#plugins/drafts/web/run/run-form.tsx';
import { runTexts } from '#plugins/drafts/web/run/texts/en.ts';
import { buildTexts } from '#plugins/drafts/web/texts/en.ts';
import { errorText, Link, number } from '#plugins/studio/web/contract.tsx';
import { ApiError, IconButton, Muted, Notice, Spinner, toast } from '#plugins/ui/web/contract.ts';
import { Copy, RotateCcw } from '#plugins/ui/web/icons.tsx';
import { Markdown } from '#plugins/ui/web/markdown/contract.tsx';
import { DraftReader } from './draft-voice.tsx';
import type { Turn, TurnStep } from './preview-store.ts';

/** A question, its answer, and what it took. */
export function TurnView({
  turn,
  isChat,
  isBusy,
  isLast,
  onAgain,
}: {
  readonly turn: Turn;
  readonly isChat: boolean;
  readonly isBusy: boolean;
  readonly isLast: boolean;
  onAgain(): void;
}) {
  const t = configurationTexts();
  const { appId } = useEditor();
  const { status, answer, thoughts, sources, error, tokens, price, elapsed, steps, runId } = turn;
  const isFollowed = useRef(status === 'running');
  // Containers fail with what is in them, which ends before them.
  const failed = steps.find((step) => step.status === 'failed');
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
        <Steps steps={steps} isRunning={status === 'running'} />
        <Answer turn={turn} />
        {status === 'running' && answer === '' && (
          <Muted small>
            <Spinner /> {t.thinking}
          </Muted>
        )}
        {status === 'stopped' && <Muted small>{t.stopped}</Muted>}
        {status === 'failed' && (
          <Notice variant="danger" action={<FailedNode id={failed?.nodeId} />}>
            {error instanceof Error && !(error instanceof ApiError) ? error.message : errorText(error)}
          </Notice>
        )}
        {status === 'failed' && runId !== null && <FixRunButton runId={runId} />}
        {sources.length > 0 && <Sources sources={sources} />}
      </div>
      {status !== 'running' && status !== 'waiting' && (
        <div className={styles.facts}>
          {tokens !== null && <span>{t.usage(number(tokens))}</span>}
          {price !== null && <span>{price}</span>}
          {elapsed !== null && <span>{t.seconds(number(elapsed, { maximumFractionDigits: 2 }))}</span>}
          {runId !== null && <Link href={`/app/${appId}/run/${runId}`}>{runTexts().everyMoment}</Link>}
          <span className={styles.space} />
          <DraftReader turn={turn} isNew={isLast && isFollowed.current} />
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

/** The answer, with the forms where they were asked. */
function Answer({ turn: { answer, forms, formPlaces, status } }: { readonly turn: Turn }) {
  const places = [0, ...formPlaces, answer.length];
  return places.slice(1).map((end, at) => {
    const said = answer.slice(places[at], end);
    const form = forms[at];
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts only come at the end.
      <Fragment key={at}>
        {said.trim() !== '' && <Markdown text={said} isGrowing={status === 'running' && form === undefined} />}
        {form !== undefined && <RunForms forms={[form]} />}
      </Fragment>
    );
  });
}

/** The nodes that ran for the answer, as they come; each leads to its node. */
function Steps({ steps, isRunning }: { readonly steps: readonly TurnStep[]; readonly isRunning: boolean }) {
  const t = configurationTexts();
  const { selection } = useEditor();
  if (steps.length === 0) return null;
  const last = steps.at(-1);
  return (
    <details className={styles.thought}>
      <summary>{isRunning ? (last?.title ?? '') : t.steps(steps.length)}</summary>
      <ol className={styles.steps}>
        {steps.map(({ id, nodeId, title, status, elapsed }) => (
          <li key={id}>
            <button type="button" dir="auto" onClick={() => selection.see(nodeId)}>
              {title || nodeId}
            </button>
            <span>{buildTexts().runStates[status] ?? status}</span>
            {elapsed !== null && <span>{t.seconds(number(elapsed, { maximumFractionDigits: 2 }))}</span>}
          </li>
        ))}
      </ol>
    </details>
  );
}

/** What the answer is made of, by document. */
function Sources({ sources }: { readonly sources: Turn['sources'] }) {
  const t = configurationTexts();
  const byName = Map.groupBy(sources, ({ name }) => name);
  return (
    <div className={styles.thought}>
      <Muted small>{t.sources}</Muted>
      {[...byName].map(([name, passages]) => (
        <details key={name}>
          <summary dir="auto">{name}</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys. */}
          <pre tabIndex={0} dir="auto">
            {passages
              .map(({ content }) => content)
              .filter(Boolean)
              .join('\n\n')}
          </pre>
        </details>
      ))}
    </div>
  );
}
