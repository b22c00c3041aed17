import { useEffect, useMemo, useRef, useState } from 'react';
import { ChangeList } from '#plugins/app-access/web/versions/contract.ts';
import { applyAll } from '#plugins/drafts/web/document/operations.ts';
import type { Commands } from '#plugins/drafts/web/editor/commands.ts';
import { useEditor, useGraph } from '#plugins/drafts/web/editor/editor-state.ts';
import { fieldLabels } from '#plugins/drafts/web/graph/field-labels.ts';
import { buildTexts } from '#plugins/drafts/web/texts/en.ts';
import { ErrorAlert } from '#plugins/studio/web/contract.tsx';
import { Button, Dialog, Muted, TextArea, toast } from '#plugins/ui/web/contract.ts';
import { type Proposal, useAsking } from './asking.ts';
import styles from './assistant.module.css';
import { useAssistant, type WantedChange } from './assistant-context.ts';
import { ModelChoice, namedModel, Progress, ProposalNotes } from './assistant-parts.tsx';
import { assistantTexts } from './texts/en.ts';

/** A change that somebody describes, or that fixes something; it is shown before it is made. */
export function AssistantDialog({
  wanted,
  commands,
  onClose,
}: {
  readonly wanted: WantedChange;
  readonly commands: Commands;
  onClose(): void;
}) {
  const [t, b] = [assistantTexts(), buildTexts()];
  const { appId, store, edit } = useEditor();
  const graph = useGraph();
  const models = useAssistant()?.models ?? [];
  const [model, setModel] = useState(models[0]);
  const [wish, setWish] = useState('');
  const { state, ask, reset } = useAsking(appId);
  const { problems = [], runId } = wanted;
  const isFix = problems.length > 0 || runId !== undefined;
  const titleOf = (id: string) => graph.byId.get(id)?.title || id;
  const propose = async () => {
    if (!(await store.flush())) return toast(b.notSaved);
    const named = problems.map(({ code, node_id, field }) => ({ code, node_id, field }));
    await ask({
      what: 'change',
      body: { wish, problems: named, ...(runId !== undefined && { run_id: runId }), ...namedModel(model) },
    });
  };
  // What is to be fixed is known already.
  const isBegun = useRef(false);
  useEffect(() => {
    if (!isFix || isBegun.current) return;
    isBegun.current = true;
    void propose();
  });
  const apply = (proposal: Proposal) => {
    if (!edit(proposal.operations)) return;
    onClose();
    toast(t.applied);
    setTimeout(() => commands.fit(), 60);
  };
  const isWorking = state.phase === 'working';
  const canApply = state.phase === 'done' && state.proposal.operations.length > 0;
  return (
    <Dialog
      open
      title={isFix ? t.fix : t.title}
      shape="wide"
      onClose={onClose}
      actions={
        <>
          {isWorking && <Button onClick={reset}>{t.cancel}</Button>}
          {state.phase === 'done' && <Button onClick={onClose}>{canApply ? t.discard : b.close}</Button>}
          {!isWorking && (
            <Button
              variant={canApply ? 'plain' : 'primary'}
              disabled={!isFix && wish.trim() === ''}
              onClick={() => void propose()}
            >
              {state.phase === 'open' ? t.propose : t.again}
            </Button>
          )}
          {state.phase === 'done' && canApply && (
            <Button variant="primary" onClick={() => apply(state.proposal)}>
              {t.apply}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.stack}>
        {isFix && (
          <ul className={styles.notes} aria-label={t.fixed}>
            {runId !== undefined && <li>{t.failedRun}</li>}
            {problems.map(({ code, node_id: id, field, message }) => (
              <li key={`${code} ${id} ${field} ${message}`} dir="auto">
                {id !== null && <strong>{titleOf(id)}: </strong>}
                {message}
              </li>
            ))}
          </ul>
        )}
        {state.phase === 'done' && <Proposed proposal={state.proposal} titleOf={titleOf} />}
        {!isWorking && (
          <>
            <TextArea
              label={isFix ? t.fixWish : t.wish}
              {...(!isFix && { placeholder: t.wishHint })}
              rows={isFix || state.phase === 'done' ? 2 : 4}
              maxLength={4_000}
              value={wish}
              onInput={(event) => setWish(event.currentTarget.value)}
            />
            <ModelChoice models={models} value={model} onChange={setModel} />
            {state.phase === 'open' && <Muted small>{t.about}</Muted>}
          </>
        )}
        {isWorking && <Progress step={state.step} />}
        {state.phase === 'failed' && <ErrorAlert error={state.error} />}
      </div>
    </Dialog>
  );
}

/** What would change, by title and field. */
function Proposed({ proposal, titleOf }: { readonly proposal: Proposal; titleOf(id: string): string }) {
  const t = assistantTexts();
  const { store, forms } = useEditor();
  const { operations, changes } = proposal;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const after = useMemo(() => {
    try {
      return applyAll(store.tree, operations).tree;
    } catch {
      return store.tree;
    }
  }, [store, operations]);
  const labels = useMemo(() => fieldLabels(after, forms), [after, forms]);
  return (
    <section className={styles.stack} aria-label={t.proposal}>
      <h3 ref={heading} tabIndex={-1} className={styles.heading}>
        {operations.length === 0 ? t.nothing : t.proposal}
      </h3>
      <ProposalNotes proposal={proposal} titleOf={titleOf} />
      <ChangeList changes={changes} labels={labels} />
    </section>
  );
}
