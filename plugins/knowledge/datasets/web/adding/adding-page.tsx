import { useState } from 'react';
import { type Base, basePath } from '#plugins/datasets/web/base-frame.tsx';
import { baseChanged } from '#plugins/datasets/web/documents/document-actions.ts';
import { NewSource } from '#plugins/datasets/web/sources/new-source.tsx';
import { knowledgeTexts } from '#plugins/datasets/web/texts/en.ts';
import type { PageProps } from '#plugins/studio/web/contract.tsx';
import {
  ErrorAlert,
  PageFrame,
  QueryBoundary,
  Section,
  useApi,
  useSearchParam,
  useSubmit,
} from '#plugins/studio/web/contract.tsx';
import { Button, navigate, Stack, TextArea, TextField, Toolbar, toast } from '#plugins/ui/web/contract.ts';
import styles from './adding.module.css';
import { cutBody, formsOf, usualCut } from './cut-rule.ts';
import { CutSettings } from './cut-settings.tsx';
import { type ChosenFile, FileDrop } from './file-drop.tsx';
import { CutPreview } from './preview.tsx';
import { sendFiles, sendText } from './send-documents.ts';

/** Documents for a base: files, a text, or what a source on the web has. */
export function Page({ params }: PageProps) {
  const t = knowledgeTexts();
  const id = params.dataset_id ?? '';
  const [from] = useSearchParam('from', 'files');
  const answer = useApi('/console/api/datasets/{dataset_id}', { path: { dataset_id: id } });
  const tabs = [
    ['files', t.fromFiles],
    ['text', t.fromText],
    ['source', t.fromSource],
  ] as const;
  return (
    <PageFrame
      title={t.addDocuments}
      wide
      crumbs={[
        { label: t.knowledge, href: '/knowledge' },
        { label: answer.value?.name ?? '…', href: basePath(id, 'documents') },
      ]}
      tabs={tabs.map(([name, label]) => ({
        label,
        href: `${basePath(id, 'add')}?from=${name}`,
        isCurrent: from === name,
      }))}
    >
      <QueryBoundary answer={answer}>
        {(base) =>
          from === 'source' ? <NewSource base={base} /> : <Adding key={from} base={base} isText={from === 'text'} />
        }
      </QueryBoundary>
    </PageFrame>
  );
}

function Adding({ base, isText }: { readonly base: Base; readonly isText: boolean }) {
  const t = knowledgeTexts();
  const sending = useSubmit();
  const forms = formsOf(base);
  const [cut, setCut] = useState(() => usualCut(forms[0] ?? 'text_model'));
  const [files, setFiles] = useState<readonly ChosenFile[]>([]);
  const [name, setName] = useState('');
  const [text, setText] = useState('');
  const isReady = isText ? name.trim() !== '' && text.trim() !== '' : files.some(({ state }) => state !== 'added');

  async function add(): Promise<void> {
    if (isText) await sendText(base.id, { name: name.trim(), text }, cutBody(cut));
    else {
      const tell = (file: File, state: Omit<ChosenFile, 'file'>) =>
        setFiles((before) => before.map((each) => (each.file === file ? { file, ...state } : each)));
      const refused = await sendFiles(base.id, files, cutBody(cut), tell);
      baseChanged(base.id);
      if (refused > 0) return;
    }
    baseChanged(base.id);
    toast(t.addedToast);
    navigate(basePath(base.id, 'documents'));
  }

  return (
    <div className={styles.columns}>
      <Stack>
        {isText ? (
          <>
            <TextField
              label={t.name}
              value={name}
              maxLength={255}
              onInput={(event) => setName(event.currentTarget.value)}
            />
            <TextArea label={t.text} rows={10} value={text} onInput={(event) => setText(event.currentTarget.value)} />
          </>
        ) : (
          <FileDrop
            files={files}
            onAdd={(added) => setFiles([...files, ...newOf(files, added)])}
            onRemove={(file) => setFiles(files.filter((each) => each.file !== file))}
          />
        )}
        <Section title={t.howCut}>
          <CutSettings cut={cut} forms={forms} onChange={setCut} />
        </Section>
        {sending.error !== undefined && <ErrorAlert error={sending.error} />}
        <Toolbar end>
          <Button onClick={() => navigate(basePath(base.id, 'documents'))}>{t.cancel}</Button>
          <Button variant="primary" disabled={!isReady} busy={sending.isBusy} onClick={() => void sending.run(add)}>
            {t.addAndIndex}
          </Button>
        </Toolbar>
      </Stack>
      <CutPreview base={base} cut={cut} files={isText ? [] : files.map(({ file }) => file)} text={isText ? text : ''} />
    </div>
  );
}

/** The same file chosen twice is one. */
function newOf(files: readonly ChosenFile[], added: readonly File[]): readonly ChosenFile[] {
  const keyOf = ({ name, size, lastModified }: File) => `${name} ${size} ${lastModified}`;
  const known = new Set(files.map(({ file }) => keyOf(file)));
  return added.filter((file) => !known.has(keyOf(file))).map((file) => ({ file, state: 'waiting' }));
}
