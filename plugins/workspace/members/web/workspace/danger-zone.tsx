import { useMemo, useState } from 'react';
import { CurrentPassword } from '#plugins/accounts/web/contract.tsx';
import styles from '#plugins/members/web/members.module.css';
import { memberTexts } from '#plugins/members/web/texts/en.ts';
import {
  call,
  ErrorAlert,
  Form,
  memberSource,
  Picker,
  Section,
  saveAnswer,
  studioSession,
  studioTexts,
  textOf,
  useApi,
  useSubmit,
} from '#plugins/studio/web/contract.tsx';
import { ActionRow, Button, Dialog, Muted, Notice, Panel, TextField } from '#plugins/ui/web/contract.ts';

/** What only the owner may, in person: all of it as a file, to somebody else, away. */
export function DangerZone() {
  const t = memberTexts();
  const sending = useSubmit();
  const [open, setOpen] = useState<'transfer' | 'delete' | null>(null);
  const close = () => setOpen(null);
  const exportAll = () =>
    sending.run(async () => {
      const answer = await call.open('POST', '/console/api/workspace/export');
      await saveAnswer(answer, 'workspace.zip');
    });
  return (
    <Section title={t.dangerZone}>
      <Panel danger>
        <ActionRow>
          <div>
            <div className={styles.title}>{t.exportTitle}</div>
            <Muted>{t.exportAbout}</Muted>
          </div>
          <Button busy={sending.isBusy} onClick={() => void exportAll()}>
            {t.export}
          </Button>
        </ActionRow>
        {sending.error !== undefined && <ErrorAlert error={sending.error} />}
        <ActionRow>
          <div>
            <div className={styles.title}>{t.transferTitle}</div>
            <Muted>{t.transferAbout}</Muted>
          </div>
          <Button variant="danger" onClick={() => setOpen('transfer')}>
            {t.transfer}
          </Button>
        </ActionRow>
        <ActionRow>
          <div>
            <div className={styles.title}>{t.deleteTitle}</div>
            <Muted>{t.deleteAbout}</Muted>
          </div>
          <Button variant="danger" onClick={() => setOpen('delete')}>
            {studioTexts().delete}
          </Button>
        </ActionRow>
      </Panel>
      {open === 'transfer' && <TransferDialog onClose={close} />}
      {open === 'delete' && <DeleteDialog onClose={close} />}
    </Section>
  );
}

function TransferDialog({ onClose }: { onClose(): void }) {
  const t = memberTexts();
  const sending = useSubmit();
  const { account } = studioSession();
  const [owner, setOwner] = useState('');
  const members = useMemo(
    () => memberSource(({ account_id: id }) => (id === account.id ? t.ownsItNow : undefined)),
    [account.id, t],
  );
  // It may have been switched on since the page came.
  const hasSecondFactor = useApi('/console/api/account').value?.has_second_factor ?? account.has_second_factor;
  return (
    <Dialog open title={t.transferTitle} onClose={onClose}>
      <Form
        sending={sending}
        action={t.transfer}
        actions={<Button onClick={onClose}>{studioTexts().cancel}</Button>}
        onSubmit={async (fields) => {
          const [password, code] = [textOf(fields, 'current_password'), textOf(fields, 'code')];
          const body = {
            account_id: owner,
            ...(password !== '' && { current_password: password }),
            ...(code !== '' && { code }),
          };
          await call.post('/console/api/workspace/transfer', { body });
          location.reload();
        }}
      >
        <Muted>{t.transferAbout}</Muted>
        <Picker
          label={t.newOwner}
          source={members}
          required
          value={owner}
          wrong={sending.fieldError('account_id')}
          onChange={setOwner}
        />
        <CurrentPassword wrong={sending.fieldError('current_password')} />
        {hasSecondFactor && (
          <TextField
            label={studioTexts().code}
            name="code"
            required
            autoComplete="one-time-code"
            hint={studioTexts().codeHint}
            wrong={sending.fieldError('code')}
          />
        )}
      </Form>
    </Dialog>
  );
}

function DeleteDialog({ onClose }: { onClose(): void }) {
  const t = memberTexts();
  const sending = useSubmit();
  const { workspace } = studioSession();
  return (
    <Dialog open title={t.deleteTitle} onClose={onClose}>
      <Form
        sending={sending}
        action={studioTexts().delete}
        actions={<Button onClick={onClose}>{studioTexts().cancel}</Button>}
        onSubmit={async (fields) => {
          const password = textOf(fields, 'current_password');
          const body = { name: textOf(fields, 'name'), ...(password !== '' && { current_password: password }) };
          await call.post('/console/api/workspace/deletion', { body });
          location.assign('/apps');
        }}
      >
        <Notice variant="warning">{t.deleteAbout}</Notice>
        <TextField
          label={studioTexts().typeToConfirm(workspace.name)}
          name="name"
          required
          autoComplete="off"
          wrong={sending.fieldError('name')}
        />
        <CurrentPassword wrong={sending.fieldError('current_password')} />
      </Form>
    </Dialog>
  );
}
