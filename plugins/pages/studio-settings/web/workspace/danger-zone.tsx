import { useState } from 'react';
import {
  call,
  Failure,
  Form,
  Section,
  Shown,
  saveAnswer,
  studioSession,
  studioTexts,
  textOf,
  useAnswer,
  useSending,
} from '#plugins/studio/web/contract.tsx';
import styles from '#plugins/studio-settings/web/settings.module.css';
import { settingsTexts } from '#plugins/studio-settings/web/settings-texts.ts';
import { Button, classes, Dialog, Notice, Select, TextField } from '#plugins/ui/web/contract.ts';

/** What only the owner may, in person: all of it as a file, to somebody else, away. */
export function DangerZone() {
  const t = settingsTexts();
  const sending = useSending();
  const [open, setOpen] = useState<'transfer' | 'delete' | null>(null);
  const close = () => setOpen(null);
  const exportAll = () =>
    sending.run(async () => {
      const answer = await call.open('POST', '/console/api/workspace/export');
      await saveAnswer(answer, 'workspace.zip');
    });
  return (
    <Section title={t.dangerZone}>
      <div className={classes(styles.panel, styles.danger)}>
        <div className={styles.entry}>
          <div>
            <div className={styles.title}>{t.exportTitle}</div>
            <p className={styles.faint}>{t.exportAbout}</p>
          </div>
          <Button busy={sending.isBusy} onClick={() => void exportAll()}>
            {t.export}
          </Button>
        </div>
        {sending.error !== undefined && <Failure error={sending.error} />}
        <div className={styles.entry}>
          <div>
            <div className={styles.title}>{t.transferTitle}</div>
            <p className={styles.faint}>{t.transferAbout}</p>
          </div>
          <Button look="danger" onClick={() => setOpen('transfer')}>
            {t.transfer}
          </Button>
        </div>
        <div className={styles.entry}>
          <div>
            <div className={styles.title}>{t.deleteTitle}</div>
            <p className={styles.faint}>{t.deleteAbout}</p>
          </div>
          <Button look="danger" onClick={() => setOpen('delete')}>
            {studioTexts().delete}
          </Button>
        </div>
      </div>
      {open === 'transfer' && <TransferDialog onClose={close} />}
      {open === 'delete' && <DeleteDialog onClose={close} />}
    </Section>
  );
}

function TransferDialog({ onClose }: { onClose(): void }) {
  const t = settingsTexts();
  const sending = useSending();
  const { account } = studioSession();
  const answer = useAnswer('/console/api/members', { query: { limit: 100 } });
  // It may have been switched on since the page came.
  const hasSecondFactor = useAnswer('/console/api/account').value?.has_second_factor ?? account.has_second_factor;
  return (
    <Dialog open title={t.transferTitle} onClose={onClose}>
      <Shown answer={answer}>
        {({ data }) => {
          const others = data.filter(({ account_id: id }) => id !== account.id);
          if (others.length === 0) return <Notice>{t.nobodyElse}</Notice>;
          return (
            <Form
              sending={sending}
              action={t.transfer}
              actions={<Button onClick={onClose}>{studioTexts().cancel}</Button>}
              onSubmit={async (fields) => {
                const [password, code] = [textOf(fields, 'current_password'), textOf(fields, 'code')];
                const body = {
                  account_id: textOf(fields, 'account_id'),
                  ...(password !== '' && { current_password: password }),
                  ...(code !== '' && { code }),
                };
                await call.post('/console/api/workspace/transfer', { body });
                location.reload();
              }}
            >
              <p className={styles.faint}>{t.transferAbout}</p>
              <Select
                label={t.newOwner}
                name="account_id"
                options={others.map(({ account_id: value, name, email }) => ({ value, label: `${name} (${email})` }))}
                wrong={sending.wrong('account_id')}
              />
              <CurrentPassword wrong={sending.wrong('current_password')} />
              {hasSecondFactor && (
                <TextField
                  label={studioTexts().code}
                  name="code"
                  required
                  autoComplete="one-time-code"
                  hint={studioTexts().codeHint}
                  wrong={sending.wrong('code')}
                />
              )}
            </Form>
          );
        }}
      </Shown>
    </Dialog>
  );
}

function DeleteDialog({ onClose }: { onClose(): void }) {
  const t = settingsTexts();
  const sending = useSending();
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
        <Notice look="warn">{t.deleteAbout}</Notice>
        <TextField
          label={studioTexts().typeToConfirm(workspace.name)}
          name="name"
          required
          autoComplete="off"
          wrong={sending.wrong('name')}
        />
        <CurrentPassword wrong={sending.wrong('current_password')} />
      </Form>
    </Dialog>
  );
}

/** Of who has one; others have signed in again not long ago. */
export function CurrentPassword({ wrong }: { readonly wrong: string | undefined }) {
  const t = settingsTexts();
  if (!studioSession().account.has_password) return null;
  return (
    <TextField
      label={t.currentPassword}
      name="current_password"
      type="password"
      required
      autoComplete="current-password"
      wrong={wrong}
    />
  );
}
