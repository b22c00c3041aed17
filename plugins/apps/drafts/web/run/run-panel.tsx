import { useEffect, useMemo, useRef, useState } from 'react';
import { FixRunButton } from '#plugins/drafts/web/assistant/offers.tsx';
import { isMapping } from '#plugins/drafts/web/document/operations.ts';
import { useEditor, useGraph } from '#plugins/drafts/web/editor/editor-state.ts';
import styles from '#plugins/drafts/web/editor/workbench.module.css';
import fieldStyles from '#plugins/drafts/web/fields/fields.module.css';
import { listAt } from '#plugins/drafts/web/graph/read-graph.ts';
import { OutputValue } from '#plugins/drafts/web/panel/output-value.tsx';
import { buildTexts } from '#plugins/drafts/web/texts/en.ts';
import { Badge, ErrorAlert, errorText, number } from '#plugins/studio/web/contract.tsx';
import { Button, IconButton, LinkButton, Notice, Toolbar, toast } from '#plugins/ui/web/contract.ts';
import { Cross } from '#plugins/ui/web/icons.tsx';
import { InputForm, readFields, useInputForm } from '#plugins/ui/web/input-form/contract.ts';
import { draftUploads } from './draft-uploads.ts';
import { FailedNode, useFailedNode } from './failed-node.tsx';
import { keptValues, useKeptValues } from './kept-values.ts';
import { PinnedNotice } from './pinned-notice.tsx';
import { RunForms } from './run-form.tsx';
import { useRun } from './run-store.ts';
import { runTexts } from './texts/en.ts';
import { uploadLimits } from './upload-limits.ts';

/** Runs the draft with inputs of one's choice, and shows what comes of it. */
export function RunPanel({ isOpen, onClose }: { readonly isOpen: boolean; onClose(): void }) {
  const t = buildTexts();
  const { appId, runs, store, forms } = useEditor();
  const graph = useGraph();
  const state = useRun(runs);
  const [error, setError] = useState<unknown>(undefined);
  const root = graph.nodes.find((node) => forms.of(node)?.traits.sole_root === true);
  const variables = root?.data.variables;
  const fields = useMemo(
    () =>
      readFields(
        listAt({ variables }, ['variables']).map((rules) => (isMapping(rules) ? { [String(rules.type)]: rules } : {})),
      ),
    [variables],
  );
  const given = useMemo(() => keptValues(appId), [appId]);
  const form = useInputForm({ fields, given, limits: uploadLimits, uploads: draftUploads(appId) });
  useKeptValues(appId, form);
  const panel = useRef<HTMLElement>(null);
  const isStarting = useRef(false);
  // What is filled in stays while a node is looked at.
  useEffect(() => {
    if (isOpen)
      panel.current?.querySelector<HTMLElement>('form input, form textarea, form select, form button')?.focus();
  }, [isOpen]);
  const run = async (inputs: Record<string, unknown>) => {
    // Until it is saved, a second press is the same.
    if (isStarting.current) return;
    setError(undefined);
    isStarting.current = true;
    const isSaved = await store.flush().finally(() => {
      isStarting.current = false;
    });
    if (!isSaved) return toast(t.notSaved);
    try {
      await runs.run({ inputs });
    } catch (failure) {
      setError(failure);
    }
  };
  return (
    <aside ref={panel} className={styles.panel} aria-label={t.runDraft} hidden={!isOpen}>
      <div className={styles['panel-head']}>
        <h2 className={styles['panel-name']}>{t.runDraft}</h2>
        <IconButton small label={t.close} onClick={onClose}>
          <Cross />
        </IconButton>
      </div>
      <div className={styles['panel-body']}>
        <div className={styles.stack}>
          <InputForm form={form} disabled={state.isRunning} label={t.runDraft} onSubmit={(inputs) => void run(inputs)}>
            <div className={styles.stack}>
              <Toolbar>
                <Button type="submit" variant="primary" busy={state.isRunning}>
                  {t.run}
                </Button>
                {state.isRunning && state.runId !== null && (
                  <Button onClick={() => void runs.stop().catch((failure) => toast(errorText(failure)))}>
                    {t.stop}
                  </Button>
                )}
              </Toolbar>
            </div>
          </InputForm>
          {error !== undefined && <ErrorAlert error={error} />}
          <PinnedNotice />
          <Result />
        </div>
      </div>
    </aside>
  );
}

const looks: Readonly<Record<string, 'success' | 'danger' | 'warning'>> = {
  ...{ succeeded: 'success', 'partial-succeeded': 'warning', failed: 'danger', stopped: 'warning', paused: 'warning' },
};

function Result() {
  const t = buildTexts();
  const { runs, appId } = useEditor();
  const { status, answer, outputs, error, elapsed, tokens, isPaused, isRunning, runId, forms } = useRun(runs);
  const failed = useFailedNode(error);
  if (status === null && answer === '' && runId === null) return null;
  return (
    <>
      {status !== null && (
        <div className={fieldStyles.facts}>
          <Badge variant={looks[status] ?? 'plain'}>{t.runStates[status] ?? status}</Badge>
          {elapsed !== null && <span>{number(elapsed, { maximumFractionDigits: 2 })} s</span>}
          {tokens !== null && tokens > 0 && <span>{t.tokens(number(tokens))}</span>}
        </div>
      )}
      {isPaused && forms.length === 0 && <Notice variant="warning">{t.waitsForPerson}</Notice>}
      <RunForms forms={forms} />
      {error !== null && error !== '' && (
        <Notice variant="danger" action={<FailedNode id={failed} />}>
          {error}
        </Notice>
      )}
      {status === 'failed' && runId !== null && <FixRunButton runId={runId} />}
      {/* What streams is among the outputs once they are there. */}
      {isMapping(outputs)
        ? Object.entries(outputs).map(([name, value]) => <OutputValue key={name} name={name} value={value} />)
        : answer !== '' && <OutputValue name={t.answer} value={answer} isGrowing={isRunning} />}
      {runId !== null && !isRunning && (
        <LinkButton href={`/app/${appId}/run/${runId}`}>{runTexts().everyMoment}</LinkButton>
      )}
    </>
  );
}
