import { useState } from 'react';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { call, credentialsIn, Form, Section, textOf, useSubmit } from '#plugins/studio/web/contract.tsx';
import { toolsTexts } from '#plugins/tools/web/texts/en.ts';
import { apiRoutes } from '#plugins/tools/web/tool-routes.ts';
import styles from '#plugins/tools/web/tools.module.css';
import { Button, Dialog, LinkButton, Panel, TextArea, TextField, toast } from '#plugins/ui/web/contract.ts';
import { type Authentication, authenticationIn, secretFields } from './authentication.ts';
import { AuthenticationFields } from './authentication-fields.tsx';
import { DocumentSource } from './document-source.tsx';

type Provider = Schemas['CustomToolProviderWithTools'];
const one = '/console/api/custom-tools/{provider_id}';

/** Name, server and authentication of an API, and its document. */
export function ApiSettings({ provider }: { readonly provider: Provider }) {
  const t = toolsTexts();
  const sending = useSubmit();
  const path = { provider_id: provider.id };
  const save = async (form: FormData) => {
    const authentication = authenticationIn(form);
    const url = textOf(form, 'server_url');
    const secrets = credentialsIn(form, secretFields(authentication.type, {}));
    const body = {
      name: textOf(form, 'name'),
      description: textOf(form, 'description'),
      ...(url !== provider.server_url && { server: { url } }),
      authentication,
      ...(form.get('gives-secrets') !== null && { credentials: secrets }),
    };
    await call.patch(one, { path, body, invalidates: apiRoutes });
    toast(t.saved);
  };
  return (
    <>
      <Section title={t.settings}>
        <Panel narrow>
          <Form sending={sending} action={t.save} onSubmit={save}>
            <TextField
              label={t.name}
              name="name"
              required
              maxLength={100}
              defaultValue={provider.name}
              wrong={sending.fieldError('name')}
            />
            <TextArea
              label={t.description}
              note={t.optional}
              name="description"
              rows={2}
              defaultValue={provider.description}
            />
            <TextField
              label={t.server}
              hint={t.serverHint}
              name="server_url"
              type="url"
              required
              defaultValue={provider.server_url}
              wrong={sending.fieldError('server')}
            />
            <AuthenticationFields
              initial={provider.authentication as unknown as Authentication}
              isStored={provider.has_credentials}
              sending={sending}
            />
          </Form>
        </Panel>
      </Section>
      <Document provider={provider} />
    </>
  );
}

function Document({ provider }: { readonly provider: Provider }) {
  const t = toolsTexts();
  const [isOpen, setOpen] = useState(false);
  const path = { provider_id: provider.id };
  return (
    <Section
      title={t.document}
      about={provider.source_url || t.documentAbout}
      actions={
        <>
          <LinkButton href={`/console/api/custom-tools/${provider.id}/document`} target="_blank" rel="noopener">
            {t.showDocument}
          </LinkButton>
          <Button onClick={() => setOpen(true)}>{t.replaceDocument}</Button>
        </>
      }
    >
      {isOpen && (
        <Dialog open title={t.replaceDocument} onClose={() => setOpen(false)} shape="wide">
          <p className={styles.text}>{t.replaceAbout}</p>
          <DocumentSource
            action={t.replaceDocument}
            onSource={async (source) => {
              await call.patch(one, {
                path,
                body: source,
                invalidates: apiRoutes,
              });
              toast(t.saved);
              setOpen(false);
            }}
          />
        </Dialog>
      )}
    </Section>
  );
}
