import { useState } from 'react';
import { ssoTexts } from '#plugins/sso/web/texts/en.ts';
import { call, Form, textOf, useSubmit } from '#plugins/studio/web/contract.tsx';
import { Button, Dialog, navigate, Select, toast } from '#plugins/ui/web/contract.ts';
import { connectionBody } from './connection-body.ts';
import { ConnectionFields } from './connection-fields.tsx';
import { PeopleFields, peopleBody, useRules } from './people-fields.tsx';

const KINDS = ['oidc', 'google', 'saml'] as const;
type Kind = (typeof KINDS)[number];

/** Connects an identity provider. */
export function NewConnection({ onClose }: { onClose(): void }) {
  const t = ssoTexts();
  const sending = useSubmit();
  const [kind, setKind] = useState<Kind>('oidc');
  const rules = useRules([]);
  return (
    <Dialog open shape="wide" title={t.addConnection} onClose={onClose}>
      <Form
        sending={sending}
        action={t.create}
        actions={<Button onClick={onClose}>{t.cancel}</Button>}
        onSubmit={async (fields) => {
          const body = {
            kind: kind === 'saml' ? ('saml' as const) : ('oidc' as const),
            name: textOf(fields, 'name'),
            ...(kind === 'google' && { preset: 'google' as const }),
            ...connectionBody(fields, null),
            ...peopleBody(fields, rules.list),
          };
          const { id } = await call.post('/console/api/sso/connections', {
            body,
            invalidates: ['/console/api/sso/connections'],
          });
          toast(t.saved);
          navigate(`/settings/sso/${id}`);
        }}
      >
        <Select
          label={t.kind}
          value={kind}
          options={KINDS.map((value) => ({ value, label: t[value] }))}
          onChange={(event) => setKind(KINDS.find((each) => each === event.currentTarget.value) ?? 'oidc')}
        />
        <ConnectionFields kind={kind} connection={null} sending={sending} />
        <PeopleFields connection={null} rules={rules} sending={sending} />
      </Form>
    </Dialog>
  );
}
