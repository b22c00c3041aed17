import { useState } from 'react';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import {
  call,
  ErrorAlert,
  invalidate,
  Link,
  PageFrame,
  QueryBoundary,
  useApi,
  useSubmit,
} from '#plugins/studio/web/contract.tsx';
import { Button, Notice, navigate, TextArea, Toolbar, toast } from '#plugins/ui/web/contract.ts';
import styles from './build.module.css';
import { configurationTexts } from './configuration/texts/en.ts';
import { buildTexts } from './texts/en.ts';

const address = '/console/api/apps/{app_id}/draft';

/** An app without a graph, as the text of its document. */
export function DocumentPage({ app, hasForm }: { readonly app: Schemas['App']; readonly hasForm: boolean }) {
  const t = buildTexts();
  const answer = useApi(address, { path: { app_id: app.id } });
  return (
    <PageFrame
      title={app.name}
      about={t.documentAbout}
      {...(hasForm && {
        actions: <Link href={`/app/${app.id}/build`}>{configurationTexts().backToForm}</Link>,
      })}
      wide
    >
      <QueryBoundary answer={answer}>
        {(draft) => <DocumentText key={draft.hash} appId={app.id} draft={draft} />}
      </QueryBoundary>
    </PageFrame>
  );
}

function DocumentText({ appId, draft }: { readonly appId: string; readonly draft: Schemas['AppDraft'] }) {
  const t = buildTexts();
  const sending = useSubmit();
  const [yaml, setYaml] = useState(draft.yaml);
  const [warnings, setWarnings] = useState<readonly string[]>([]);
  const path = { app_id: appId };
  const save = () =>
    sending.run(async () => {
      const saved = await call.put(address, { path, body: { yaml, hash: draft.hash } });
      setWarnings(saved.warnings);
      invalidate(['/console/api/apps/{app_id}', path]);
      toast(t.saved);
    });
  const isChanged = yaml !== draft.yaml;
  return (
    <div className={styles.document}>
      {warnings.map((warning) => (
        <Notice key={warning} variant="warning">
          {warning}
        </Notice>
      ))}
      <TextArea
        label={t.documentText}
        className={styles.yaml}
        rows={28}
        spellCheck={false}
        dir="ltr"
        value={yaml}
        onInput={(event) => setYaml(event.currentTarget.value)}
      />
      {sending.error !== undefined && <ErrorAlert error={sending.error} />}
      <Toolbar end>
        <Button disabled={!isChanged} busy={sending.isBusy} onClick={() => void save()}>
          {t.save}
        </Button>
        <Button variant="primary" disabled={isChanged} onClick={() => navigate(`/app/${appId}/review`)}>
          {t.publish}
        </Button>
      </Toolbar>
    </div>
  );
}
