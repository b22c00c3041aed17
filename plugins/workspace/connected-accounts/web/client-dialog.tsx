import { useState } from 'react';
import {
  CopyField,
  call,
  confirm,
  ErrorAlert,
  Form,
  studioTexts,
  textOf,
  useSubmit,
} from '#plugins/studio/web/contract.tsx';
import { Button, Checkbox, Dialog, Stack, TextField, toast } from '#plugins/ui/web/contract.ts';
import { accountsPath, type Service, servicesPath } from './addresses.ts';
import { integrationTexts } from './texts/en.ts';

const client = `${servicesPath}/{service}/client` as const;

/** The workspace's own OAuth client at a service. */
export function ClientDialog({ service, onClose }: { readonly service: Service; onClose(): void }) {
  const t = integrationTexts();
  const sending = useSubmit();
  const { id, label, own_client: own, redirect_url: redirectUrl } = service;
  const path = { service: id };
  async function remove(): Promise<void> {
    if (own === null) return;
    if (!(await confirm({ title: t.removeClient(label), about: t.removeClientAbout, action: t.remove }))) return;
    const done = await sending.run(() =>
      call.delete(client, { path, query: { base_url: own.base_url }, invalidates: [servicesPath] }),
    );
    if (done) onClose();
  }
  return (
    <Dialog open title={t.clientTitle(label)} onClose={onClose}>
      <Form
        sending={sending}
        action={t.save}
        actions={
          <>
            {own !== null && <Button onClick={() => void remove()}>{t.remove}</Button>}
            <Button onClick={onClose}>{studioTexts().cancel}</Button>
          </>
        }
        onSubmit={async (fields) => {
          const address = textOf(fields, 'base_url').trim();
          const body = {
            client_id: textOf(fields, 'client_id').trim(),
            client_secret: textOf(fields, 'client_secret').trim(),
            ...(address !== '' && { base_url: address }),
            ...(fields.get('drive_readonly') !== null && { drive_readonly: true }),
          };
          await call.put(client, { path, body, invalidates: [servicesPath] });
          toast(t.saved);
          onClose();
        }}
      >
        {id === 'github' && <GithubApp />}
        <p>{t.clientAbout(label)}</p>
        <CopyField label={t.redirectAddress} value={redirectUrl} />
        <TextField
          label={t.address}
          name="base_url"
          type="url"
          dir="ltr"
          required={service.base_url === null}
          defaultValue={own?.base_url ?? service.base_url ?? ''}
          wrong={sending.fieldError('base_url')}
        />
        <TextField
          label={t.clientId}
          name="client_id"
          dir="ltr"
          required
          autoComplete="off"
          defaultValue={own?.client_id ?? ''}
          wrong={sending.fieldError('client_id')}
        />
        <TextField
          label={t.clientSecret}
          name="client_secret"
          type="password"
          required
          autoComplete="off"
          wrong={sending.fieldError('client_secret')}
        />
        {id === 'google' && <Checkbox name="drive_readonly" label={t.driveReadonly} />}
      </Form>
    </Dialog>
  );
}

/** The shorter way: GitHub makes the app, and its ids and keys come back by themselves. */
function GithubApp() {
  const t = integrationTexts();
  const sending = useSubmit();
  const [organization, setOrganization] = useState('');
  const begin = () =>
    sending.run(async () => {
      const { url } = await call.post(`${accountsPath}/github-app`, { body: { organization: organization.trim() } });
      location.assign(url);
    });
  return (
    <Stack gap={12}>
      <p>{t.appAbout}</p>
      <TextField
        label={t.organization}
        hint={t.organizationHint}
        value={organization}
        onInput={(event) => setOrganization(event.currentTarget.value)}
        wrong={sending.fieldError('organization')}
      />
      {sending.error !== undefined && <ErrorAlert error={sending.error} />}
      <div>
        <Button variant="primary" busy={sending.isBusy} onClick={() => void begin()}>
          {t.createApp}
        </Button>
      </div>
      <p>{t.orByHand}</p>
    </Stack>
  );
}
