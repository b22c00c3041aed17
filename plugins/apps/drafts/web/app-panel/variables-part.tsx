import { useState } from 'react';
import styles from '#plugins/drafts/web/configuration/configuration.module.css';
import { Part } from '#plugins/drafts/web/configuration/parts/part.tsx';
import type { Commands } from '#plugins/drafts/web/editor/commands.ts';
import { useEditor, useGraph, useTree } from '#plugins/drafts/web/editor/editor-state.ts';
import { useLastOf } from '#plugins/drafts/web/fields/last-values.ts';
import { shortValue } from '#plugins/drafts/web/fields/prompt-help.ts';
import { usersOf } from '#plugins/drafts/web/graph/uses.ts';
import { confirm } from '#plugins/studio/web/contract.tsx';
import { Button, IconButton, Muted, toast, withKeys } from '#plugins/ui/web/contract.ts';
import { Pencil, Plus, Trash } from '#plugins/ui/web/icons.tsx';
import own from './app-panel.module.css';
import { type Declared, declaredOf, type Owner, pathOf } from './declared.ts';
import { appPanelTexts } from './texts/en.ts';
import { VariableDialog } from './variable-dialog.tsx';

/** The variables that an app declares: who uses them, and what they were last. */
export function VariablesPart({ owner, commands }: { readonly owner: Owner; readonly commands: Commands }) {
  const t = appPanelTexts();
  const { store, edit } = useEditor();
  const tree = useTree();
  const graph = useGraph();
  const [edited, setEdited] = useState<Declared | 'new' | null>(null);
  const variables = declaredOf(tree, owner);
  const titleOf = (id: string) => graph.byId.get(id)?.title || id;
  const remove = async ({ at, name }: Declared) => {
    const users = usersOf(store.tree, [owner, name]).map(titleOf);
    const isSure =
      users.length === 0 ||
      (await confirm({
        title: t.deleteUsed(name),
        about: t.deleteUsedAbout(users.join(', ')),
        action: t.deleteAction,
      }));
    if (isSure && edit([{ path: pathOf(store.tree, owner, at), remove: true }])) toast(t.deleted(name));
  };
  return (
    <Part
      title={t[owner]}
      about={owner === 'env' ? t.envAbout : t.conversationAbout}
      actions={
        <Button small aria-label={t.addTo(t[owner])} onClick={() => setEdited('new')}>
          <Plus /> {t.add}
        </Button>
      }
    >
      {variables.length === 0 ? (
        <Muted small>{t.none}</Muted>
      ) : (
        <ul className={styles.rows} aria-label={t[owner]}>
          {withKeys(variables, ({ entry, name }) => entry.id ?? name).map(({ key, item }) => (
            <li key={key} className={styles.row}>
              <div className={styles.grow}>
                <span>
                  <strong dir="ltr">{item.name}</strong>{' '}
                  <Muted as="span" small>
                    {t.types[item.type] ?? item.type}
                  </Muted>
                </span>
                {item.description !== '' && (
                  <Muted as="span" small>
                    <bdi>{item.description}</bdi>
                  </Muted>
                )}
                <ValueLine owner={owner} variable={item} />
                <Users ids={usersOf(tree, [owner, item.name])} titleOf={titleOf} onOpen={(id) => commands.show(id)} />
              </div>
              <span className={styles.buttons}>
                <IconButton small label={t.edit(item.name)} onClick={() => setEdited(item)}>
                  <Pencil />
                </IconButton>
                <IconButton small label={t.delete(item.name)} onClick={() => void remove(item)}>
                  <Trash />
                </IconButton>
              </span>
            </li>
          ))}
        </ul>
      )}
      {edited !== null && (
        <VariableDialog
          owner={owner}
          before={edited === 'new' ? null : edited}
          taken={variables.map(({ name }) => name)}
          onClose={() => setEdited(null)}
        />
      )}
    </Part>
  );
}

const conversation = [{ id: 'conversation', title: '', variables: [] }];
const system = [{ id: 'sys', title: '', variables: [] }];

/** What it is, or begins with; and what it was in the last run. */
function ValueLine({ owner, variable: { name, type, entry } }: { readonly owner: Owner; readonly variable: Declared }) {
  const t = appPanelTexts();
  const last = useLastOf(conversation)([owner, name]);
  const stands = type === 'secret' ? t.secretKept : shortValue(entry.value);
  const parts = [
    stands === '' || owner === 'env' ? stands : t.standsFor(stands),
    owner === 'env' || last === undefined ? '' : t.last(shortValue(last)),
  ].filter(Boolean);
  if (parts.length === 0) return null;
  return (
    <Muted as="span" small>
      <bdi>{parts.join(' · ')}</bdi>
    </Muted>
  );
}

function Users({
  ids,
  titleOf,
  onOpen,
}: {
  readonly ids: readonly string[];
  titleOf(id: string): string;
  onOpen(id: string): void;
}) {
  const t = appPanelTexts();
  if (ids.length === 0)
    return (
      <Muted as="span" small>
        {t.unused}
      </Muted>
    );
  return (
    <Muted as="span" small>
      {t.usedBy}:{' '}
      {ids.map((id, at) => (
        <span key={id}>
          {at > 0 && ', '}
          <button type="button" className={own.link} dir="auto" onClick={() => onOpen(id)}>
            {titleOf(id)}
          </button>
        </span>
      ))}
    </Muted>
  );
}

/** What each run is given, and was given last. */
export function SystemPart() {
  const t = appPanelTexts();
  const { forms, mode } = useEditor();
  const lastOf = useLastOf(system);
  const variables = forms.systemVariables.filter(({ modes }) => modes === undefined || modes.includes(mode));
  return (
    <Part title={t.system} about={t.systemAbout}>
      <ul className={styles.rows} aria-label={t.system}>
        {variables.map(({ name, type, about }) => {
          const last = lastOf(['sys', name]);
          return (
            <li key={name} className={styles.row}>
              <div className={styles.grow}>
                <span>
                  <strong dir="ltr">sys.{name}</strong>{' '}
                  <Muted as="span" small>
                    {t.types[type] ?? type}
                  </Muted>
                </span>
                <Muted as="span" small>
                  <bdi>{[about, last === undefined ? '' : t.last(shortValue(last))].filter(Boolean).join(' · ')}</bdi>
                </Muted>
              </div>
            </li>
          );
        })}
      </ul>
    </Part>
  );
}
