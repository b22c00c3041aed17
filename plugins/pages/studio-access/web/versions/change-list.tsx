import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { Badge, number } from '#plugins/studio/web/contract.tsx';
import styles from '#plugins/studio-access/web/access.module.css';
import { accessTexts } from '#plugins/studio-access/web/access-texts.ts';
import { classes, IconButton } from '#plugins/ui/web/contract.ts';
import { Workflow } from '#plugins/ui/web/icons.tsx';
import own from './changes.module.css';
import { lineChanges } from './line-changes.ts';
import { versionsTexts } from './versions-texts.ts';

type Change = Schemas['DocumentChange'];
type Field = Schemas['FieldChange'];

const PARTS = [
  'app',
  'node',
  'edge',
  'environment-variable',
  'conversation-variable',
  'feature',
  'dependency',
  'other',
] as const;
const looks = { added: 'ok', removed: 'bad', changed: 'accent' } as const;

/** Finds the item of a change in its list. */
export const placeOfChange = ({ part, change, id }: Change): string => `${part} ${change} ${id}`;

/**
 * How two states of an app differ: part by part, field by field. `onShow`: the canvas shows nodes and edges. `labels`: what forms call the
 * settings of nodes.
 */
export function ChangeList({
  changes,
  onShow,
  labels,
}: {
  readonly changes: readonly Change[];
  onShow?(change: Change): void;
  labels?(nodeId: string, path: string): string | null;
}) {
  const t = accessTexts();
  return PARTS.map((part) => {
    const ofPart = changes.filter((change) => change.part === part);
    if (ofPart.length === 0) return null;
    return (
      <section key={part} className={own.part} aria-label={t.parts[part]}>
        <h3 className={styles.subtitle}>
          {t.parts[part]} <span className={styles.faint}>{number(ofPart.length)}</span>
        </h3>
        <ul className={styles.list}>
          {ofPart.map((change) => (
            <ChangeItem
              key={`${change.change} ${change.id}`}
              change={change}
              onShow={part === 'node' || part === 'edge' ? onShow : undefined}
              labels={part === 'node' ? labels : undefined}
            />
          ))}
        </ul>
      </section>
    );
  });
}

function ChangeItem({
  change: item,
  onShow,
  labels,
}: {
  readonly change: Change;
  readonly onShow: ((change: Change) => void) | undefined;
  readonly labels: ((nodeId: string, path: string) => string | null) | undefined;
}) {
  const [t, words] = [accessTexts(), versionsTexts()];
  const { change, title, id, fields, authors } = item;
  return (
    <li className={classes(styles.panel, own.item)} tabIndex={-1} data-change={placeOfChange(item)}>
      <div className={styles.line}>
        <Badge look={looks[change]}>{t.changes[change]}</Badge>
        <span className={styles.name} dir="auto">
          {title || id}
        </span>
        {authors.length > 0 && (
          <span className={styles.faint} dir="auto">
            {words.by(authors.join(', '))}
          </span>
        )}
        {onShow !== undefined && (
          <IconButton small label={words.show(title || id)} onClick={() => onShow(item)}>
            <Workflow />
          </IconButton>
        )}
      </div>
      {fields.length > 0 && (
        <dl className={own.fields}>
          {fields.map((field) => (
            <div key={`${field.path} ${field.change}`}>
              <FieldName path={field.path} label={labels?.(id, field.path) ?? null} />
              <dd>
                <FieldValues field={field} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  );
}

function FieldName({ path, label }: { readonly path: string; readonly label: string | null }) {
  if (label === null) return <dt dir="ltr">{path}</dt>;
  return (
    <dt>
      <span className={own.label}>{label}</span> <bdi dir="ltr">{path}</bdi>
    </dt>
  );
}

function FieldValues({ field: { before, after, change, is_secret: isSecret } }: { readonly field: Field }) {
  const t = accessTexts();
  if (isSecret === true) return <p className={styles.faint}>{t.secretChanged}</p>;
  const [old, now] = [textOfValue(before), textOfValue(after)];
  const lines = change === 'changed' && (old.includes('\n') || now.includes('\n')) ? lineChanges(old, now) : null;
  if (lines !== null) {
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys.
      <section className={own.text} tabIndex={0} aria-label={t.changes.changed}>
        {lines.map(({ kind, text }, index) => {
          const Line = kind === 'added' ? 'ins' : kind === 'removed' ? 'del' : 'span';
          return (
            <Line key={index} className={classes(own.line, own[kind])} dir="auto">
              {text || ' '}
            </Line>
          );
        })}
      </section>
    );
  }
  return (
    <div className={own.pair}>
      {change !== 'added' && <Value kind="removed" label={t.before} text={old} />}
      {change !== 'removed' && <Value kind="added" label={t.after} text={now} />}
    </div>
  );
}

function Value({
  kind,
  label,
  text,
}: {
  readonly kind: 'removed' | 'added';
  readonly label: string;
  readonly text: string;
}) {
  const Element = kind === 'removed' ? 'del' : 'ins';
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys.
    <section className={own.text} tabIndex={0} aria-label={label}>
      <span className="said">{label}: </span>
      <Element className={classes(own.line, own[kind])} dir="auto">
        {text || '—'}
      </Element>
    </section>
  );
}

function textOfValue(value: unknown): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}
