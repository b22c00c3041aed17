import { useState } from 'react';
import { operator } from '#plugins/management-token/web/contract.tsx';
import { Form, invalidateForOperator, studioTexts, textOf, useSubmit } from '#plugins/studio/web/contract.tsx';
import { Button, Dialog, Select, TextArea, TextField, toast } from '#plugins/ui/web/contract.ts';
import { operatorTexts } from './texts/en.ts';

const KEYS = '/console/api/installation/plugin-keys';
/** Whole numbers of the API have 32 bits: seconds since 1970 end soon after. */
const LAST_DAY = '2038-01-17';
const KINDS = ['publisher', 'registry'] as const;

/** Asks for a key that is to be trusted. */
export function KeyDialog({ onClose }: { onClose(): void }) {
  const t = operatorTexts();
  const sending = useSubmit();
  const [kind, setKind] = useState<(typeof KINDS)[number]>('publisher');
  const add = async (fields: FormData) => {
    const until = textOf(fields, 'until');
    const body = {
      kind,
      label: textOf(fields, 'label'),
      public_key: derOf(textOf(fields, 'public_key')),
      ...(kind === 'registry'
        ? { key_id: textOf(fields, 'key_id') }
        : {
            scopes: textOf(fields, 'scopes')
              .split(/[\s,]+/)
              .filter((scope) => scope !== ''),
          }),
      // It counts to the end of that day, where the operator is.
      ...(until !== '' && { expires_at: Math.floor(new Date(`${until}T23:59:59`).getTime() / 1000) }),
    };
    await operator.post(KEYS, { body });
    invalidateForOperator(KEYS);
    toast(t.keyAdded);
    onClose();
  };
  return (
    <Dialog open title={t.addKey} onClose={onClose}>
      <Form
        sending={sending}
        action={t.addKey}
        actions={<Button onClick={onClose}>{studioTexts().cancel}</Button>}
        onSubmit={add}
      >
        <Select
          label={t.kind}
          hint={t.kindHints[kind]}
          value={kind}
          options={KINDS.map((value) => ({ value, label: t.kinds[value] }))}
          onChange={({ currentTarget: { value } }) => setKind(value === 'registry' ? 'registry' : 'publisher')}
        />
        <TextField label={t.whose} hint={t.whoseHint} name="label" required maxLength={200} />
        <TextArea
          label={t.publicKey}
          hint={t.publicKeyHint}
          name="public_key"
          required
          rows={3}
          maxLength={1200}
          dir="ltr"
          spellCheck={false}
          wrong={sending.fieldError('public_key')}
        />
        {kind === 'publisher' && (
          <TextField
            label={t.scopes}
            hint={t.scopesHint}
            name="scopes"
            required
            maxLength={2000}
            placeholder="@acme"
            dir="ltr"
            spellCheck={false}
            wrong={sending.fieldError('scopes')}
          />
        )}
        {kind === 'registry' && (
          <TextField
            label={t.keyId}
            hint={t.keyIdHint}
            name="key_id"
            required
            maxLength={200}
            dir="ltr"
            spellCheck={false}
            wrong={sending.fieldError('key_id')}
          />
        )}
        <TextField
          label={t.end}
          note={t.optional}
          hint={t.endHint}
          name="until"
          type="date"
          min={today()}
          max={LAST_DAY}
          wrong={sending.fieldError('expires_at')}
        />
      </Form>
    </Dialog>
  );
}

/** Keys come in files with a line before and after them (PEM), and in one line: the server takes the latter. */
function derOf(text: string): string {
  return text.replace(/-----(BEGIN|END) PUBLIC KEY-----/g, '').replace(/\s+/g, '');
}

/** As fields for dates take it, where the operator is: Swedish writes dates in that way. */
function today(): string {
  return new Date().toLocaleDateString('sv');
}
