import { useState } from 'react';
import { CredentialFields, oneOf, type SubmitState } from '#plugins/studio/web/contract.tsx';
import { toolsTexts } from '#plugins/tools/web/texts/en.ts';
import { Checkbox, Columns, FieldGroup, Select, TextField } from '#plugins/ui/web/contract.ts';
import { AUTHENTICATIONS, type Authentication, secretFields } from './authentication.ts';

/** How an API knows its caller, and the secrets for it. `isStored`: there are some, which stay unless others are given. */
export function AuthenticationFields({
  initial,
  isStored,
  sending,
}: {
  readonly initial: Authentication;
  readonly isStored: boolean;
  readonly sending: SubmitState;
}) {
  const t = toolsTexts();
  const [type, setType] = useState(initial.type);
  const [isReplaced, setReplaced] = useState(!isStored);
  const asksSecrets = isReplaced || type !== initial.type;
  const fields = secretFields(type, t.secrets);
  return (
    <FieldGroup>
      <legend>{t.authentication}</legend>
      <Select
        label={t.type}
        name="authentication"
        value={type}
        options={AUTHENTICATIONS.map((value) => ({ value, label: t.authentications[value] ?? value }))}
        onChange={(event) => setType(oneOf(AUTHENTICATIONS, event.currentTarget.value))}
        wrong={sending.fieldError('authentication')}
      />
      {type === 'api_key' && (
        <Columns>
          <Select
            label={t.sentIn}
            name="auth.in"
            defaultValue={initial.in ?? 'header'}
            options={[
              { value: 'header', label: t.header },
              { value: 'query', label: t.query },
              { value: 'cookie', label: t.cookie },
            ]}
          />
          <TextField label={t.nameOfKey} name="auth.name" required defaultValue={initial.name ?? ''} />
          <TextField
            label={t.prefix}
            note={t.optional}
            name="auth.prefix"
            placeholder="Bearer"
            defaultValue={initial.prefix ?? ''}
          />
        </Columns>
      )}
      {type === 'oauth2_authorization_code' && (
        <TextField
          label={t.authorizationUrl}
          name="auth.authorization_url"
          type="url"
          required
          defaultValue={initial.authorization_url ?? ''}
        />
      )}
      {type.startsWith('oauth2_') && (
        <>
          <TextField
            label={t.tokenUrl}
            name="auth.token_url"
            type="url"
            required
            defaultValue={initial.token_url ?? ''}
          />
          <TextField
            label={t.scopes}
            note={t.optional}
            hint={t.scopesHint}
            name="auth.scopes"
            defaultValue={(initial.scopes ?? []).join(' ')}
          />
        </>
      )}
      {isStored && type === initial.type && fields.length > 0 && (
        <Checkbox
          label={t.replaceSecrets}
          checked={isReplaced}
          onChange={(event) => setReplaced(event.currentTarget.checked)}
        />
      )}
      {asksSecrets && fields.length > 0 && (
        <>
          <input type="hidden" name="gives-secrets" value="yes" />
          <CredentialFields fields={fields} sending={sending} />
        </>
      )}
    </FieldGroup>
  );
}
