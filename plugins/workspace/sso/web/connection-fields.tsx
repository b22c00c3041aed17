import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { ssoTexts } from '#plugins/sso/web/texts/en.ts';
import type { SubmitState } from '#plugins/studio/web/contract.tsx';
import { Checkbox, Fold, TextArea, TextField } from '#plugins/ui/web/contract.ts';
import styles from './sso.module.css';

type Connection = Schemas['SsoConnection'];
type Saml = Schemas['SamlConnection'];

interface FieldsProps<Kind> {
  /** null: it is to be made. */
  readonly connection: Kind | null;
  readonly sending: SubmitState;
}

/** What is told of the provider itself. */
export function ConnectionFields({
  kind,
  connection,
  sending,
}: FieldsProps<Connection> & { readonly kind: 'oidc' | 'google' | 'saml' }) {
  const t = ssoTexts();
  return (
    <>
      <TextField
        label={t.name}
        name="name"
        required
        maxLength={100}
        defaultValue={connection?.name ?? ''}
        wrong={sending.fieldError('name')}
      />
      {kind === 'saml' ? (
        <SamlFields connection={connection?.kind === 'saml' ? connection : null} sending={sending} />
      ) : (
        <OidcFields
          connection={connection?.kind === 'oidc' ? connection : null}
          sending={sending}
          hasIssuer={kind === 'oidc'}
        />
      )}
    </>
  );
}

const code = { dir: 'ltr', spellCheck: false, autoCapitalize: 'off', autoComplete: 'off' } as const;

function OidcFields({
  connection,
  sending,
  hasIssuer,
}: FieldsProps<Schemas['OidcConnection']> & { readonly hasIssuer: boolean }) {
  const t = ssoTexts();
  return (
    <>
      {hasIssuer && (
        <TextField
          {...code}
          type="url"
          label={t.issuer}
          hint={t.issuerHint}
          name="issuer"
          required
          defaultValue={connection?.issuer ?? ''}
          wrong={sending.fieldError('issuer')}
        />
      )}
      <TextField
        {...code}
        label={t.clientId}
        name="client_id"
        required
        defaultValue={connection?.client_id ?? ''}
        wrong={sending.fieldError('client_id')}
      />
      <TextField
        {...code}
        type="password"
        autoComplete="new-password"
        label={t.clientSecret}
        hint={connection?.has_secret === true ? t.secretKept : undefined}
        note={t.optional}
        name="client_secret"
        wrong={sending.fieldError('client_secret')}
      />
      <TextField
        {...code}
        label={t.scopes}
        hint={t.scopesHint}
        note={t.optional}
        name="scopes"
        defaultValue={connection?.scopes.join(' ') ?? ''}
        wrong={sending.fieldError('scopes')}
      />
    </>
  );
}

function SamlFields({ connection, sending }: FieldsProps<Saml>) {
  const t = ssoTexts();
  const text = (name: keyof Saml & string, label: string, hint?: string) => (
    <TextField
      {...code}
      label={label}
      hint={hint}
      note={t.optional}
      name={name}
      defaultValue={String(connection?.[name] ?? '')}
      wrong={sending.fieldError(name)}
    />
  );
  return (
    <>
      {text('metadata_url', t.metadataUrl, t.metadataUrlHint)}
      <TextArea
        {...code}
        rows={4}
        className={styles.code}
        label={t.metadata}
        hint={t.metadataHint}
        note={t.optional}
        name="metadata"
        wrong={sending.fieldError('metadata')}
      />
      <Fold title={t.byHand} open={connection !== null && connection.metadata_url === null}>
        {text('idp_entity_id', t.entityId)}
        {text('sso_url', t.ssoUrl)}
        <TextArea
          {...code}
          rows={4}
          className={styles.code}
          label={t.certificates}
          hint={t.certificatesHint}
          note={t.optional}
          name="certificates"
          defaultValue={connection?.certificates.map(({ pem }) => pem.trim()).join('\n') ?? ''}
          wrong={sending.fieldError('certificates')}
        />
      </Fold>
      {text('email_attribute', t.emailAttribute, t.usualNames)}
      {text('name_attribute', t.nameAttribute, t.usualNames)}
      <Checkbox
        name="allow_idp_initiated"
        label={t.idpInitiated}
        hint={t.idpInitiatedHint}
        defaultChecked={connection?.allow_idp_initiated ?? false}
      />
      <Checkbox name="want_encryption" label={t.wantEncryption} defaultChecked={connection?.want_encryption ?? false} />
    </>
  );
}
