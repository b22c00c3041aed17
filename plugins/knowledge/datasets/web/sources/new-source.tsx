import { useState } from 'react';
import styles from '#plugins/datasets/web/adding/adding.module.css';
import { cutBody, formsOf, usualCut } from '#plugins/datasets/web/adding/cut-rule.ts';
import { CutSettings } from '#plugins/datasets/web/adding/cut-settings.tsx';
import { type Base, basePath } from '#plugins/datasets/web/base-frame.tsx';
import { baseChanged } from '#plugins/datasets/web/documents/document-actions.ts';
import { knowledgeTexts } from '#plugins/datasets/web/texts/en.ts';
import { call, Form, Section, useSearchParam, useSubmit } from '#plugins/studio/web/contract.tsx';
import { Button, navigate, Select, Stack, toast } from '#plugins/ui/web/contract.ts';
import { AccountSource } from './account-source.tsx';
import { RepositorySource } from './repository-source.tsx';
import { SourceFields } from './source-fields.tsx';
import { accountKinds, isAccountKind, kinds, type SourceKind, sourceBody } from './source-form.ts';

/** A page, a site, a repository, or a folder of an account that becomes documents, in the background. */
export function NewSource({ base }: { readonly base: Base }) {
  const t = knowledgeTexts();
  const [kind, setKind] = useSearchParam('kind', 'web_page');
  return (
    <Stack>
      <Select
        label={t.kind}
        value={kind}
        options={[...kinds.slice(0, 3), 'repository', ...kinds.slice(3), ...Object.keys(accountKinds)].map((value) => ({
          value,
          label: t.sourceKinds[value] ?? value,
        }))}
        onChange={(event) => setKind(event.currentTarget.value)}
      />
      {kind === 'repository' ? (
        <RepositorySource base={base} />
      ) : isAccountKind(kind) ? (
        <AccountSource key={kind} base={base} kind={kind} />
      ) : (
        <AddressSource base={base} kind={kinds.find((each) => each === kind) ?? 'web_page'} />
      )}
    </Stack>
  );
}

function AddressSource({ base, kind }: { readonly base: Base; readonly kind: SourceKind }) {
  const t = knowledgeTexts();
  const sending = useSubmit();
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
        <SourceFields key={kind} kind={kind} source={null} sending={sending} />
      </Form>
      <Section title={t.howCut}>
        <CutSettings cut={cut} forms={forms} onChange={setCut} />
      </Section>
    </div>
  );
}
