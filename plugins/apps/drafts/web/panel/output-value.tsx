import fieldStyles from '#plugins/drafts/web/fields/fields.module.css';
import { runTexts } from '#plugins/drafts/web/run/texts/en.ts';
import { fileSize } from '#plugins/studio/web/contract.tsx';
import { IconButton, JsonTree, Muted, toast, withKeys } from '#plugins/ui/web/contract.ts';
import { Copy } from '#plugins/ui/web/icons.tsx';
import { Markdown } from '#plugins/ui/web/markdown/contract.tsx';
import { type OutputFile, plainText, type ShownValue, showValue } from '#plugins/web-app/web/workflow/contract.ts';
import styles from './output-value.module.css';

/** An output of a run, shown as what it is: text, a table, files, or a tree. */
export function OutputValue({
  name,
  value,
  isGrowing = false,
}: {
  readonly name: string;
  readonly value: unknown;
  /** Text that still comes. */
  readonly isGrowing?: boolean;
}) {
  const t = runTexts();
  const shown: ShownValue = isGrowing ? { kind: 'text', text: String(value) } : showValue(value);
  const copy = () => void navigator.clipboard.writeText(plainText(value)).then(() => toast(t.copied));
  return (
    <section className={styles.output} aria-label={name}>
      <header className={styles.head}>
        <span className={fieldStyles.label} dir="auto">
          {name}
        </span>
        {!isGrowing && shown.kind !== 'nothing' && (
          <IconButton small label={t.copyOutput(name)} onClick={copy}>
            <Copy />
          </IconButton>
        )}
      </header>
      <Shown shown={shown} isGrowing={isGrowing} />
    </section>
  );
}

function Shown({ shown, isGrowing }: { readonly shown: ShownValue; readonly isGrowing: boolean }) {
  const t = runTexts();
  switch (shown.kind) {
    case 'nothing':
      return <Muted small>{t.emptyOutput}</Muted>;
    case 'word':
      return <p>{shown.text}</p>;
    case 'text':
      return <Markdown text={shown.text} isGrowing={isGrowing} />;
    case 'files':
      return (
        <ul className={styles.files}>
          {withKeys(shown.files).map(({ key, item }) => (
            <li key={key}>
              <FileLink file={item} />
            </li>
          ))}
        </ul>
      );
    case 'list':
      return (
        <ul className={styles.items}>
          {withKeys(shown.items.slice(0, 1_000)).map(({ key, item }) => (
            <li key={key} dir="auto">
              {item}
            </li>
          ))}
        </ul>
      );
    case 'table':
      return <JsonTree value={shown.table.rows} />;
    case 'tree':
      return <JsonTree value={shown.value} />;
  }
}

function FileLink({ file: { name, size, url } }: { readonly file: OutputFile }) {
  const about = size < 0 ? '' : ` · ${fileSize(size)}`;
  return (
    <>
      <a href={url} target="_blank" rel="noreferrer" dir="auto">
        {name}
      </a>
      <Muted as="span" small>
        {about}
      </Muted>
    </>
  );
}
