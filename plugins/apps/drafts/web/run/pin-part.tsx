import { useState } from 'react';
import { isMapping } from '#plugins/drafts/web/document/operations.ts';
import { type Editor, graphOf, useEditor, useGraph } from '#plugins/drafts/web/editor/editor-state.ts';
import styles from '#plugins/drafts/web/editor/workbench.module.css';
import { CodeInput } from '#plugins/drafts/web/fields/code-input.tsx';
import type { Forms } from '#plugins/drafts/web/graph/forms.ts';
import { shapeOf } from '#plugins/drafts/web/graph/geometry.ts';
import type { GraphNode } from '#plugins/drafts/web/graph/read-graph.ts';
import { Values } from '#plugins/drafts/web/panel/values.tsx';
import { buildTexts } from '#plugins/drafts/web/texts/en.ts';
import { ErrorAlert, errorText, useSubmit } from '#plugins/studio/web/contract.tsx';
import { Button, Dialog, Muted, Notice, Select, Toolbar, toast } from '#plugins/ui/web/contract.ts';
import { usePin } from './pin-store.ts';
import { type RunStore, useNodeRun } from './run-store.ts';
import { runTexts } from './texts/en.ts';

/** Roots are what a run is given, answers are what comes of it. */
function canPin(node: GraphNode, forms: Forms): boolean {
  const form = forms.of(node);
  return form === undefined || (form.drawn_as === undefined && !form.traits.root && !form.traits.response);
}

/** Pins what a node gave last, or lets it run again. */
export async function togglePin({ runs, forms, store }: Editor, id: string): Promise<void> {
  const node = graphOf(store.tree).byId.get(id);
  if (runs.pins.all.has(id)) return runs.pins.unpin(id);
  if (node === undefined || !canPin(node, forms)) return;
  return pinLast(runs, id, waysOf(node, forms));
}

/** Pins what a node gave last. */
function pinLast(runs: RunStore, id: string, ways: readonly Way[]): Promise<void> {
  return runs.pins.pin(id, { ...(ways.length > 0 && { handle: wayOf(runs.node(id)?.outputs, ways) }) });
}

/** The ways on that a node chooses among; none: it has but one. */
function waysOf(node: GraphNode, forms: Forms): readonly Way[] {
  return forms.of(node)?.traits.branch === true ? shapeOf(node, forms).sources : [];
}

/** What a node is pinned to; or how it comes to be. */
export function PinPart({ id }: { readonly id: string }) {
  const t = runTexts();
  const { runs, forms } = useEditor();
  const node = useGraph().byId.get(id);
  const pin = usePin(runs.pins, id);
  const run = useNodeRun(runs, id);
  const [isTyping, setTyping] = useState(false);
  const sending = useSubmit();
  if (node === undefined || !canPin(node, forms) || forms.isInnerStart(node)) return null;
  const ways = waysOf(node, forms);
  const dialog = isTyping && (
    <PinDialog
      id={id}
      ways={ways}
      outputs={pin?.outputs ?? run?.outputs ?? {}}
      handle={pin?.handle ?? wayOf(run?.outputs, ways)}
      onClose={() => setTyping(false)}
    />
  );
  if (pin === undefined) {
    return (
      <Toolbar>
        {run?.status === 'succeeded' && (
          <Button small busy={sending.isBusy} onClick={() => void sending.run(() => pinLast(runs, id, ways))}>
            {t.pinLast}
          </Button>
        )}
        <Button small onClick={() => setTyping(true)}>
          {t.pinTyped}
        </Button>
        {sending.error !== undefined && <ErrorAlert error={sending.error} />}
        {dialog}
      </Toolbar>
    );
  }
  const way = ways.find((each) => each.id === pin.handle);
  return (
    <div className={styles.stack}>
      <Notice>{pin.pinned_by === '' ? t.pinned : `${t.pinned} ${t.pinnedBy(pin.pinned_by)}`}</Notice>
      {pin.handle !== null && <Muted small>{t.pinnedWay(way?.label || pin.handle)}</Muted>}
      <Values label={t.pinnedOutputs} value={pin.outputs} />
      <Toolbar>
        <Button small onClick={() => setTyping(true)}>
          {t.changePin}
        </Button>
        <Button small onClick={() => void runs.pins.unpin(id).catch((error) => toast(errorText(error)))}>
          {t.unpin}
        </Button>
      </Toolbar>
      {dialog}
    </div>
  );
}

interface Way {
  readonly id: string;
  readonly label: string;
}

/** The way that its last outputs name, where they name one; else its first. */
function wayOf(outputs: unknown, ways: readonly Way[]): string {
  const values = isMapping(outputs) ? Object.values(outputs) : [];
  return (ways.find(({ id }) => values.includes(id)) ?? ways[0])?.id ?? '';
}

function PinDialog({
  id,
  ways,
  outputs: before,
  handle: wayBefore,
  onClose,
}: {
  readonly id: string;
  readonly ways: readonly Way[];
  readonly outputs: unknown;
  readonly handle: string;
  onClose(): void;
}) {
  const t = runTexts();
  const common = buildTexts();
  const { runs } = useEditor();
  const [typed, setTyped] = useState(() => JSON.stringify(before, null, 2));
  const [handle, setHandle] = useState(wayBefore);
  const sending = useSubmit();
  const outputs = readMapping(typed);
  const save = async () => {
    if (outputs === null) return;
    const isDone = await sending.run(() => runs.pins.pin(id, { outputs, ...(ways.length > 0 && { handle }) }));
    if (isDone) onClose();
  };
  return (
    <Dialog open title={t.pinTyped} onClose={onClose}>
      <div className={styles.stack}>
        <CodeInput
          label={t.pinnedOutputs}
          hint={t.pinHint}
          language="json"
          rows={10}
          wrong={outputs === null ? t.pinWrong : undefined}
          value={typed}
          onChange={setTyped}
        />
        {ways.length > 0 && (
          <Select
            label={t.way}
            value={handle}
            options={ways.map((way) => ({ value: way.id, label: way.label || way.id }))}
            onChange={(event) => setHandle(event.currentTarget.value)}
          />
        )}
        {sending.error !== undefined && <ErrorAlert error={sending.error} />}
        <Toolbar>
          <Button variant="primary" disabled={outputs === null} busy={sending.isBusy} onClick={() => void save()}>
            {t.pin}
          </Button>
          <Button onClick={onClose}>{common.cancel}</Button>
        </Toolbar>
      </div>
    </Dialog>
  );
}

function readMapping(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isMapping(value) ? { ...value } : null;
  } catch {
    return null;
  }
}
