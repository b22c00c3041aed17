import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import {
  Badge,
  CredentialFields,
  call,
  can,
  changed,
  confirm,
  credentialsIn,
  Form,
  failureText,
  fieldsOfSchema,
  PageFrame,
  Section,
  useSending,
} from '#plugins/studio/web/contract.tsx';
import { Button, Notice, toast } from '#plugins/ui/web/contract.ts';
import { parameterOf } from './arguments.ts';
import { ToolItems } from './tool-items.tsx';
import styles from './tools.module.css';
import { toolsTexts } from './tools-texts.ts';

type Provider = Schemas['ToolProvider'];

/** A provider that is installed: its credentials, and its tools. */
export function BuiltinProvider({ provider }: { readonly provider: Provider }) {
  const t = toolsTexts();
  const { label, tools, credentials_schema: schema, configured } = provider;
  return (
    <PageFrame title={label} about={t.builtinAbout} crumbs={[{ label: t.tools, href: '/tools' }]}>
      {schema !== null && <Credentials key={String(configured)} provider={provider} />}
      <Section title={t.tools}>
        <ToolItems
          items={tools.map((tool) => ({
            key: tool.name,
            name: tool.label || tool.name,
            about: tool.name,
            description: tool.description ?? '',
            parameters: tool.parameters.map(parameterOf),
          }))}
        />
      </Section>
    </PageFrame>
  );
}

function Credentials({ provider: { id, label, configured, credentials_schema } }: { readonly provider: Provider }) {
  const t = toolsTexts();
  const sending = useSending();
  const fields = fieldsOfSchema(credentials_schema);
  const path = { provider: id };
  const remove = async () => {
    if (!(await confirm({ title: t.forgetTitle(label), about: t.forgetAbout, action: t.forget }))) return;
    await call.delete('/console/api/tools/{provider}', { path });
    changed('/console/api/tools');
    toast(t.forgotten);
  };
  return (
    <Section
      title={t.credentials}
      about={t.credentialsAbout}
      actions={
        configured &&
        can('plugins.install') && (
          <Button onClick={() => void remove().catch((error: unknown) => toast(failureText(error)))}>{t.forget}</Button>
        )
      }
    >
      <p>
        <Badge look={configured ? 'ok' : 'warn'}>{configured ? t.ready : t.notSetUp}</Badge>
      </p>
      {can('plugins.install') ? (
        <div className={styles.panel}>
          <Form
            sending={sending}
            action={t.save}
            onSubmit={async (form) => {
              const body = { credentials: credentialsIn(form, fields) };
              await call.put('/console/api/tools/{provider}', { path, body });
              changed('/console/api/tools');
              toast(t.saved);
            }}
          >
            {configured && <Notice>{t.giveAllAgain}</Notice>}
            <CredentialFields fields={fields} sending={sending} />
          </Form>
        </div>
      ) : (
        <Notice>{t.askAdmin}</Notice>
      )}
    </Section>
  );
}
