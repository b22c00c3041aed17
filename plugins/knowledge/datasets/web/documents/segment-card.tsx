import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import type { Base } from '#plugins/datasets/web/base-frame.tsx';
import { knowledgeTexts } from '#plugins/datasets/web/texts/en.ts';
import { Badge, number, setSearchParams } from '#plugins/studio/web/contract.tsx';
import { Menu } from '#plugins/ui/web/contract.ts';
import { Ellipsis, Eye, EyeOff, Pencil, Trash } from '#plugins/ui/web/icons.tsx';
import styles from './document.module.css';
import { deleteSegments, setSegments } from './segment-actions.ts';
import type { WholeDocument } from './whole-document.ts';

type Segment = Schemas['KnowledgeSegment'];

/** A segment as it is found. */
export function SegmentCard({
  base,
  document,
  segment,
  isChosen,
  onChoose,
}: {
  readonly base: Base;
  readonly document: WholeDocument;
  readonly segment: Segment;
  readonly isChosen: boolean;
  onChoose(isChosen: boolean): void;
}) {
  const t = knowledgeTexts();
  const mayChange = !document.archived;
  return (
    <li className={styles.segment}>
      <div className={styles.segmenthead}>
        {mayChange && (
          <input
            type="checkbox"
            aria-label={t.choose(`#${segment.position}`)}
            checked={isChosen}
            onChange={(event) => onChoose(event.currentTarget.checked)}
          />
        )}
        <span className={styles.facts} dir="auto">
          {factsOf(segment).join(' · ')}
        </span>
        {!segment.enabled && <Badge>{t.states.disabled}</Badge>}
        {segment.status === 'error' && <Badge variant="danger">{t.states.error}</Badge>}
        <SegmentMenu base={base} document={document} segment={segment} />
      </div>
      <p className={styles.content} dir="auto">
        {segment.content}
      </p>
      {segment.answer !== null && segment.answer !== '' && (
        <p className={styles.answer} dir="auto">
          {segment.answer}
        </p>
      )}
      {segment.summary !== null && segment.summary !== '' && (
        <p className={styles.facts} dir="auto">
          {t.summary}: {segment.summary}
        </p>
      )}
      {segment.keywords !== null && segment.keywords.length > 0 && (
        <p className={styles.facts} dir="auto">
          {t.keywords}: {segment.keywords.join(', ')}
        </p>
      )}
      {segment.error !== null && (
        <p className={styles.bad} dir="auto">
          {segment.error}
        </p>
      )}
    </li>
  );
}

function factsOf(segment: Segment): readonly string[] {
  const t = knowledgeTexts();
  const facts = [`#${segment.position}`, t.wordCount(segment.word_count, number(segment.word_count))];
  facts.push(t.hitCount(segment.hit_count));
  if (segment.child_chunk_count > 0) facts.push(t.childCount(segment.child_chunk_count));
  if (segment.page !== null) facts.push(t.pageNumber(segment.page));
  if (segment.heading !== null) facts.push(segment.heading);
  return facts;
}

function SegmentMenu({
  base,
  document,
  segment,
}: {
  readonly base: Base;
  readonly document: WholeDocument;
  readonly segment: Segment;
}) {
  const t = knowledgeTexts();
  if (document.archived) return null;
  const place = { base: base.id, document: document.id };
  const action = segment.enabled ? 'disable' : 'enable';
  return (
    <Menu
      small
      label={t.actionsOf(`#${segment.position}`)}
      items={[
        { label: t.edit, icon: <Pencil />, onSelect: () => setSearchParams({ segment: segment.id }) },
        {
          label: t.actions[action],
          icon: segment.enabled ? <EyeOff /> : <Eye />,
          onSelect: () => setSegments(place, [segment.id], action),
        },
        { label: t.delete, icon: <Trash />, danger: true, onSelect: () => void deleteSegments(place, [segment.id]) },
      ]}
    >
      <Ellipsis />
    </Menu>
  );
}
