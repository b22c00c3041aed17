import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { ssoTexts } from '#plugins/sso/web/texts/en.ts';
import {
  Badge,
  CopyField,
  call,
  confirm,
  ErrorAlert,
  errorText,
  Form,
  invalidate,
  PageFrame,
  type PageProps,
  QueryBoundary,
  Section,
  useApi,
  useSubmit,
} from '#plugins/studio/web/contract.tsx';
import { Button, Muted, Notice, navigate, Panel, Switch, toast } from '#plugins/ui/web/contract.ts';
import { dateOf } from '#plugins/usage/web/contract.tsx';
import { connectionBody } from './connection-body.ts';
import { ConnectionFields } from './connection-fields.tsx';
import { PeopleFields, peopleBody, useRules } from './people-fields.tsx';
import styles from './sso.module.css';

type Connection = Schemas['SsoConnection'];
const ONE = '/console/api/sso/connections/{connection_id}';
const forget = () => invalidate('/console/api/sso/connections');

/** A connection: what the provider is told, what is known of it, who signs in over it. */
export function Page({ params: { connection_id: id = '' } }: PageProps) {
  const t = ssoTexts();
  const answer = useApi(ONE, { path: { connection_id: id } });
  const connection = answer.value;
  return (
    <PageFrame
      title={connection?.name ?? t.sso}
      crumbs={[{ label: t.sso, href: '/settings/sso' }]}
      actions={connection !== undefined && <Actions connection={connection} />}
    >
      <QueryBoundary answer={answer}>
        {(shown) => (
          <>
            <OnSwitch connection={shown} />
            <ForProvider connection={shown} />
            <Domains connection={shown} />
            {/* Made anew when it was saved: its fields show what is stored. */}
            <Settings key={shown.updated_at} connection={shown} />
          </>
        )}
      </QueryBoundary>
    </PageFrame>
  );
}

function Actions({ connection: { id, name } }: { readonly connection: Connection }) {
  const t = ssoTexts();
  const testing = useSubmit();
  const path = { connection_id: id };
  const test = async () => {
    try {
      const { issuer } = await call.post(`${ONE}/test`, { path });
      toast(t.testOk(issuer));
    } catch (error) {
      toast(errorText(error));
    }
  };
  const remove = async () => {
    const question = { title: t.deleteConnection(name), about: t.deleteConnectionAbout, action: t.remove, typed: name };
    if (!(await confirm(question))) return;
    try {
      await call.delete(ONE, { path });
      // The list asks anew when it is shown; this page must not, for what is gone.
      navigate('/settings/sso');
      toast(t.deleted(name));
    } catch (error) {
      toast(errorText(error));
    }
  };
  return (
    <>
      <Button busy={testing.isBusy} onClick={() => void testing.run(test)}>
        {t.testConnection}
      </Button>
      <Button variant="danger" onClick={() => void remove()}>
        {t.remove}
      </Button>
    </>
  );
}

function OnSwitch({ connection: { id, enabled } }: { readonly connection: Connection }) {
  const t = ssoTexts();
  const sending = useSubmit();
  const set = (next: boolean) =>
    sending.run(async () => {
      await call.patch(ONE, { path: { connection_id: id }, body: { enabled: next } });
      forget();
    });
  return (
    <>
      <Switch
        label={t.enabled}
        checked={enabled}
        disabled={sending.isBusy}
        onChange={(event) => {
          const { checked } = event.currentTarget;
          // Until the server has it, what counts is shown.
          event.currentTarget.checked = enabled;
          void set(checked);
        }}
      />
      {sending.error !== undefined && <ErrorAlert error={sending.error} />}
    </>
  );
}

function ForProvider({ connection }: { readonly connection: Connection }) {
  const t = ssoTexts();
  const shown =
    connection.kind === 'oidc'
      ? [[t.redirectUri, connection.redirect_uri] as const]
      : [[t.spEntityId, connection.sp_entity_id] as const, [t.acsUrl, connection.acs_url] as const];
  return (
    <Section title={t.forProvider}>
      <div className={styles.fields}>
        {[...shown, [t.startUrl, connection.start_url] as const].map(([label, value]) => (
          <div key={label}>
            <h3>{label}</h3>
            <CopyField label={label} value={value} />
          </div>
        ))}
      </div>
    </Section>
  );
}

function Domains({ connection: { id, domains } }: { readonly connection: Connection }) {
  const t = ssoTexts();
  if (domains.length === 0) return null;
  const missing = domains.filter(({ approved }) => !approved);
  const command = `weft sso approve ${id} ${missing.map(({ name }) => `--domain ${name}`).join(' ')}`;
  return (
    <Section title={t.domains}>
      <ul className={styles.domains}>
        {domains.map(({ name, approved }) => (
          <li key={name}>
            <span>{name}</span>
            <Badge variant={approved ? 'success' : 'warning'}>{approved ? t.approved : t.notApproved}</Badge>
          </li>
        ))}
      </ul>
      {missing.length > 0 && (
        <div className={styles.fields}>
          <Notice variant="warning">{t.approveHint}</Notice>
          <CopyField label={t.approveCommand} value={command} />
        </div>
      )}
    </Section>
  );
}

function Settings({ connection }: { readonly connection: Connection }) {
  const t = ssoTexts();
  const sending = useSubmit();
  const rules = useRules(connection.role_mapping);
  const certificates = connection.kind === 'saml' ? connection.certificates : [];
  return (
    <Section title={t.settings}>
      <Panel narrow>
        {certificates.map(({ sha256, expires_at: at }) => (
          <Muted small key={sha256}>
            {sha256.slice(0, 16)}… {t.expiresAt(dateOf(at))}
          </Muted>
        ))}
        <Form
          sending={sending}
          action={t.save}
          onSubmit={async (fields) => {
            const body = { ...connectionBody(fields, connection), ...peopleBody(fields, rules.list) };
            await call.patch(ONE, { path: { connection_id: connection.id }, body });
            forget();
            toast(t.saved);
          }}
        >
          <ConnectionFields kind={connection.kind} connection={connection} sending={sending} />
          <PeopleFields connection={connection} rules={rules} sending={sending} />
        </Form>
      </Panel>
    </Section>
  );
}
