import { useState } from 'react';
import {
  call,
  Form,
  PageFrame,
  Section,
  Shown,
  textOf,
  useAnswer,
  useQuery,
  useSending,
} from '#plugins/studio/web/contract.tsx';
import { Button, EmptyState, navigate, Select, TextField } from '#plugins/ui/web/contract.ts';
import styles from './app-list.module.css';
import { appsTexts } from './apps-texts.ts';
import { ImportApp } from './import-app.tsx';

const MODES = ['advanced-chat', 'workflow', 'chat', 'agent-chat', 'completion'] as const;

/** A new app: from a template, from nothing, or from a document. */
export function Page() {
  const t = appsTexts();
  const [tab] = useQuery('from', 'template');
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
  const sending = useSending();
  const [chosen, setChosen] = useState<string | null>(null);
  const answer = useAnswer('/console/api/app-templates');
  return (
    <Shown answer={answer}>
      {({ data }) =>
        data.length === 0 ? (
          <EmptyState title={t.noTemplates} />
        ) : (
          <ul className={styles.cards}>
            {data.map(({ id, name, description, mode }) => (
              <li key={id} className={styles.card}>
                <div className={styles.head}>
                  <span className={styles.title} dir="auto">
                    {name}
                  </span>
                </div>
                <p className={styles.about} dir="auto">
                  {description}
                </p>
                <div className={styles.foot}>
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
                </div>
              </li>
            ))}
          </ul>
        )
      }
    </Shown>
  );
}

function Blank() {
  const t = appsTexts();
  const sending = useSending();
  return (
    <Section title={t.fromNothing} about={t.fromNothingAbout}>
      <Form
        sending={sending}
        action={t.create}
        onSubmit={async (fields) => {
          const body = { name: textOf(fields, 'name'), mode: textOf(fields, 'mode') };
          const made = await call.post('/console/api/apps', { body });
          navigate(`/app/${made.id}/build`);
        }}
      >
        <TextField label={t.name} name="name" required maxLength={255} wrong={sending.wrong('name')} />
        <Select
          label={t.kind}
          name="mode"
          hint={t.kindHint}
          options={MODES.map((value) => ({ value, label: t.modes[value] ?? value }))}
        />
      </Form>
    </Section>
  );
}
