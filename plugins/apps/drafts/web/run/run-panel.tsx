import { useEffect, useMemo, useRef, useState } from 'react';
import { isMapping, valueAt } from '#plugins/drafts/web/document/operations.ts';
import { useEditor, useGraph, useTree } from '#plugins/drafts/web/editor/editor-state.ts';
import styles from '#plugins/drafts/web/editor/workbench.module.css';
import fieldStyles from '#plugins/drafts/web/fields/fields.module.css';
import { listAt } from '#plugins/drafts/web/graph/read-graph.ts';
import { Values } from '#plugins/drafts/web/panel/values.tsx';
import { buildTexts } from '#plugins/drafts/web/texts/en.ts';
import { Badge, ErrorAlert, errorText, number } from '#plugins/studio/web/contract.tsx';
import {
  Button,
  Checkbox,
  IconButton,
  LinkButton,
  Muted,
  Notice,
  TextArea,
  Toolbar,
  toast,
} from '#plugins/ui/web/contract.ts';
import { Cross } from '#plugins/ui/web/icons.tsx';
import { InputForm, readFields, useInputForm } from '#plugins/ui/web/input-form/contract.ts';
import { draftUploads } from './draft-uploads.ts';
import { usePins } from './pin-store.ts';
import { useRun } from './run-store.ts';
import { runTexts } from './texts/en.ts';

const MB = { image_file_size_limit: 10, audio_file_size_limit: 50, video_file_size_limit: 100, file_size_limit: 15 };
const limits = { ...MB, workflow_file_upload_limit: 10 };

/** Runs the draft with inputs of one's choice, and shows what comes of it. */
export function RunPanel({ isOpen, onClose }: { readonly isOpen: boolean; onClose(): void }) {
  const t = buildTexts();
  const { appId, mode, runs, store, forms } = useEditor();
  const graph = useGraph();
  const state = useRun(runs);
  const isChat = mode === 'advanced-chat';
  const [query, setSearchParams] = useState('');
  const [isNew, setNew] = useState(false);
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
  const form = useInputForm({ fields, limits, uploads: draftUploads(appId) });
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
    const conversation = isNew ? null : state.conversationId;
    try {
      await runs.run({
        inputs,
        ...(isChat && { query, ...(conversation !== null && { conversation_id: conversation }) }),
      });
      setNew(false);
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
              {isChat && (
                <TextArea
                  label={t.message}
                  rows={3}
                  required
                  value={query}
                  onInput={(event) => setSearchParams(event.currentTarget.value)}
                />
              )}
              {isChat && state.conversationId !== null && (
                <Checkbox
                  label={t.newConversation}
                  checked={isNew}
                  onChange={(event) => setNew(event.currentTarget.checked)}
                />
              )}
              <Toolbar>
                <Button type="submit" variant="primary" busy={state.isRunning} disabled={isChat && query.trim() === ''}>
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

/** Nodes that the next run does not run. */
function PinnedNotice() {
  const t = runTexts();
  const { runs, forms } = useEditor();
  const pins = usePins(runs.pins);
  const { nodes } = useGraph();
  const pinned = nodes.filter((node) => pins.has(node.id));
  if (pinned.length === 0) return null;
  const names = pinned.map((node) => node.title || forms.of(node)?.title || node.type).join(', ');
  return (
    <Notice
      action={
        <Button small onClick={() => void runs.pins.unpinAll().catch((failure) => toast(errorText(failure)))}>
          {t.unpinAll}
        </Button>
      }
    >
      <bdi>{t.pinnedNodes(names)}</bdi>
    </Notice>
  );
}

const looks: Readonly<Record<string, 'success' | 'danger' | 'warning'>> = {
  ...{ succeeded: 'success', 'partial-succeeded': 'warning', failed: 'danger', stopped: 'warning', paused: 'warning' },
};

function Result() {
  const t = buildTexts();
  const { runs, appId } = useEditor();
  const { status, answer, outputs, error, elapsed, tokens, isPaused, isRunning, runId } = useRun(runs);
  const tree = useTree();
  const opening = valueAt(tree, ['workflow', 'features', 'opening_statement']);
  if (status === null && answer === '' && runId === null) {
    return typeof opening === 'string' && opening !== '' ? <Muted small>{opening}</Muted> : null;
  }
  return (
    <>
      {status !== null && (
        <div className={fieldStyles.facts}>
          <Badge variant={looks[status] ?? 'plain'}>{t.runStates[status] ?? status}</Badge>
          {elapsed !== null && <span>{number(elapsed, { maximumFractionDigits: 2 })} s</span>}
          {tokens !== null && tokens > 0 && <span>{t.tokens(number(tokens))}</span>}
        </div>
      )}
      {isPaused && <Notice variant="warning">{t.waitsForPerson}</Notice>}
      {error !== null && error !== '' && <Notice variant="danger">{error}</Notice>}
      {answer !== '' && <Values label={t.answer} value={answer} />}
      <Values label={t.outputs} value={outputs} />
      {runId !== null && !isRunning && (
        <LinkButton href={`/app/${appId}/run/${runId}`}>{runTexts().everyMoment}</LinkButton>
      )}
    </>
  );
}
