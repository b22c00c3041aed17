import { useState } from 'react';
import { accessTexts } from '#plugins/app-access/web/texts/en.ts';
import { changing } from '#plugins/app-access/web/use-app-change.ts';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { call, Form, oneOf, SecretDialog, studioTexts, textOf, useSubmit } from '#plugins/studio/web/contract.tsx';
import { Button, Checkbox, Dialog, Select, TextField } from '#plugins/ui/web/contract.ts';

const schemes = ['standard', 'hmac', 'github', 'stripe'] as const;

/** Has the calls of a webhook signed: how, and with which secret. One that the server makes is shown this once. */
export function SignatureDialog({
  appId,
  triggerId,
  onClose,
}: {
  readonly appId: string;
  readonly triggerId: string;
  onClose(): void;
}) {
  const t = accessTexts();
  const sending = useSubmit();
  const [scheme, setScheme] = useState<(typeof schemes)[number]>('standard');
  const [signed, setSigned] = useState<Schemas['SignedTrigger'] | null>(null);
  if (signed !== null) {
    return <SecretDialog title={t.sign} values={[{ label: t.secret, value: signed.secret }]} onClose={onClose} />;
  }
  return (
    <Dialog open title={t.sign} onClose={onClose}>
      <Form
        sending={sending}
        action={t.sign}
        actions={<Button onClick={onClose}>{studioTexts().cancel}</Button>}
        onSubmit={(fields) =>
          changing(appId, async () => {
            const [secret, header] = [textOf(fields, 'secret'), textOf(fields, 'header')];
            const body = {
              scheme,
              ...(secret !== '' && { secret }),
              ...(header !== '' && { header }),
              ...(fields.get('revoke') !== null && { revoke: true }),
            };
            const path = { app_id: appId, id: triggerId };
            setSigned(await call.put('/console/api/apps/{app_id}/triggers/{id}/signature', { path, body }));
          })
        }
      >
        <Select
          label={t.scheme}
          value={scheme}
          options={schemes.map((value) => ({ value, label: t.schemes[value] }))}
          onChange={(event) => setScheme(oneOf(schemes, event.currentTarget.value))}
        />
        {scheme === 'hmac' && (
          <TextField
            label={t.header}
            name="header"
            dir="ltr"
            placeholder="X-Signature"
            wrong={sending.fieldError('header')}
          />
        )}
        <TextField
          label={t.secret}
          name="secret"
          hint={t.secretHint}
          note={studioTexts().optional}
          type="password"
          autoComplete="new-password"
          wrong={sending.fieldError('secret')}
        />
        <Checkbox label={t.revokeOldSecret} name="revoke" />
      </Form>
    </Dialog>
  );
}
