import { useState } from 'react';
import { accountTexts } from '#plugins/accounts/web/texts/en.ts';
import {
  ago,
  call,
  can,
  confirm,
  DataTable,
  dateTime,
  ErrorAlert,
  Form,
  QueryBoundary,
  SecretDialog,
  Section,
  type SubmitState,
  studioTexts,
  textOf,
  useApi,
  useSubmit,
} from '#plugins/studio/web/contract.tsx';
import { Button, Checkbox, Dialog, IconButton, Notice, Select, Stack, TextField } from '#plugins/ui/web/contract.ts';
import { Trash } from '#plugins/ui/web/icons.tsx';

const keys = '/console/api/account/keys';
const DAY_SECONDS = 86_400;
const periods = ['30', '90', '365'] as const;
/** What a key may be narrowed to; never more than its owner may. */
const permissions = [
  'apps.use',
  'apps.edit',
  'logs.view',
  'knowledge.manage',
  'providers.manage',
  'plugins.install',
  'members.manage',
  'billing.manage',
  'workspace.manage',
] as const;

/** Keys by which programs act in one's name: the command line, pipelines. */
export function PersonalKeys() {
  const t = accountTexts();
  const answer = useApi(keys);
  const sending = useSubmit();
  const [isMaking, setMaking] = useState(false);
  const [made, setMade] = useState<string | null>(null);
  async function revoke(id: string, name: string): Promise<void> {
    if (!(await confirm({ title: t.revokeKey(name), about: t.revokeKeyAbout, action: t.revoke }))) return;
    await sending.run(async () => {
      await call.delete(`${keys}/{key_id}`, { path: { key_id: id }, invalidates: [keys] });
    });
  }
  return (
    <Section
      title={t.personalKeys}
      about={t.personalKeysAbout}
      actions={<Button onClick={() => setMaking(true)}>{t.newKey}</Button>}
    >
      {sending.error !== undefined && <ErrorAlert error={sending.error} />}
      <QueryBoundary answer={answer}>
        {({ data }) => (
          <DataTable
            label={t.personalKeys}
            rows={data}
            rowKey={({ id }) => id}
            columns={[
              { key: 'name', label: t.name, cell: ({ name }) => name },
              { key: 'key', label: t.key, cell: ({ masked }) => <code dir="ltr">{masked.replace(/\*+/, '…')}</code> },
              {
                key: 'may',
                label: t.mayDo,
                cell: ({ permissions: may }) => may?.join(', ') ?? t.everythingOfYours,
                isSpare: true,
              },
              {
                key: 'until',
                label: t.expires,
                cell: ({ expires_at: at }) => (at === null ? t.never : dateTime(at)),
                isSpare: true,
              },
              { key: 'used', label: t.lastUsed, cell: ({ last_used_at: at }) => (at === null ? t.never : ago(at)) },
            ]}
            actions={({ id, name }) => (
              <IconButton small label={t.revokeKey(name)} onClick={() => void revoke(id, name)}>
                <Trash />
              </IconButton>
            )}
            empty={<Notice>{t.noKeys}</Notice>}
          />
        )}
      </QueryBoundary>
      {isMaking && (
        <NewKey
          onClose={() => setMaking(false)}
          onMade={(key) => {
            setMaking(false);
            setMade(key);
          }}
        />
      )}
      {made !== null && (
        <SecretDialog title={t.newKey} values={[{ label: t.newKey, value: made }]} onClose={() => setMade(null)} />
      )}
    </Section>
  );
}

function NewKey({ onClose, onMade }: { onClose(): void; onMade(key: string): void }) {
  const t = accountTexts();
  const sending = useSubmit();
  return (
    <Dialog open title={t.newKey} onClose={onClose}>
      <Form
        sending={sending}
        action={t.makeKey}
        actions={<Button onClick={onClose}>{studioTexts().cancel}</Button>}
        onSubmit={async (fields) => {
          const days = Number(textOf(fields, 'days'));
          const chosen = permissions.filter((name) => fields.get(name) !== null);
          const body = {
            name: textOf(fields, 'name'),
            permissions: fields.get('narrow') === null ? null : chosen,
            expires_at: days === 0 ? null : Math.floor(Date.now() / 1000) + days * DAY_SECONDS,
          };
          const key = await call.post(keys, { body, invalidates: [keys] });
          onMade(key.api_key ?? '');
        }}
      >
        <TextField label={t.name} name="name" required maxLength={100} wrong={sending.fieldError('name')} />
        <Select
          label={t.expires}
          name="days"
          defaultValue="90"
          empty={t.never}
          options={periods.map((value) => ({ value, label: t.inDays(value) }))}
        />
        <Narrowing sending={sending} />
      </Form>
    </Dialog>
  );
}

function Narrowing({ sending }: { readonly sending: SubmitState }) {
  const t = accountTexts();
  const [isNarrow, setNarrow] = useState(false);
  return (
    <>
      <Checkbox
        label={t.narrow}
        name="narrow"
        checked={isNarrow}
        wrong={sending.fieldError('permissions')}
        onChange={(event) => setNarrow(event.currentTarget.checked)}
      />
      {isNarrow && (
        <Stack as="fieldset" gap={16}>
          <legend className="said">{t.mayDo}</legend>
          {permissions.filter(can).map((name) => (
            <Checkbox key={name} name={name} label={t.permissions[name]} />
          ))}
        </Stack>
      )}
    </>
  );
}
