import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { operator } from '#plugins/management-token/web/contract.tsx';
import { Form, invalidateForOperator, studioTexts, textOf, useSubmit } from '#plugins/studio/web/contract.tsx';
import { Button, Checkbox, Dialog, TextField, toast } from '#plugins/ui/web/contract.ts';
import { oauthClientTexts } from './texts/en.ts';

const ALL = '/console/api/installation/oauth-clients';
const code = { dir: 'ltr', spellCheck: false, autoCapitalize: 'off', autoComplete: 'off' } as const;

/** Asks for a client of this server at a service. */
export function ClientDialog({ client, onClose }: { readonly client: Schemas['OAuthClient']; onClose(): void }) {
  const t = oauthClientTexts();
  const sending = useSubmit();
  const { provider, label, client_id: id, base_url: url, has_own_servers: hasOwn, domains, tenant } = client;
  const title = id === null ? t.setUp(label) : t.change(label);
  const save = async (fields: FormData) => {
    const [secret, address, directory] = ['client_secret', 'base_url', 'tenant'].map((name) => textOf(fields, name));
    const body = {
      client_id: textOf(fields, 'client_id'),
      domains: textOf(fields, 'domains')
        .split(/[\s,]+/)
        .filter((domain) => domain !== ''),
      drive_readonly: fields.get('drive_readonly') !== null,
      ...(secret !== '' && { client_secret: secret }),
      ...(address !== '' && { base_url: address }),
      ...(directory !== '' && { tenant: directory }),
    };
    await operator.put(`${ALL}/{provider}`, { path: { provider }, body });
    invalidateForOperator(ALL);
    toast(t.saved(label));
    onClose();
  };
  return (
    <Dialog open title={title} onClose={onClose}>
      <Form
        sending={sending}
        action={t.save}
        actions={<Button onClick={onClose}>{studioTexts().cancel}</Button>}
        onSubmit={save}
      >
        <a href={client.registration_url} target="_blank" rel="noreferrer">
          {t.register(label)}
        </a>
        {hasOwn && (
          <TextField
            {...code}
            type="url"
            label={t.address}
            hint={t.addressHint}
            name="base_url"
            defaultValue={url}
            wrong={sending.fieldError('base_url')}
          />
        )}
        <TextField
          {...code}
          label={t.clientId}
          name="client_id"
          required
          maxLength={300}
          defaultValue={id ?? ''}
          wrong={sending.fieldError('client_id')}
        />
        <TextField
          {...code}
          type="password"
          autoComplete="new-password"
          label={t.clientSecret}
          hint={id === null ? undefined : t.secretKept}
          name="client_secret"
          required={id === null}
          maxLength={1000}
          wrong={sending.fieldError('client_secret')}
        />
        {provider === 'microsoft' && (
          <TextField
            {...code}
            label={t.tenant}
            hint={t.tenantHint}
            note={t.optional}
            name="tenant"
            defaultValue={tenant ?? ''}
            wrong={sending.fieldError('tenant')}
          />
        )}
        <TextField
          {...code}
          label={t.domains}
          hint={t.domainsHint(label)}
          note={t.optional}
          name="domains"
          placeholder="example.com"
          defaultValue={domains.join(', ')}
          wrong={sending.fieldError('domains')}
        />
        {provider === 'google' && (
          <Checkbox
            name="drive_readonly"
            label={t.driveReadonly}
            hint={t.driveReadonlyHint}
            defaultChecked={client.drive_readonly}
          />
        )}
      </Form>
    </Dialog>
  );
}
