import { useState } from 'react';
import { accessTexts } from '#plugins/app-access/web/texts/en.ts';
import { changing, useAppChange } from '#plugins/app-access/web/use-app-change.ts';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import {
  ago,
  call,
  confirm,
  DataTable,
  dateTime,
  ErrorAlert,
  Form,
  QueryBoundary,
  SecretDialog,
  Section,
  studioTexts,
  textOf,
  useApi,
  useSubmit,
} from '#plugins/studio/web/contract.tsx';
import { Button, Dialog, EmptyState, IconButton, TextField, toast } from '#plugins/ui/web/contract.ts';
import { Trash } from '#plugins/ui/web/icons.tsx';

const keys = '/console/api/apps/{app_id}/keys';

/** The keys of an app. A new one is shown this once; a key that was revoked opens nothing any more. */
export function Keys({ app }: { readonly app: Schemas['App'] }) {
  const t = accessTexts();
  const path = { app_id: app.id };
  const answer = useApi(keys, { path });
  const [isMaking, setMaking] = useState(false);
  const [made, setMade] = useState<string | null>(null);
  const { sending, run } = useAppChange(app.id);
  const making = useSubmit();
  async function revoke({ id, name }: Schemas['AppKey']): Promise<void> {
    if (!(await confirm({ title: t.revokeKey(name), about: t.revokeKeyAbout, action: t.revoke }))) return;
    await run(async () => {
      await call.delete(`${keys}/{key_id}`, { path: { ...path, key_id: id } });
      toast(t.keyRevoked(name));
    });
  }
  const newKey = (
    <Button variant="primary" onClick={() => setMaking(true)}>
      {t.newKey}
    </Button>
  );
  return (
    <Section title={t.keys} about={t.keysAbout} actions={(answer.value?.data.length ?? 0) > 0 && newKey}>
      {sending.error !== undefined && <ErrorAlert error={sending.error} />}
      <QueryBoundary answer={answer}>
        {({ data }) => (
          <DataTable
            label={t.keys}
            rows={data}
            rowKey={({ id }) => id}
            columns={[
              { key: 'name', label: t.name, cell: ({ name }) => name },
              { key: 'key', label: t.key, cell: ({ masked }) => <code dir="ltr">{masked.replace(/\*+/, '…')}</code> },
              { key: 'used', label: t.lastUsed, cell: ({ last_used_at: at }) => (at === null ? t.never : ago(at)) },
              { key: 'made', label: t.made, cell: ({ created_at: at }) => dateTime(at), isSpare: true },
            ]}
            actions={(key) => (
              <IconButton small label={t.revokeKey(key.name)} onClick={() => void revoke(key)}>
                <Trash />
              </IconButton>
            )}
            empty={<EmptyState title={t.noKeys} about={t.noKeysAbout} action={newKey} />}
          />
        )}
      </QueryBoundary>
      <Dialog open={isMaking} title={t.newKey} onClose={() => setMaking(false)}>
        <Form
          sending={making}
          action={t.makeKey}
          actions={<Button onClick={() => setMaking(false)}>{studioTexts().cancel}</Button>}
          onSubmit={(fields) =>
            changing(app.id, async () => {
              const key = await call.post(keys, { path, body: { name: textOf(fields, 'name') } });
              setMaking(false);
              setMade(key.api_key);
            })
          }
        >
          <TextField
            label={t.name}
            name="name"
            hint={t.keyNameHint}
            required
            maxLength={100}
            wrong={making.fieldError('name')}
          />
        </Form>
      </Dialog>
      {made !== null && (
        <SecretDialog
          title={t.newKey}
          values={[{ label: t.key, value: made }]}
          about={t.keyAbout}
          onClose={() => setMade(null)}
        />
      )}
    </Section>
  );
}
