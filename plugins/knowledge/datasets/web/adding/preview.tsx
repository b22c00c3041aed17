import { useState } from 'react';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import type { Base } from '#plugins/datasets/web/base-frame.tsx';
import { knowledgeTexts } from '#plugins/datasets/web/texts/en.ts';
import { call, ErrorAlert, number, OptionPicker, Section, useSubmit } from '#plugins/studio/web/contract.tsx';
import { Button, Stack, withKeys } from '#plugins/ui/web/contract.ts';
import styles from './adding.module.css';
import { type Cut, cutBody } from './cut-rule.ts';

type Preview = Schemas['IndexingPreview'];
type Chunk = Schemas['PreviewedChunk'];

/** What one of the documents would be cut into, and what indexing it would cost. Nothing is kept. */
export function CutPreview({
  base,
  cut,
  files,
  text,
}: {
  readonly base: Base;
  readonly cut: Cut;
  readonly files: readonly File[];
  readonly text: string;
}) {
  const t = knowledgeTexts();
  const sending = useSubmit();
  const [at, setAt] = useState(0);
  const [shown, setShown] = useState<{ readonly of: string; readonly preview: Preview } | null>(null);
  const file = files[Math.min(at, files.length - 1)];
  const isGiven = file !== undefined || text.trim() !== '';

  async function look(): Promise<void> {
    const form = new FormData();
    const { embedding_model: model, embedding_model_provider: provider } = base;
    const embedding =
      model !== null && provider !== null ? { embedding_model: model, embedding_model_provider: provider } : {};
    form.set('data', JSON.stringify({ ...cutBody(cut), ...embedding }));
    if (file === undefined) form.set('text', text);
    else form.set('file', file);
    const preview = await call.post('/console/api/datasets/preview', { body: form });
    setShown({ of: JSON.stringify(cut), preview });
  }

  return (
    <Section
      title={t.preview}
      about={t.previewAbout}
      actions={
        <Button disabled={!isGiven} busy={sending.isBusy} onClick={() => void sending.run(look)}>
          {t.showPreview}
        </Button>
      }
    >
      {files.length > 1 && (
        <OptionPicker
          kind="previewed"
          label={t.previewed}
          hasNone={false}
          value={String(at)}
          options={files.map(({ name }, index) => ({ id: String(index), label: name }))}
          onChange={(id) => {
            setAt(Number(id));
            setShown(null);
          }}
        />
      )}
      {sending.error !== undefined && <ErrorAlert error={sending.error} />}
      {shown !== null && <Chunks preview={shown.preview} isOld={shown.of !== JSON.stringify(cut)} />}
    </Section>
  );
}

function Chunks({ preview: { chunks, estimate }, isOld }: { readonly preview: Preview; readonly isOld: boolean }) {
  const t = knowledgeTexts();
  const price =
    estimate.price === null || Number(estimate.price) === 0
      ? t.noPrice
      : t.price(estimate.price, estimate.currency ?? '');
  return (
    <Stack role="status">
      <p className={styles.sum}>
        {t.previewSum(estimate.segments, number(estimate.segments), number(estimate.tokens))} · {price}
        {isOld && <> · {t.previewOld}</>}
      </p>
      <ol className={styles.chunks}>
        {withKeys(chunks).map(({ key, item: chunk, at }) => (
          <li key={key} className={styles.chunk}>
            <ChunkHead chunk={chunk} at={at} />
            <p dir="auto">{chunk.content}</p>
            {chunk.answer !== null && (
              <p className={styles.answer} dir="auto">
                {chunk.answer}
              </p>
            )}
            {chunk.children.length > 0 && (
              <ul className={styles.children}>
                {withKeys(chunk.children).map((child) => (
                  <li key={child.key} dir="auto">
                    {child.item}
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ol>
      {chunks.length < estimate.segments && <p className={styles.sum}>{t.previewFirst(chunks.length)}</p>}
    </Stack>
  );
}

function ChunkHead({ chunk: { content, page, heading }, at }: { readonly chunk: Chunk; readonly at: number }) {
  const t = knowledgeTexts();
  const parts = [`#${at + 1}`, t.characterCount(content.trim().length, number(content.trim().length))];
  if (page !== null) parts.push(t.pageNumber(page));
  if (heading !== null) parts.push(heading);
  return (
    <span className={styles.chunkhead} dir="auto">
      {parts.join(' · ')}
    </span>
  );
}
