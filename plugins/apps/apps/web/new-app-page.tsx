import { useState } from 'react';
import {
  call,
  choiceOf,
  Form,
  PageFrame,
  QueryBoundary,
  Section,
  textOf,
  useApi,
  useSearchParam,
  useSubmit,
} from '#plugins/studio/web/contract.tsx';
import { Button, Card, CardList, EmptyState, Muted, navigate, TextField, toast } from '#plugins/ui/web/contract.ts';
import styles from './app-list.module.css';
import { GraphPicture } from './graph-picture.tsx';
import { ImportApp } from './import-app.tsx';
import { appsTexts } from './texts/en.ts';

const MODES = ['advanced-chat', 'workflow', 'chat', 'agent-chat', 'completion'] as const;

/** A new app: from a template, from nothing, or from a document. */
export function Page() {
  const t = appsTexts();
  const [tab] = useSearchParam('from', 'template');
  const tabs = [
    ['template', t.fromTemplate],
    ['blank', t.fromNothing],
    ['document', t.fromDocument],
  ] as const;
  return (
    <PageFrame
      title={t.newApp}
      crumbs={[{ label: t.apps, href: '/apps' }]}
      tabs={tabs.map(([name, label]) => ({ label, href: `/apps/new?from=${name}`, isCurrent: tab === name }))}
    >
      {tab === 'document' ? <ImportApp /> : tab === 'blank' ? <Blank /> : <Templates />}
    </PageFrame>
  );
}

function Templates() {
  const t = appsTexts();
  const sending = useSubmit();
  const [chosen, setChosen] = useState<string | null>(null);
  const answer = useApi('/console/api/app-templates');
  return (
    <QueryBoundary answer={answer}>
      {({ data }) =>
        data.length === 0 ? (
          <EmptyState title={t.noTemplates} />
        ) : (
          <CardList>
            {data.map(({ id, name, description, mode, picture }) => (
              <Card
                key={id}
                name={<span>{name}</span>}
                foot={
                  <>
                    <span>{t.modes[mode] ?? mode}</span>
                    <Button
                      small
                      busy={sending.isBusy && chosen === id}
                      onClick={() => {
                        setChosen(id);
                        void sending.run(async () => {
                          const made = await call.post('/console/api/apps', { body: { name, template: id } });
                          navigate(`/app/${made.id}/build`);
                        });
                      }}
                    >
                      {t.use}
                      <span className="said"> {name}</span>
                    </Button>
                  </>
                }
              >
                <Muted small>{description}</Muted>
                <GraphPicture picture={picture} />
              </Card>
            ))}
          </CardList>
        )
      }
    </QueryBoundary>
  );
}

function Blank() {
  const t = appsTexts();
  const sending = useSubmit();
  return (
    <Section title={t.fromNothing} about={t.fromNothingAbout}>
      <Form
        sending={sending}
        action={t.create}
        onSubmit={async (fields) => {
          const description = textOf(fields, 'description');
          const body = { name: textOf(fields, 'name'), description, mode: choiceOf(fields, 'mode', MODES) };
          const made = await call.post('/console/api/apps', { body });
          if (made.model?.provider === 'demo' && body.mode !== 'workflow') toast(t.demoAnswers);
          navigate(`/app/${made.id}/build`);
        }}
      >
        <TextField label={t.name} name="name" required maxLength={255} wrong={sending.fieldError('name')} />
        <TextField label={t.description} note={t.optional} name="description" maxLength={4000} />
        <fieldset className={styles.kinds}>
          <legend>{t.kind}</legend>
          {MODES.map((value, at) => (
            <label key={value} className={styles.kind}>
              <input type="radio" name="mode" value={value} defaultChecked={at === 0} />
              <span>
                <strong>{t.modes[value] ?? value}</strong>
                <Muted small as="span">
                  {t.modesAbout[value]}
                </Muted>
              </span>
            </label>
          ))}
        </fieldset>
      </Form>
    </Section>
  );
}
