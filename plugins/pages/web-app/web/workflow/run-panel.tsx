import { useState } from 'react';
import { formTitle } from '#plugins/human-input/web/form-title/contract.ts';
import {
  type Api,
  Button,
  classes,
  EmptyState,
  Notice,
  Spinner,
  useStored,
  visitorCalls,
} from '#plugins/ui/web/contract.ts';
import { CircleAlert, CircleCheck, CircleStop, Clock, RotateCcw, Sparkles } from '#plugins/ui/web/icons.tsx';
import { type FileLimits, HumanForm, type UploadPlace, withoutFields } from '#plugins/ui/web/input-form/contract.ts';
import { Markdown } from '#plugins/ui/web/markdown/contract.tsx';
import { useSession } from '#plugins/web-app/web/shell/app-session.ts';
import { FileCards } from './file-cards.tsx';
import { durationText, momentText, numberText } from './numbers.ts';
import { readFile } from './output-values.ts';
import { Output, Outputs } from './output-view.tsx';
import type { RunFailure, RunModel, RunStatus, WaitingForm } from './run-model.ts';
import css from './run-panel.module.css';
import { ScrollRegion } from './scroll-region.tsx';
import { StepList, useSeconds } from './step-list.tsx';
import { workflowTexts } from './texts/en.ts';
import { type RunState, refusalOf } from './use-run.ts';

interface RunPanelProps {
  readonly api: Api;
  readonly run: RunState;
  readonly title: string;
  readonly showsSteps: boolean;
  readonly limits: FileLimits;
  readonly uploads: UploadPlace;
}

/** A run from its start to its end: how it stands, its steps, what it asks, and what it gives. */
export function RunPanel({ api, run, title, showsSteps, limits, uploads }: RunPanelProps) {
  const t = workflowTexts();
  const { model } = run;
  if (model === null) {
    return (
      <div className={css.blank}>
        <EmptyState sign={<Sparkles />} title={t.resultHere} about={t.resultHereAbout} />
      </div>
    );
  }
  const isOver = model.isOver;
  return (
    <div className={css.panel}>
      <RunHead model={model} />
      {run.isLost && !isOver && <Notice variant="warning">{t.reconnecting}</Notice>}
      {showsSteps && model.stepCount > 0 && <Steps model={model} />}
      {model.reasoning !== '' && <Thoughts text={model.reasoning} />}
      {model.forms.map((form) => (
        <FormCard key={form.id} {...{ api, form, limits, uploads }} />
      ))}
      {model.failure !== null && <Failure failure={model.failure} run={run} />}
      {model.status === 'stopped' && <Notice>{t.stoppedAbout}</Notice>}
      <RunOutputs api={api} model={model} title={title} />
    </div>
  );
}

function RunHead({ model }: { readonly model: RunModel }) {
  const t = workflowTexts();
  const { status, tokens } = model;
  const seconds = useSeconds(status === 'running' ? model.startedAt || Date.now() : 0);
  const time = model.isOver ? model.elapsed : seconds;
  return (
    <header className={css.head}>
      <StatusChip status={status} />
      <span className={css.figures}>
        {time >= 0.05 && <span>{durationText(time)}</span>}
        {tokens > 0 && <span>{t.tokens(numberText(tokens))}</span>}
      </span>
      <span className="said" role="status">
        {t.status[status]}
      </span>
    </header>
  );
}

export type ShownStatus = keyof ReturnType<typeof workflowTexts>['status'];

/** How a run, a row or a batch stands: a sign, a word, a colour. */
export function StatusChip({ status, label }: { readonly status: ShownStatus; readonly label?: string | undefined }) {
  const t = workflowTexts();
  return (
    <span className={classes(css.chip, css[status])}>
      <StatusSign status={status as RunStatus} />
      {label ?? t.status[status] ?? status}
    </span>
  );
}

function StatusSign({ status }: { readonly status: RunStatus | 'waiting' | 'finished' }) {
  switch (status) {
    case 'starting':
    case 'running':
      return <Spinner />;
    case 'paused':
    case 'waiting':
      return <Clock />;
    case 'succeeded':
    case 'finished':
      return <CircleCheck />;
    case 'stopped':
      return <CircleStop />;
    default:
      return <CircleAlert />;
  }
}

function Steps({ model }: { readonly model: RunModel }) {
  const t = workflowTexts();
  const [isOpen, setOpen] = useStored('weft:steps-open', true);
  return (
    <details className={css.steps} open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t.steps(model.stepCount)}</summary>
      {isOpen && (
        <ScrollRegion className={css.scroll} label={t.steps(model.stepCount)}>
          <StepList steps={model.steps} />
        </ScrollRegion>
      )}
    </details>
  );
}

function Thoughts({ text }: { readonly text: string }) {
  const t = workflowTexts();
  return (
    <details className={css.thoughts}>
      <summary>{t.thinking}</summary>
      <p dir="auto">{text}</p>
    </details>
  );
}

function RunOutputs({ api, model, title }: { readonly api: Api; readonly model: RunModel; readonly title: string }) {
  const { outputs, text, isOver } = model;
  const files = model.files.map(readFile).filter((file) => file !== null);
  if (outputs !== null && (Object.keys(outputs).length > 0 || (text === '' && model.status.endsWith('succeeded')))) {
    return <Outputs api={api} outputs={outputs} title={title} />;
  }
  if (text === '' && files.length === 0) return null;
  return (
    <>
      {text !== '' && <Output api={api} value={text} title={title} isGrowing={!isOver} />}
      {files.length > 0 && <FileCards api={api} files={files} />}
    </>
  );
}

function Failure({ failure, run }: { readonly failure: RunFailure; readonly run: RunState }) {
  const t = workflowTexts();
  const { inputs } = run;
  const isMember = useSession().visitorId.startsWith('member:');
  if (failure.message === '')
    return <Notice variant="danger">{failure.code === 'not_found' ? t.gone : t.failed}</Notice>;
  const { code, trouble = 'fault' } = failure;
  // Strangers are told what it means to them, in their language; the words of who failed are for those who can mend it.
  const meaning = Object.hasOwn(t.troubles, trouble) ? t.troubles[trouble as 'fault'] : t.troubles.fault;
  const remedy = Object.hasOwn(t.remedies, code) ? t.remedies[code as 'other'] : t.remedies.other;
  return (
    <div className={css.failure} role="alert">
      <strong dir="auto">{failure.node === '' ? t.failed : t.failedAt(failure.node)}</strong>
      <p className={css.message} dir="auto">
        {isMember ? failure.message : meaning}
      </p>
      <p className={css.remedy}>{remedy}</p>
      {inputs !== null && (
        <Button small onClick={() => run.start(inputs)}>
          <RotateCcw /> {t.again}
        </Button>
      )}
    </div>
  );
}

interface FormCardProps {
  readonly api: Api;
  readonly form: WaitingForm;
  readonly limits: FileLimits;
  readonly uploads: UploadPlace;
}

function FormCard({ api, form, limits, uploads }: FormCardProps) {
  const t = workflowTexts();
  const [isAnswered, setAnswered] = useState(false);
  const answer = async (inputs: Record<string, unknown>, action: string) => {
    try {
      const path = { form_token: form.token ?? '' };
      await visitorCalls(api).post('/v1/form/human_input/{form_token}', {
        path,
        body: { inputs, action },
        retry: true,
      });
      setAnswered(true);
    } catch (error) {
      const { message, field, isOffline } = refusalOf(error);
      throw Object.assign(new Error(isOffline ? t.offline : message), { field });
    }
  };
  const title = formTitle(form.title, t.waitsForm);
  return (
    <section className={css.card} aria-label={title}>
      <h3 className={css.cardTitle} dir="auto">
        {title}
      </h3>
      {form.token === null ? (
        <p className={css.remedy}>{t.waitsElsewhere}</p>
      ) : isAnswered ? (
        <p role="status">{t.answered}</p>
      ) : (
        <HumanForm
          content={<Markdown text={withoutFields(form.content)} />}
          label={title}
          {...{ inputs: form.inputs, defaults: form.defaults, actions: form.actions, limits, uploads, answer }}
        />
      )}
      {form.expiresAt > 0 && !isAnswered && (
        <p className={css.remedy}>{t.expires(momentText(form.expiresAt / 1000))}</p>
      )}
    </section>
  );
}
