import { memo, useEffect, useState } from 'react';
import { classes, Spinner } from '#plugins/ui/web/contract.ts';
import { Check, CircleAlert, Clock, Cross, Minus } from '#plugins/ui/web/icons.tsx';
import { durationText } from './numbers.ts';
import type { Step } from './run-steps.ts';
import css from './step-list.module.css';
import { workflowTexts } from './texts/en.ts';

/** The nodes of a run with their states and times; rounds of iterations and loops are folded. */
export function StepList({ steps }: { readonly steps: readonly Step[] }) {
  return (
    <ol className={css.steps}>
      {steps.map((step) => (
        <StepItem key={step.id} step={step} />
      ))}
    </ol>
  );
}

const StepItem = memo(function StepItem({ step }: { readonly step: Step }) {
  const t = workflowTexts();
  const isContainer = step.type === 'iteration' || step.type === 'loop';
  const line = (
    <>
      <StepSign status={step.status} />
      <span className={css.title} dir="auto">
        {step.title || step.nodeId}
      </span>
      {isContainer && <span className={css.note}>{t.rounds(step.rounds, step.allRounds)}</span>}
      {step.retries > 0 && <span className={css.note}>{t.retries(step.retries)}</span>}
      <span className="said">{t.status[step.status]}</span>
      <span className={css.time}>
        {step.elapsed === null ? (
          <Running since={step.startedAt} step={step} />
        ) : step.elapsed < 0.05 ? (
          ''
        ) : (
          durationText(step.elapsed)
        )}
      </span>
    </>
  );
  return (
    <li className={classes(css.step, step.status === 'failed' && css.isFailed)}>
      {isContainer ? <Rounds step={step} line={line} /> : <div className={css.line}>{line}</div>}
      {/* What ended the run stands below, with what to do about it. */}
      {step.error !== '' && step.status === 'exception' && (
        <p className={css.error} dir="auto">
          {step.error}
        </p>
      )}
    </li>
  );
});

/** What is folded isn't drawn: an iteration may have thousands. */
function Rounds({ step, line }: { readonly step: Step; readonly line: React.ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const t = workflowTexts();
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className={css.line}>{line}</summary>
      {isOpen && (
        <div className={css.inside}>
          {step.hidden > 0 && <p className={css.note}>{t.earlierSteps(step.hidden)}</p>}
          <StepList steps={step.children} />
        </div>
      )}
    </details>
  );
}

function StepSign({ status }: Pick<Step, 'status'>) {
  return (
    <span className={classes(css.sign, css[status])} aria-hidden="true">
      {status === 'running' || status === 'retrying' ? (
        <Spinner />
      ) : status === 'succeeded' ? (
        <Check />
      ) : status === 'failed' ? (
        <Cross />
      ) : status === 'exception' ? (
        <CircleAlert />
      ) : status === 'waiting' ? (
        <Clock />
      ) : (
        <Minus />
      )}
    </span>
  );
}

/** Counts up while it runs, by this machine's clock, from when it heard of it. */
function Running({ since, step }: { readonly since: number; readonly step: Step }) {
  const seconds = useSeconds(step.status === 'running' || step.status === 'retrying' ? since : 0);
  return <>{seconds < 1 ? '' : durationText(seconds)}</>;
}

/** Whole seconds since a moment, counted on; 0: nothing to count. */
export function useSeconds(since: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (since === 0) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [since]);
  return since === 0 ? 0 : Math.max(0, Math.floor((now - since) / 1000));
}
