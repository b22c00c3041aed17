import { useState } from 'react';
import { call, Form, studioTexts, textOf, useSubmit } from '#plugins/studio/web/contract.tsx';
import { Button, Checkbox, Dialog, Select, Stack, TextField, toast } from '#plugins/ui/web/contract.ts';
import { type Account, accountsPath, type Owner, type Service } from './addresses.ts';
import { capabilityName } from './capability-name.ts';
import { integrationTexts } from './texts/en.ts';

type Way = Service['ways'][number];

/** Connects an account: by going to the service, or with a token that was made there. */
export function ConnectDialog({
  owner,
  service,
  given,
  onClose,
}: {
  readonly owner: Owner;
  readonly service: Service;
  /** One that a new token is for. */
  readonly given?: Account;
  onClose(): void;
}) {
  const t = integrationTexts();
  const ways = service.ways.filter((way) => way === 'token' || (service.ready && given === undefined));
  const [way, setWay] = useState<Way>(ways[0] ?? 'token');
  return (
    <Dialog open title={t.connectTitle(service.label)} onClose={onClose}>
      {ways.length > 1 && (
        <Select
          label={t.how}
          value={way}
          options={ways.map((value) => ({ value, label: t.ways[value] }))}
          onChange={(event) => setWay(event.currentTarget.value === 'token' ? 'token' : 'oauth')}
        />
      )}
      {way === 'oauth' ? (
        <Consent owner={owner} service={service} onClose={onClose} />
      ) : (
        <Token owner={owner} service={service} given={given} onClose={onClose} />
      )}
    </Dialog>
  );
}

/** What is asked for alone (a picker) is asked for where something is picked. */
const isAskedAlone = (id: string) => id.endsWith('.pick');

function Consent({ owner, service, onClose }: { readonly owner: Owner; readonly service: Service; onClose(): void }) {
  const t = integrationTexts();
  const sending = useSubmit();
  const together = service.capabilities.filter(({ id }) => !isAskedAlone(id));
  const offered = together.length > 0 ? together : service.capabilities;
  const [chosen, setChosen] = useState<readonly string[]>(offered.map(({ id }) => id));
  return (
    <Form
      sending={sending}
      action={t.goTo(service.label)}
      actions={<Button onClick={onClose}>{studioTexts().cancel}</Button>}
      onSubmit={async () => {
        const body = { owner, service: service.id, capabilities: [...chosen], return_to: location.pathname };
        const { url } = await call.post(`${accountsPath}/connect`, { body });
        location.assign(url);
      }}
    >
      <p>{t.consentAbout(service.label)}</p>
      {offered.length > 1 && (
        <Stack as="fieldset" gap={8}>
          <legend>{t.mayDo}</legend>
          {offered.map((each) => (
            <Checkbox
              key={each.id}
              label={capabilityName(service.id, each)}
              checked={chosen.includes(each.id)}
              onChange={(event) =>
                setChosen(
                  event.currentTarget.checked ? [...chosen, each.id] : chosen.filter((other) => other !== each.id),
                )
              }
            />
          ))}
        </Stack>
      )}
    </Form>
  );
}

function Token({
  owner,
  service,
  given,
  onClose,
}: {
  readonly owner: Owner;
  readonly service: Service;
  readonly given: Account | undefined;
  onClose(): void;
}) {
  const t = integrationTexts();
  const sending = useSubmit();
  return (
    <Form
      sending={sending}
      action={t.connect}
      actions={<Button onClick={onClose}>{studioTexts().cancel}</Button>}
      onSubmit={async (fields) => {
        const [address, username] = [textOf(fields, 'base_url').trim(), textOf(fields, 'username').trim()];
        const body = {
          ...{ owner, service: service.id, token: textOf(fields, 'token').trim() },
          ...(address !== '' && { base_url: address }),
          ...(username !== '' && { username }),
        };
        const { label } = await call.post(accountsPath, { body, invalidates: [accountsPath] });
        toast(t.connectedNow(label));
        onClose();
      }}
    >
      <p>{t.tokenAbout[service.id] ?? t.tokenAnywhere}</p>
      <TextField
        label={t.address}
        name="base_url"
        type="url"
        dir="ltr"
        required={service.base_url === null}
        defaultValue={given?.base_url ?? service.base_url ?? ''}
        placeholder="https://git.example.com"
        wrong={sending.fieldError('base_url')}
      />
      {service.has_username && (
        <TextField
          label={t.username}
          name="username"
          required
          defaultValue={given?.label.split(' · ')[0] ?? ''}
          autoComplete="off"
          wrong={sending.fieldError('username')}
        />
      )}
      <TextField
        label={t.token}
        name="token"
        type="password"
        required
        autoComplete="off"
        hint={t.tokenHint}
        wrong={sending.fieldError('token')}
      />
    </Form>
  );
}
