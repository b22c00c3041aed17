import { useState } from 'react';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { operator, useOperator } from '#plugins/management-token/web/contract.tsx';
import styles from '#plugins/plugin-management/web/plugins.module.css';
import {
  Badge,
  confirm,
  DataTable,
  dateTime,
  ErrorAlert,
  invalidateForOperator,
  QueryBoundary,
  Section,
  useSubmit,
} from '#plugins/studio/web/contract.tsx';
import { Button, EmptyState, IconButton, toast } from '#plugins/ui/web/contract.ts';
import { Trash } from '#plugins/ui/web/icons.tsx';
import { KeyDialog } from './key-dialog.tsx';
import { operatorTexts } from './texts/en.ts';

type Key = Schemas['PluginKey'];
const KEYS = '/console/api/installation/plugin-keys';

/** Keys whose signatures count. */
export function TrustedKeys() {
  const t = operatorTexts();
  const answer = useOperator(KEYS);
  const [isAdding, setAdding] = useState(false);
  const sending = useSubmit();
  const remove = async (key: Key) => {
    const name = nameOf(key);
    if (!(await confirm({ title: t.removeKey(name), about: t.removeKeyAbout, action: t.remove }))) return;
    await sending.run(async () => {
      await operator.delete(`${KEYS}/{key_id}`, { path: { key_id: key.id.replaceAll('/', '~') } });
      invalidateForOperator(KEYS);
      toast(t.keyRemoved(name));
    });
  };
  const add = (
    <Button variant="primary" onClick={() => setAdding(true)}>
      {t.addKey}
    </Button>
  );
  return (
    <Section title={t.keys} about={t.keysAbout} actions={(answer.value?.items.length ?? 0) > 0 && add}>
      {sending.error !== undefined && <ErrorAlert error={sending.error} />}
      <QueryBoundary answer={answer}>
        {({ items }) => (
          <DataTable
            label={t.keys}
            rows={items}
            rowKey={({ id }) => id}
            empty={<EmptyState title={t.noKeys} about={t.noKeysAbout} action={add} />}
            columns={[
              { key: 'label', label: t.whose, cell: (key) => <Whose named={key} /> },
              { key: 'scopes', label: t.scopes, cell: (key) => <Scopes of={key} /> },
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
      </QueryBoundary>
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

/** What its signatures count for. */
function Scopes({ of: { kind, scopes } }: { readonly of: Key }) {
  const t = operatorTexts();
  if (kind === 'registry') return t.handedOut;
  if (scopes.length === 0) return <Badge variant="warning">{t.noScopes}</Badge>;
  return <span dir="ltr">{scopes.join(', ')}</span>;
}

function End({ at }: { readonly at: number | null }) {
  const t = operatorTexts();
  if (at === null) return t.never;
  return at * 1000 > Date.now() ? dateTime(at) : <Badge variant="warning">{t.ended(dateTime(at))}</Badge>;
}
