import { useState } from 'react';
import styles from '#plugins/datasets/web/adding/adding.module.css';
import { cutBody, formsOf, usualCut } from '#plugins/datasets/web/adding/cut-rule.ts';
import { CutSettings } from '#plugins/datasets/web/adding/cut-settings.tsx';
import { type Base, basePath } from '#plugins/datasets/web/base-frame.tsx';
import { baseChanged } from '#plugins/datasets/web/documents/document-actions.ts';
import { knowledgeTexts } from '#plugins/datasets/web/texts/en.ts';
import { call, Form, Section, useSubmit } from '#plugins/studio/web/contract.tsx';
import { Button, navigate, Select, toast } from '#plugins/ui/web/contract.ts';
import { SourceFields } from './source-fields.tsx';
import { kinds, type SourceKind, sourceBody } from './source-form.ts';

/** A page, a sitemap, a site or a repository that becomes documents, in the background. */
export function NewSource({ base }: { readonly base: Base }) {
  const t = knowledgeTexts();
  const sending = useSubmit();
  const [kind, setKind] = useState<SourceKind>('web_page');
  const forms = formsOf(base);
  const [cut, setCut] = useState(() => usualCut(forms[0] ?? 'text_model'));
  return (
    <div className={styles.columns}>
      <Form
        sending={sending}
        action={t.addSource}
        actions={<Button onClick={() => navigate(basePath(base.id, 'sources'))}>{t.cancel}</Button>}
        onSubmit={async (fields) => {
          await call.post('/console/api/datasets/{dataset_id}/sources', {
            path: { dataset_id: base.id },
            body: { kind, ...sourceBody(kind, fields), ...cutBody(cut) },
          });
          baseChanged(base.id);
          toast(t.sourceAdded);
          navigate(basePath(base.id, 'sources'));
        }}
      >
        <Select
          label={t.kind}
          value={kind}
          options={kinds.map((value) => ({ value, label: t.sourceKinds[value] }))}
          onChange={(event) => setKind(event.currentTarget.value as SourceKind)}
        />
        <SourceFields key={kind} kind={kind} source={null} sending={sending} />
      </Form>
      <Section title={t.howCut}>
        <CutSettings cut={cut} forms={forms} onChange={setCut} />
      </Section>
    </div>
  );
}
