import { useMemo } from 'react';
import type { Conflict } from '#plugins/drafts/web/document/conflict.ts';
import { type ConflictField, conflictFields } from '#plugins/drafts/web/graph/conflict-fields.ts';
import { PersonName } from '#plugins/studio/web/contract.tsx';
import { Button, Dialog, lineChanges, Muted, withKeys } from '#plugins/ui/web/contract.ts';
import styles from './conflict-dialog.module.css';
import { conflictTexts } from './conflict-texts/en.ts';
import { useDraft, useEditor } from './editor-state.ts';

/** Two people have changed one place: whose change counts is asked field by field, and nothing else waits for it. */
export function ConflictDialog() {
  const { conflict } = useDraft();
  return conflict === null ? null : <Fields conflict={conflict} />;
}

function Fields({ conflict }: { readonly conflict: Conflict }) {
  const t = conflictTexts();
  const { store, forms, mode } = useEditor();
  const { tree } = useDraft();
  const fields = useMemo(() => conflictFields(tree, conflict.mine, { forms, mode }), [tree, conflict, forms, mode]);
  const settleAll = (choice: 'mine' | 'theirs') => {
    for (const { operations, canKeep } of fields) store.settle(operations, canKeep ? choice : 'theirs');
  };
  return (
    <Dialog
      open
      shape="wide"
      title={t.conflict}
      onClose={() => settleAll('theirs')}
      {...(fields.length > 1 && {
        actions: (
          <>
            <Button onClick={() => settleAll('theirs')}>{t.takeAllTheirs}</Button>
            <Button variant="primary" onClick={() => settleAll('mine')}>
              {t.keepAllMine}
            </Button>
          </>
        ),
      })}
    >
      <Muted>{t.conflictAbout}</Muted>
      {fields.map((field) => (
        <FieldChoice key={field.key} field={field} authors={conflict.authors} />
      ))}
    </Dialog>
  );
}

function FieldChoice({ field, authors }: { readonly field: ConflictField; readonly authors: readonly string[] }) {
  const t = conflictTexts();
  const { store } = useEditor();
  const { title, label, operations, mine, theirs, canKeep } = field;
  const lines = useMemo(() => (mine === null || theirs === null ? null : lineChanges(theirs, mine)), [mine, theirs]);
  const linesOf = (text: string | null, gone: 'added' | 'removed'): readonly Line[] | null => {
    if (text === null) return null;
    if (lines === null) return text.split('\n').map((each) => ({ text: each, isOther: false }));
    return lines
      .filter(({ kind }) => kind !== gone)
      .map((each) => ({ text: each.text, isOther: each.kind !== 'same' }));
  };
  const of = `${title}: ${label}`;
  return (
    <section className={styles.field} aria-label={of}>
      <h3 dir="auto">
        {title} <span>{label}</span>
      </h3>
      <div className={styles.sides}>
        <div className={styles.side}>
          <h4>{t.yours}</h4>
          <Text label={`${t.yours}, ${of}`} lines={linesOf(mine, 'removed')} />
          {canKeep ? (
            <Button variant="primary" onClick={() => store.settle(operations, 'mine')}>
              {t.keepMine}
              <span className="said">: {of}</span>
            </Button>
          ) : (
            <Muted>{t.placeLost}</Muted>
          )}
        </div>
        <div className={styles.side}>
          <h4>
            {t.theirs}: <Names of={authors} />
          </h4>
          <Text label={`${t.theirs}, ${of}`} lines={linesOf(theirs, 'added')} />
          <Button onClick={() => store.settle(operations, 'theirs')}>
            {t.takeTheirs}
            <span className="said">: {of}</span>
          </Button>
        </div>
      </div>
    </section>
  );
}

function Names({ of }: { readonly of: readonly string[] }) {
  if (of.length === 0) return conflictTexts().somebody;
  return of.map((name, at) => (
    <span key={name}>
      {at > 0 && ', '}
      <PersonName of={name} />
    </span>
  ));
}

interface Line {
  readonly text: string;
  readonly isOther: boolean;
}

/** null: it is deleted. Lines that the other text has not are marked, by more than a colour. */
function Text({ label, lines }: { readonly label: string; readonly lines: readonly Line[] | null }) {
  const t = conflictTexts();
  if (lines === null) return <p className={styles.nothing}>{t.removedHere}</p>;
  if (lines.every(({ text }) => text === '')) return <p className={styles.nothing}>{t.emptyHere}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys.
    <section className={styles.text} tabIndex={0} aria-label={label}>
      {withKeys(lines).map(({ key, item: { text, isOther } }) =>
        isOther ? (
          <mark key={key} dir="auto" title={t.onlyHere}>
            {text || ' '}
          </mark>
        ) : (
          <span key={key} dir="auto">
            {text || ' '}
          </span>
        ),
      )}
    </section>
  );
}
