import styles from '#plugins/app-access/web/access.module.css';
import { accessTexts } from '#plugins/app-access/web/texts/en.ts';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { Badge, number } from '#plugins/studio/web/contract.tsx';
import { classes, IconButton, lineChanges, Muted, Panel, Stack, Toolbar, withKeys } from '#plugins/ui/web/contract.ts';
import { Workflow } from '#plugins/ui/web/icons.tsx';
import own from './changes.module.css';
import { versionsTexts } from './texts/en.ts';

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
const looks = { added: 'success', removed: 'danger', changed: 'accent' } as const;

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
          {t.parts[part]} <Muted as="span">{number(ofPart.length)}</Muted>
        </h3>
        <Stack as="ul">
          {ofPart.map((change) => (
            <ChangeItem
              key={`${change.change} ${change.id}`}
              change={change}
              onShow={part === 'node' || part === 'edge' ? onShow : undefined}
              labels={part === 'node' ? labels : undefined}
            />
          ))}
        </Stack>
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
    <li className={own.item} tabIndex={-1} data-change={placeOfChange(item)}>
      <Panel>
        <Toolbar>
          <Badge variant={looks[change]}>{t.changes[change]}</Badge>
          <span className={styles.name} dir="auto">
            {title || id}
          </span>
          {authors.length > 0 && (
            <Muted as="span" dir="auto">
              {words.by(authors.join(', '))}
            </Muted>
          )}
          {onShow !== undefined && (
            <IconButton small label={words.show(title || id)} onClick={() => onShow(item)}>
              <Workflow />
            </IconButton>
          )}
        </Toolbar>
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
      </Panel>
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
  if (isSecret === true) return <Muted>{t.secretChanged}</Muted>;
  const [old, now] = [textOfValue(before), textOfValue(after)];
  const lines = change === 'changed' && (old.includes('\n') || now.includes('\n')) ? lineChanges(old, now) : null;
  if (lines !== null) {
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys.
      // biome-ignore lint/a11y/useSemanticElements: it holds no fields.
      <div role="group" className={own.text} tabIndex={0} aria-label={t.changes.changed}>
        {withKeys(lines).map(({ key, item: { kind, text } }) => {
          const Line = kind === 'added' ? 'ins' : kind === 'removed' ? 'del' : 'span';
          return (
            <Line key={key} className={classes(own.line, own[kind])} dir="auto">
              {text || ' '}
            </Line>
          );
        })}
      </div>
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
    // biome-ignore lint/a11y/useSemanticElements: it holds no fields.
    <div role="group" className={own.text} tabIndex={0} aria-label={label}>
      <span className="said">{label}: </span>
      <Element className={classes(own.line, own[kind])} dir="auto">
        {text || '—'}
      </Element>
    </div>
  );
}

function textOfValue(value: unknown): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}
