import { useEffect, useRef, useState } from 'react';
import { ChangeList } from '#plugins/app-access/web/versions/contract.ts';
import { useEditor, useGraph } from '#plugins/drafts/web/editor/editor-state.ts';
import { buildTexts } from '#plugins/drafts/web/texts/en.ts';
import { ErrorAlert } from '#plugins/studio/web/contract.tsx';
import { Button, classes, Dialog, lineChanges, Muted, TextArea, toast, withKeys } from '#plugins/ui/web/contract.ts';
import { type Proposal, useAsking } from './asking.ts';
import styles from './assistant.module.css';
import { useAssistant, type WantedText } from './assistant-context.ts';
import { ModelChoice, namedModel, Progress, ProposalNotes } from './assistant-parts.tsx';
import { assistantTexts } from './texts/en.ts';

/** A text for a field; it is shown before it takes the place of what is there. */
export function WriteDialog({ wanted, onClose }: { readonly wanted: WantedText; onClose(): void }) {
  const [t, b] = [assistantTexts(), buildTexts()];
  const { appId, store, edit } = useEditor();
  const graph = useGraph();
  const models = useAssistant()?.models ?? [];
  const [model, setModel] = useState(models[0]);
  const [wish, setWish] = useState('');
  const { state, ask, reset } = useAsking(appId);
  const { kind, nodeId, field, label, current } = wanted;
  const write = async () => {
    if (!(await store.flush())) return toast(b.notSaved);
    await ask({ what: 'text', body: { kind, node_id: nodeId, field, wish, ...namedModel(model) } });
  };
  const isWorking = state.phase === 'working';
  const isDone = state.phase === 'done';
  return (
    <Dialog
      open
      title={t.writeTitle(label)}
      shape="wide"
      onClose={onClose}
      actions={
        <>
          {isWorking && <Button onClick={reset}>{t.cancel}</Button>}
          {isDone && <Button onClick={onClose}>{t.discard}</Button>}
          {!isWorking && (
            <Button variant={isDone ? 'plain' : 'primary'} disabled={wish.trim() === ''} onClick={() => void write()}>
              {state.phase === 'open' ? t.write : t.again}
            </Button>
          )}
          {isDone && (
            <Button
              variant="primary"
              onClick={() => {
                if (edit(state.proposal.operations)) onClose();
              }}
            >
              {current === '' && kind !== 'condition' ? t.insert : t.replace}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.stack}>
        {isDone && (
          <Written proposal={state.proposal} wanted={wanted} titleOf={(id) => graph.byId.get(id)?.title || id} />
        )}
        {!isWorking && (
          <>
            <TextArea
              label={t.writeWish}
              rows={3}
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

/** What would stand in the field, line by line beside what stands there. */
function Written({
  proposal,
  wanted: { kind, field, current },
  titleOf,
}: {
  readonly proposal: Proposal;
  readonly wanted: WantedText;
  titleOf(id: string): string;
}) {
  const t = assistantTexts();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { text = '', changes } = proposal;
  // Conditions are told in words already.
  const others =
    kind !== 'code'
      ? []
      : changes.flatMap((change) => {
          const fields = change.fields.filter(({ path }) => path !== field);
          return fields.length === 0 ? [] : [{ ...change, fields }];
        });
  const compared = lineChanges(current, text) ?? null;
  const lines =
    current === '' || compared === null ? text.split('\n').map((line) => ({ kind: 'same', text: line })) : compared;
  return (
    <div className={styles.stack}>
      <h3 ref={heading} tabIndex={-1} className={styles.heading}>
        {t.written}
      </h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys. */}
      {/* biome-ignore lint/a11y/useSemanticElements: it holds no fields. */}
      <div role="group" className={styles.text} tabIndex={0} aria-label={t.written}>
        {withKeys(lines).map(({ key, item: { kind, text: line } }) => {
          const Line = kind === 'added' ? 'ins' : kind === 'removed' ? 'del' : 'span';
          return (
            <Line
              key={key}
              className={classes(styles.line, kind === 'added' && styles.added, kind === 'removed' && styles.removed)}
              dir="auto"
            >
              {line || ' '}
            </Line>
          );
        })}
      </div>
      <ProposalNotes proposal={proposal} titleOf={titleOf} />
      {others.length > 0 && (
        <>
          <h3 className={styles.heading}>{t.alsoChanged}</h3>
          <ChangeList changes={others} />
        </>
      )}
    </div>
  );
}
