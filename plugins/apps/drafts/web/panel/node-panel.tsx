import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { NodeIcon } from '#plugins/drafts/web/canvas/node-icon.tsx';
import { isMapping } from '#plugins/drafts/web/document/operations.ts';
import type { Commands } from '#plugins/drafts/web/editor/commands.ts';
import type { Asks } from '#plugins/drafts/web/editor/editor-keys.ts';
import { useDraft, useEditor, useGraph, useTree } from '#plugins/drafts/web/editor/editor-state.ts';
import styles from '#plugins/drafts/web/editor/workbench.module.css';
import { problemsBeside } from '#plugins/drafts/web/fields/field-problems.tsx';
import fieldStyles from '#plugins/drafts/web/fields/fields.module.css';
import { Fields } from '#plugins/drafts/web/fields/fields.tsx';
import { JsonInput } from '#plugins/drafts/web/fields/json-input.tsx';
import { starterChange } from '#plugins/drafts/web/graph/first-settings.ts';
import type { NodeField } from '#plugins/drafts/web/graph/forms.ts';
import { dataPath, type GraphNode } from '#plugins/drafts/web/graph/read-graph.ts';
import { writeSetting } from '#plugins/drafts/web/graph/settings.ts';
import { buildTexts } from '#plugins/drafts/web/texts/en.ts';
import { classes, IconButton, lazyModule, Menu, Muted, Tabs, TextArea, useOnChange } from '#plugins/ui/web/contract.ts';
import { Chain, CirclePlay, Copy, Cross, Ellipsis, Expand, Trash } from '#plugins/ui/web/icons.tsx';
import { FailureFields } from './failure-fields.tsx';
import { PanelScopeOf } from './panel-scope.tsx';

const lastRun = lazyModule(() => import('./last-run.tsx'));

type Tab = 'settings' | 'run' | 'json';

/** The selected node: what it is set to, how it did, and its data as it stands in the document. */
export function NodePanel({
  id,
  asks,
  commands,
  onWiden,
}: {
  readonly id: string;
  readonly asks: Asks;
  readonly commands: Commands;
  onWiden(): void;
}) {
  const t = buildTexts();
  const { forms, selection, store, runs } = useEditor();
  // What is typed as a credential is hidden once it is saved and its field is left, or gone with the panel.
  useEffect(() => () => store.left(), [store]);
  const alone = useSyncExternalStore(runs.subscribe, () => runs.state.alone);
  const node = useGraph().byId.get(id);
  const [tab, setTab] = useState<Tab>(() => (selection.seen === null ? 'settings' : 'run'));
  // Who runs the node looks at what came of it.
  const seen = useRef(alone);
  useOnChange(alone, () => {
    if (alone !== seen.current && alone?.id === id) setTab('run');
    seen.current = alone;
  });
  const LastRun = lastRun.use(tab === 'run')?.LastRun;
  if (node === undefined) return null;
  const form = forms.of(node);
  return (
    <aside
      className={styles.panel}
      data-panel
      aria-label={t.panel(node.title || form?.title || node.type)}
      onBlur={() => store.left()}
    >
      <div className={styles['panel-head']}>
        <NodeIcon icon={form?.icon ?? 'CircleHelp'} colour={form?.colour ?? 'trigger'} />
        <Title node={node} />
        <Menu
          small
          label={t.actions}
          items={[
            { label: t.runNode, icon: <CirclePlay />, onSelect: asks.runNode },
            { label: t.connect, icon: <Chain />, onSelect: asks.connect },
            { label: t.duplicate, icon: <Copy />, onSelect: () => commands.duplicate() },
            { label: t.delete, icon: <Trash />, danger: true, onSelect: () => commands.remove() },
          ]}
        >
          <Ellipsis />
        </Menu>
        <IconButton small label={t.widen} onClick={onWiden}>
          <Expand />
        </IconButton>
        <IconButton small label={t.close} onClick={() => selection.set([])}>
          <Cross />
        </IconButton>
      </div>
      <div className={styles['panel-body']}>
        <Tabs<Tab>
          label={t.panelTabs}
          value={tab}
          onChange={setTab}
          tabs={[
            { name: 'settings', label: t.settings },
            { name: 'run', label: t.lastRun },
            { name: 'json', label: 'JSON' },
          ]}
        >
          {tab === 'settings' && <Settings node={node} />}
          {tab === 'run' && LastRun !== undefined && <LastRun id={id} onRun={asks.runNode} />}
          {tab === 'json' && <RawData node={node} />}
        </Tabs>
      </div>
    </aside>
  );
}

function Title({ node }: { readonly node: GraphNode }) {
  const t = buildTexts();
  const { edit } = useEditor();
  return (
    <label className={styles['panel-title']} data-panel-title>
      <span className="said">{t.title}</span>
      <input
        type="text"
        dir="auto"
        value={node.title}
        placeholder={t.title}
        onInput={(event) =>
          edit([{ path: [...dataPath(node.id), 'title'], set: event.currentTarget.value }], `${node.id} title`)
        }
      />
    </label>
  );
}

function Settings({ node }: { readonly node: GraphNode }) {
  const t = buildTexts();
  const { forms, edit, store } = useEditor();
  const { problems } = useDraft();
  const form = forms.of(node);
  const own = problemsBeside(problems, node.id, form === undefined ? [] : placesOf(form.fields));
  const set = (path: string, value: unknown) =>
    edit(
      [
        ...writeSetting(store.tree, dataPath(node.id), path, value),
        ...starterChange(form, node.data, path, value).flatMap(([at, code]) =>
          writeSetting(store.tree, dataPath(node.id), at, code),
        ),
      ],
      `${node.id} ${path}`,
    );
  const description = node.data.desc;
  return (
    <div className={styles.stack}>
      {form !== undefined && <Muted small>{form.about}</Muted>}
      {own.map(({ field, message, severity }) => (
        <p
          key={`${field} ${message}`}
          className={classes(fieldStyles.problem, severity === 'error' && fieldStyles.error)}
          dir="auto"
        >
          {message}
        </p>
      ))}
      {form === undefined ? (
        <>
          <Muted small>{t.unknownType(node.type)}</Muted>
          <RawData node={node} />
        </>
      ) : (
        <PanelScopeOf node={node} form={form}>
          <Fields fields={form.fields} settings={node.data} set={set} />
          <FailureFields node={node} form={form} set={set} />
        </PanelScopeOf>
      )}
      {form?.drawn_as === undefined && (
        <div data-panel-end>
          <TextArea
            label={t.description}
            note={t.optional}
            rows={2}
            value={typeof description === 'string' ? description : ''}
            onInput={(event) => set('desc', event.currentTarget.value)}
          />
        </div>
      )}
    </div>
  );
}

/** Where the fields of a form stand below the node's data. */
function placesOf(fields: readonly NodeField[]): readonly string[] {
  return fields.flatMap((field) =>
    field.kind === 'group' ? placesOf(field.fields) : [field.kind === 'tool' ? 'tool_name' : field.at],
  );
}

/** The data of a node as JSON: for types that are not known here, and for what no field shows. */
function RawData({ node }: { readonly node: GraphNode }) {
  const t = buildTexts();
  const { edit } = useEditor();
  useTree();
  return (
    <JsonInput
      label={t.data}
      hint={t.dataHint}
      rows={24}
      value={node.data}
      onChange={(value) => isMapping(value) && edit([{ path: dataPath(node.id), set: value }], `${node.id} json`)}
    />
  );
}
