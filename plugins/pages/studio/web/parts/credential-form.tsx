import { studioTexts } from '#plugins/studio/web/texts/en.ts';
import { Checkbox, Select, TextArea, TextField } from '#plugins/ui/web/contract.ts';
import type { CredentialField } from './credential-fields.ts';
import styles from './credential-form.module.css';
import type { SubmitState } from './form.tsx';

/**
 * The fields of credentials, for a `Form`; `credentialsIn` reads them. A secret that is stored is not shown: its field is empty, and
 * stays as it is while it is. `stored`: values as the API shows them, secrets masked.
 */
export function CredentialFields({
  fields,
  stored = {},
  sending,
  disabled = false,
}: {
  readonly fields: readonly CredentialField[];
  readonly stored?: Readonly<Record<string, string>>;
  readonly sending: SubmitState;
  readonly disabled?: boolean;
}) {
  return fields.map((field) => (
    <CredentialControl
      key={field.name}
      field={field}
      stored={stored[field.name] ?? ''}
      wrong={sending.fieldError(field.name) ?? sending.fieldError(`credentials.${field.name}`)}
      disabled={disabled}
    />
  ));
}

function CredentialControl({
  field,
  stored,
  wrong,
  disabled,
}: {
  readonly field: CredentialField;
  readonly stored: string;
  readonly wrong: string | undefined;
  readonly disabled: boolean;
}) {
  const t = studioTexts();
  const { name, label, type, secret, options, placeholder, help } = field;
  const isKept = secret && stored !== '';
  const about = [help, isKept ? t.secretKept : ''].filter((text) => text !== '').join(' ');
  const frame = {
    label,
    name: `credential.${name}`,
    wrong,
    disabled,
    note: field.required ? undefined : t.optional,
    required: field.required && !isKept,
    ...(about !== '' && { hint: about }),
  };
  const plain = { ...frame, placeholder: isKept ? stored : placeholder, spellCheck: false, autoCapitalize: 'off' };
  const value = secret ? '' : stored;
  const control =
    type === 'select' ? (
      <Select
        {...frame}
        {...(!(field.required && stored !== '') && { empty: '—' })}
        defaultValue={value}
        options={options.map((option) => ({ value: option }))}
      />
    ) : type === 'json' ? (
      <TextArea {...plain} autoComplete="off" rows={6} className={styles.code} defaultValue={value} dir="ltr" />
    ) : (
      <TextField
        {...plain}
        type={secret ? 'password' : type === 'url' ? 'url' : 'text'}
        autoComplete={secret ? 'new-password' : 'off'}
        defaultValue={value}
      />
    );
  return (
    <>
      {control}
      {isKept && !field.required && !disabled && <Checkbox name={`forget.${name}`} label={t.forgetSecret(label)} />}
    </>
  );
}
