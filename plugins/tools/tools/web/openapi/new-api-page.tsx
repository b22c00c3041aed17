import { useState } from 'react';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { call, credentialsIn, Form, PageFrame, Section, textOf, useSubmit } from '#plugins/studio/web/contract.tsx';
import { toolsTexts } from '#plugins/tools/web/texts/en.ts';
import { apiRoutes } from '#plugins/tools/web/tool-routes.ts';
import { Button, Notice, navigate, Panel, TextArea, TextField, toast } from '#plugins/ui/web/contract.ts';
import { type Authentication, authenticationIn, secretFields } from './authentication.ts';
import { AuthenticationFields } from './authentication-fields.tsx';
import { DocumentSource, type Source } from './document-source.tsx';
import { OperationChoice } from './operation-choice.tsx';
import { ServerFields, serverIn } from './server-fields.tsx';

interface Previewed {
  readonly source: Source;
  readonly preview: Schemas['ApiPreview'];
}

/** An API becomes tools: its document is shown first, and nothing is called. */
export function Page() {
  const t = toolsTexts();
  const [previewed, setPreviewed] = useState<Previewed | null>(null);
  return (
    <PageFrame title={t.importApi} about={t.importAbout} crumbs={[{ label: t.tools, href: '/tools' }]}>
      {previewed === null ? (
        <Section title={t.document}>
          <DocumentSource
            action={t.preview}
            onSource={async (source) => {
              const preview = await call.post('/console/api/custom-tools/preview', { body: source });
              setPreviewed({ source, preview });
              scrollTo(0, 0);
            }}
          />
        </Section>
      ) : (
        <Chosen {...previewed} onBack={() => setPreviewed(null)} />
      )}
    </PageFrame>
  );
}

function Chosen({ source, preview, onBack }: Previewed & { onBack(): void }) {
  const t = toolsTexts();
  const sending = useSubmit();
  const { title, description, version, servers, authentications, operations, warnings } = preview;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(operations.map(({ key }) => key)));
  const offered = authentications[0]?.authentication as Authentication | undefined;
  const save = async (form: FormData) => {
    const authentication = authenticationIn(form);
    const credentials = credentialsIn(form, secretFields(authentication.type, {}));
    const body = {
      ...source,
      name: textOf(form, 'name'),
      description: textOf(form, 'description'),
      server: serverIn(form, servers),
      operations: [...chosen],
      authentication,
      ...(Object.keys(credentials).length > 0 && { credentials }),
    };
    const made = await call.post('/console/api/custom-tools', {
      body,
      invalidates: apiRoutes,
    });
    toast(t.imported(made.name));
    navigate(`/tools/api/${made.id}`);
  };
  return (
    <Section title={title || t.api} about={[version, description].filter((part) => part !== '').join(' · ')}>
      {warnings.length > 0 && (
        <Notice variant="warning">
          <ul>
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </Notice>
      )}
      <Panel narrow>
        <Form sending={sending} action={t.import} actions={<Button onClick={onBack}>{t.back}</Button>} onSubmit={save}>
          <TextField
            label={t.name}
            name="name"
            required
            maxLength={100}
            defaultValue={title.slice(0, 100)}
            wrong={sending.fieldError('name')}
          />
          <TextArea
            label={t.description}
            note={t.optional}
            name="description"
            rows={2}
            defaultValue={description.slice(0, 1000)}
          />
          <ServerFields servers={servers} sending={sending} />
          <OperationChoice operations={operations} chosen={chosen} onChange={setChosen} />
          <AuthenticationFields initial={offered ?? { type: 'none' }} isStored={false} sending={sending} />
        </Form>
      </Panel>
    </Section>
  );
}
