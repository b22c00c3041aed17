import styles from '#plugins/app-access/web/access.module.css';
import { accessTexts } from '#plugins/app-access/web/texts/en.ts';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { CopyField, QueryBoundary, Section, useApi, useSearchParam } from '#plugins/studio/web/contract.tsx';
import { LinkButton, Notice, Tabs } from '#plugins/ui/web/contract.ts';
import { type CodeLanguage, codeLanguages, exampleCode } from './examples.ts';
import { Keys } from './keys.tsx';

const names = { curl: 'curl', python: 'Python', javascript: 'JavaScript' } as const;

/** Keys for programs, and how they ask. */
export function ApiTab({ app }: { readonly app: Schemas['App'] }) {
  return (
    <>
      <Keys app={app} />
      <Examples app={app} />
    </>
  );
}

function Examples({ app }: { readonly app: Schemas['App'] }) {
  const t = accessTexts();
  const [chosen, setChosen] = useSearchParam('code', 'curl');
  const language: CodeLanguage = codeLanguages.find((each) => each === chosen) ?? 'curl';
  // The tool of an app has the inputs of the version that is called, and its address where the API is.
  const answer = useApi('/console/api/apps/{app_id}/mcp', { path: { app_id: app.id } });
  return (
    <Section
      title={t.examples}
      about={t.examplesAbout}
      actions={
        <LinkButton href="/docs/api" target="_blank" rel="noreferrer">
          {t.apiDocs}
        </LinkButton>
      }
    >
      <QueryBoundary answer={answer}>
        {({ url, tool }) => (
          <Tabs
            label={t.examples}
            tabs={codeLanguages.map((name) => ({ name, label: names[name] }))}
            value={language}
            onChange={setChosen}
            panelClass={styles.fields}
          >
            {tool === null && <Notice>{t.inputsWhenPublished}</Notice>}
            <CopyField
              label={names[language]}
              value={exampleCode(language, {
                mode: app.mode,
                base: url.slice(0, url.lastIndexOf('/mcp/apps/')),
                schema: tool?.inputSchema ?? null,
              })}
            />
          </Tabs>
        )}
      </QueryBoundary>
    </Section>
  );
}
