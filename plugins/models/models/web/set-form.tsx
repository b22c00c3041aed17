import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import {
  CredentialFields,
  call,
  credentialsIn,
  Form,
  invalidate,
  textOf,
  useSubmit,
} from '#plugins/studio/web/contract.tsx';
import { Button, Checkbox, Dialog, TextField, toast } from '#plugins/ui/web/contract.ts';
import { providerRoutes } from './provider-routes.ts';
import { modelsTexts } from './texts/en.ts';

/** A new set of credentials, or a change of one. */
export function SetForm({
  provider,
  set,
  onClose,
}: {
  readonly provider: Schemas['ModelProvider'];
  readonly set: Schemas['CredentialSet'] | null;
  onClose(): void;
}) {
  const t = modelsTexts();
  const sending = useSubmit();
  const stored = set?.credentials ?? {};
  const path = { provider: provider.id };
  return (
    <Dialog open title={set === null ? t.addSet : t.editSet(set.name)} onClose={onClose}>
      <Form
        sending={sending}
        action={t.save}
        actions={<Button onClick={onClose}>{t.cancel}</Button>}
        onSubmit={async (form) => {
          const body = {
            name: textOf(form, 'name'),
            credentials: credentialsIn(form, provider.fields, stored),
            test: form.get('test') !== null,
          };
          if (set === null) await call.post('/console/api/providers/{provider}/credential-sets', { path, body });
          else {
            const one = { ...path, set_id: set.id };
            await call.patch('/console/api/providers/{provider}/credential-sets/{set_id}', { path: one, body });
          }
          invalidate(...providerRoutes);
          toast(t.saved);
          onClose();
        }}
      >
        <TextField
          label={t.name}
          name="name"
          required
          maxLength={100}
          defaultValue={set?.name ?? ''}
          wrong={sending.fieldError('name')}
        />
        <CredentialFields fields={provider.fields} stored={stored} sending={sending} />
        <Checkbox name="test" label={t.testFirst} defaultChecked />
      </Form>
    </Dialog>
  );
}
