import { type ReactNode, useState } from 'react';
import type { Base } from '#plugins/datasets/web/base-frame.tsx';
import { knowledgeTexts } from '#plugins/datasets/web/texts/en.ts';
import { dateTime, fileSize, number, Section } from '#plugins/studio/web/contract.tsx';
import { Button, Notice } from '#plugins/ui/web/contract.ts';
import styles from './document.module.css';
import { act } from './document-actions.ts';
import { MetadataDialog } from './metadata-dialog.tsx';
import { stepsOf } from './steps.ts';
import type { WholeDocument } from './whole-document.ts';

/** What is known of a document: its file, its metadata, how it was cut, and how long each step took. */
export function DocumentAbout({ base, document }: { readonly base: Base; readonly document: WholeDocument }) {
  const t = knowledgeTexts();
  const [isEdited, setEdited] = useState(false);
  return (
    <>
      {document.display_status === 'error' && (
        <Notice
          variant="danger"
          action={
            <Button small onClick={() => act(base.id, [document.id], 'retry')}>
              {t.actions.retry}
            </Button>
          }
        >
          {document.error ?? t.states.error}
        </Notice>
      )}
      <Section title={t.metadata} actions={<Button onClick={() => setEdited(true)}>{t.edit}</Button>}>
        {document.metadata.length === 0 ? (
          <p className={styles.facts}>{t.noMetadata}</p>
        ) : (
          <Rows
            rows={document.metadata.map(({ name, type, value }) => [
              name,
              type === 'time' && typeof value === 'number' ? dateTime(value) : String(value),
            ])}
          />
        )}
      </Section>
      <Section title={t.process}>
        <Rows rows={stepsOf(document).map(({ step, seconds }) => [t.steps[step], took(seconds)])} />
      </Section>
      <Section title={t.howCut}>
        <Rows rows={ruleRows(document)} />
      </Section>
      <Section title={t.file}>
        <Rows
          rows={[
            [t.source, t.sourceTypes[document.data_source_type] ?? document.data_source_type],
            ...originRows(document),
            [t.fileType, document.mime_type],
            [t.fileSize, fileSize(document.size)],
            [t.words, number(document.word_count)],
            [t.tokens, number(document.tokens)],
            [t.hits, number(document.hit_count)],
            [t.addedBy, document.uploader_name === '' ? '–' : document.uploader_name],
            [t.added, dateTime(document.created_at)],
            [t.changedAt, dateTime(document.updated_at)],
          ]}
        />
      </Section>
      {isEdited && <MetadataDialog base={base} documents={[document]} onClose={() => setEdited(false)} />}
    </>
  );
}

/** Where it is shown at the service that it comes from. */
function originRows({ source: { url } }: WholeDocument): readonly [string, ReactNode][] {
  if (typeof url !== 'string' || !/^https?:\/\//.test(url)) return [];
  return [
    [
      knowledgeTexts().address,
      <a key={url} href={url} target="_blank" rel="noreferrer" dir="ltr">
        {url}
      </a>,
    ],
  ];
}

function took(seconds: number | null): string {
  return seconds === null ? '–' : number(seconds, { style: 'unit', unit: 'second', maximumFractionDigits: 1 });
}

function ruleRows({ doc_form: form, doc_language: language, process_rule: rule }: WholeDocument) {
  const t = knowledgeTexts();
  const rules = rule.rules ?? {};
  const cleaning = (rules.pre_processing_rules ?? []).filter(({ enabled }) => enabled).map(({ id }) => t.cleanings[id]);
  const rows: [string, ReactNode][] = [
    [t.form, t.forms[form as keyof typeof t.forms] ?? form],
    [t.cutting, rule.mode === 'automatic' ? t.automatic : t.custom],
  ];
  const sizes = (cut: NonNullable<typeof rules.segmentation>) =>
    `${(cut.separator ?? '').replaceAll('\n', '\\n')} · ${number(cut.max_tokens)} · ${number(cut.chunk_overlap ?? 0)}`;
  const isWhole = form === 'hierarchical_model' && rules.parent_mode === 'full-doc';
  if (rules.segmentation && !isWhole) rows.push([t.sizes, sizes(rules.segmentation)]);
  if (isWhole) rows.push([t.parents, t.parentModes['full-doc']]);
  if (rules.subchunk_segmentation) rows.push([t.children, sizes(rules.subchunk_segmentation)]);
  rows.push([t.cleaning, cleaning.length === 0 ? '–' : cleaning.join(', ')]);
  if (form === 'qa_model') rows.push([t.questionLanguage, language]);
  return rows;
}

function Rows({ rows }: { readonly rows: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className={styles.rows}>
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt dir="auto">{label}</dt>
          <dd dir="auto">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
