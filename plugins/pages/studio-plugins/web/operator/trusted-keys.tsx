import { useState } from 'react';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import {
  Badge,
  confirm,
  DataTable,
  dateTime,
  Failure,
  Section,
  Shown,
  useSending,
} from '#plugins/studio/web/contract.tsx';
import { changedHere, operator, useOperator } from '#plugins/studio-installation/web/contract.tsx';
import styles from '#plugins/studio-plugins/web/plugins.module.css';
import { Button, EmptyState, IconButton, toast } from '#plugins/ui/web/contract.ts';
import { Trash } from '#plugins/ui/web/icons.tsx';
import { KeyDialog } from './key-dialog.tsx';
import { operatorTexts } from './operator-texts.ts';

type Key = Schemas['PluginKey'];
const KEYS = '/console/api/installation/plugin-keys';

/** Keys whose signatures count. */
export function TrustedKeys() {
  const t = operatorTexts();
  const answer = useOperator(KEYS);
  const [isAdding, setAdding] = useState(false);
  const sending = useSending();
  const remove = async (key: Key) => {
    const name = nameOf(key);
    if (!(await confirm({ title: t.removeKey(name), about: t.removeKeyAbout, action: t.remove }))) return;
    await sending.run(async () => {
      await operator.delete(`${KEYS}/{key_id}`, { path: { key_id: key.id.replaceAll('/', '~') } });
      changedHere(KEYS);
      toast(t.keyRemoved(name));
    });
  };
  const add = (
    <Button look="main" onClick={() => setAdding(true)}>
      {t.addKey}
    </Button>
  );
  return (
    <Section title={t.keys} about={t.keysAbout} actions={(answer.value?.items.length ?? 0) > 0 && add}>
      {sending.error !== undefined && <Failure error={sending.error} />}
      <Shown answer={answer}>
        {({ items }) => (
          <DataTable
            label={t.keys}
            rows={items}
            rowKey={({ id }) => id}
            empty={<EmptyState title={t.noKeys} about={t.noKeysAbout} action={add} />}
            columns={[
              { key: 'label', label: t.whose, cell: (key) => <Whose named={key} /> },
              { key: 'kind', label: t.kind, isSpare: true, cell: ({ kind }) => t.kinds[kind] },
              { key: 'end', label: t.end, cell: ({ expires_at: at }) => <End at={at} /> },
              { key: 'made', label: t.added, isSpare: true, cell: ({ created_at: at }) => dateTime(at) },
            ]}
            actions={(key) => (
              <IconButton small label={t.removeKey(nameOf(key))} onClick={() => void remove(key)}>
                <Trash />
              </IconButton>
            )}
          />
        )}
      </Shown>
      {isAdding && <KeyDialog onClose={() => setAdding(false)} />}
    </Section>
  );
}

function nameOf({ id, label }: Key): string {
  return label === '' ? id : label;
}

function Whose({ named: { id, label } }: { readonly named: Key }) {
  return (
    <>
      {label !== '' && <div>{label}</div>}
      <code className={styles.path} dir="ltr">
        {id}
      </code>
    </>
  );
}

function End({ at }: { readonly at: number | null }) {
  const t = operatorTexts();
  if (at === null) return t.never;
  return at * 1000 > Date.now() ? dateTime(at) : <Badge look="warn">{t.ended(dateTime(at))}</Badge>;
}
