import { useEffect, useRef, useState } from 'react';
import { type Api, Button, Notice, useOnChange } from '#plugins/ui/web/contract.ts';
import { Play } from '#plugins/ui/web/icons.tsx';
import { InputForm, type InputFormState, type UploadPlace, useInputForm } from '#plugins/ui/web/input-form/contract.ts';
import type { AppForm } from './app-form.ts';
import { waitText } from './numbers.ts';
import { RunPanel } from './run-panel.tsx';
import css from './run-view.module.css';
import { workflowTexts } from './texts/en.ts';
import type { Refusal, RunState } from './use-run.ts';

interface RunViewProps {
  readonly api: Api;
  readonly form: AppForm;
  readonly uploads: UploadPlace;
  readonly run: RunState;
  readonly title: string;
  readonly showsSteps: boolean;
  /** Inputs to begin with: those of an earlier run, or of the address. Another object fills the form anew. */
  readonly given: Readonly<Record<string, unknown>> | null;
}

/** The form at one side, and what comes of it at the other; below each other on a phone. */
export function RunView({ api, form: app, uploads, run, title, showsSteps, given }: RunViewProps) {
  const t = workflowTexts();
  const { model, inputs, refusal } = run;
  const first = useRef(inputs ?? given ?? undefined);
  const form = useInputForm({ fields: app.fields, limits: app.limits, uploads, given: first.current });
  const panel = useRef<HTMLDivElement>(null);
  const isRunning = model !== null && !model.isOver;
  const isFilled = useFilled(form, given, inputs);
  useBlamed(form, refusal);

  const start = (values: Readonly<Record<string, unknown>>) => {
    isFilled(values);
    run.start(values);
    // On a phone the result lies below the form.
    const beside = panel.current;
    if (beside !== null && beside.getBoundingClientRect().top > innerHeight / 2)
      beside.scrollIntoView({ block: 'start' });
  };
  const isLimited = useIsFuture(refusal?.limitedUntil ?? 0);
  const hasFields = app.fields.some(({ hidden }) => !hidden);
  return (
    <div className={css.view}>
      <section className={css.form} aria-label={t.inputs}>
        {!hasFields && <p className={css.about}>{t.noInputs}</p>}
        <InputForm form={form} label={t.inputs} disabled={isRunning} onSubmit={start}>
          <Button type="submit" variant="primary" busy={isRunning} disabled={isLimited}>
            {!isRunning && <Play />}
            {isRunning ? t.status.running : model === null ? t.start : t.again}
          </Button>
          {isRunning && (
            <Button busy={run.isStopping} disabled={model.taskId === ''} onClick={run.stop}>
              {run.isStopping ? t.stopping : t.stop}
            </Button>
          )}
          {!isRunning && (hasFields || model !== null) && (
            <Button
              variant="quiet"
              onClick={() => {
                form.reset({});
                run.clear();
              }}
            >
              {model === null ? t.clear : t.newRun}
            </Button>
          )}
        </InputForm>
        {refusal !== null && (
          <RefusalNotice {...{ refusal, isLimited }} isBlamed={app.fields.some(({ name }) => name === refusal.field)} />
        )}
      </section>
      <section className={css.panel} ref={panel} aria-label={t.result}>
        <h2 className="said">{t.result}</h2>
        <RunPanel {...{ api, run, title, showsSteps, uploads }} limits={app.limits} />
      </section>
    </div>
  );
}

/**
 * Fills the form with other inputs as soon as there are any: those of a run that was found again, or of one to repeat. What was
 * started from this form stands in it already.
 */
function useFilled(form: InputFormState, given: RunViewProps['given'], inputs: RunState['inputs']) {
  const filled = useRef<ReadonlySet<unknown>>(new Set([null, given, inputs]));
  const fill = (next: Readonly<Record<string, unknown>> | null) => {
    if (next === null || filled.current.has(next)) return;
    filled.current = new Set([...filled.current, next]);
    form.reset(next);
  };
  useOnChange(inputs, fill);
  useOnChange(given, fill);
  return (own: Readonly<Record<string, unknown>>) => {
    filled.current = new Set([...filled.current, own]);
  };
}

/** Shows what the server says of a field at that field. */
function useBlamed(form: InputFormState, refusal: Refusal | null): void {
  useOnChange(refusal, () => {
    if (refusal === null || refusal.field === '') return;
    if (form.fields.some(({ name }) => name === refusal.field)) form.blame(refusal.field, refusal.message);
  });
}

interface RefusalProps {
  readonly refusal: Refusal;
  readonly isLimited: boolean;
  readonly isBlamed: boolean;
}

function RefusalNotice({ refusal, isLimited, isBlamed }: RefusalProps) {
  const t = workflowTexts();
  const { limitedUntil } = refusal;
  // Said at the field.
  if (isBlamed) return null;
  if (limitedUntil !== null) {
    if (limitedUntil > 0 && !isLimited) return null;
    const seconds = (limitedUntil - Date.now()) / 1000;
    return (
      <Notice variant="warning">
        <strong>{t.limited}.</strong> {limitedUntil === 0 ? t.limitedLater : t.limitedAbout(waitText(seconds))}
      </Notice>
    );
  }
  return (
    <Notice variant="danger">
      <strong>{t.notStarted}.</strong> {refusal.isOffline ? t.offline : refusal.message}
    </Notice>
  );
}

/** Whether a moment is still to come; looked at each second, so that what waits for it counts down. */
function useIsFuture(moment: number): boolean {
  const [, setTick] = useState(0);
  useEffect(() => {
    if (moment <= Date.now()) return;
    const timer = setInterval(() => {
      setTick((tick) => tick + 1);
      if (moment <= Date.now()) clearInterval(timer);
    }, 1000);
    return () => clearInterval(timer);
  }, [moment]);
  return moment > Date.now();
}
