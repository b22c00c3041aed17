import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import {
  Badge,
  CredentialFields,
  call,
  can,
  confirm,
  credentialsIn,
  errorText,
  Form,
  fieldsOfSchema,
  PageFrame,
  Section,
  useSubmit,
} from '#plugins/studio/web/contract.tsx';
import { Button, Notice, Panel, toast } from '#plugins/ui/web/contract.ts';
import { parameterOf } from './arguments.ts';
import { toolsTexts } from './texts/en.ts';
import { ToolItems } from './tool-items.tsx';

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

function Credentials({ provider }: { readonly provider: Provider }) {
  const { id, label, configured, unreadable, credentials_schema } = provider;
  const t = toolsTexts();
  const sending = useSubmit();
  const fields = fieldsOfSchema(credentials_schema);
  const path = { provider: id };
  const remove = async () => {
    if (!(await confirm({ title: t.forgetTitle(label), about: t.forgetAbout, action: t.forget }))) return;
    await call.delete('/console/api/tools/{provider}', { path, invalidates: ['/console/api/tools'] });
    toast(t.forgotten);
  };
  return (
    <Section
      title={t.credentials}
      about={t.credentialsAbout}
      actions={
        configured &&
        can('plugins.install') && (
          <Button onClick={() => void remove().catch((error: unknown) => toast(errorText(error)))}>{t.forget}</Button>
        )
      }
    >
      <p>
        <Badge variant={configured ? 'success' : 'warning'}>
          {configured ? t.ready : unreadable ? t.unreadable : t.notSetUp}
        </Badge>
      </p>
      {can('plugins.install') ? (
        <Panel narrow>
          <Form
            sending={sending}
            action={t.save}
            onSubmit={async (form) => {
              const body = { credentials: credentialsIn(form, fields) };
              await call.put('/console/api/tools/{provider}', { path, body, invalidates: ['/console/api/tools'] });
              toast(t.saved);
            }}
          >
            {configured && <Notice>{t.giveAllAgain}</Notice>}
            <CredentialFields fields={fields} sending={sending} />
          </Form>
        </Panel>
      ) : (
        <Notice>{t.askAdmin}</Notice>
      )}
    </Section>
  );
}
