import { useState } from 'react';
import { type Api, Button, IconButton, JsonTree, toast, withKeys } from '#plugins/ui/web/contract.ts';
import { Copy, Download } from '#plugins/ui/web/icons.tsx';
import { Markdown } from '#plugins/ui/web/markdown/contract.tsx';
import { DataTableView } from './data-table.tsx';
import { FileCards } from './file-cards.tsx';
import { fileName, plainText, type ShownValue, showValue, toCsv } from './output-values.ts';
import css from './output-view.module.css';
import { copyText, saveText } from './save-file.ts';
import { workflowTexts } from './texts/en.ts';

interface OutputsProps {
  readonly api: Api;
  readonly outputs: Readonly<Record<string, unknown>>;
  /** Of downloaded files. */
  readonly title: string;
}

/** Everything that a run gave back, each output by its name; one alone needs none. */
export function Outputs({ api, outputs, title }: OutputsProps) {
  const t = workflowTexts();
  const names = Object.keys(outputs);
  const [only] = names;
  if (only === undefined) return <p className={css.empty}>{t.noOutputs}</p>;
  if (names.length === 1) return <Output api={api} value={outputs[only]} title={title} />;
  return (
    <div className={css.outputs}>
      {names.map((name) => (
        <Output key={name} api={api} name={name} value={outputs[name]} title={`${title} ${name}`} />
      ))}
      <div className={css.all}>
        <Button small onClick={() => void copy(plainText(outputs))}>
          <Copy /> {t.copyAll}
        </Button>
        <Button small onClick={() => saveText(plainText(outputs), fileName(title, 'json'), 'application/json')}>
          <Download /> JSON
        </Button>
      </div>
    </div>
  );
}

interface OutputProps {
  readonly api: Api;
  readonly name?: string;
  readonly value: unknown;
  readonly title: string;
  /** Text that still comes. */
  readonly isGrowing?: boolean;
}

export function Output({ api, name, value, title, isGrowing = false }: OutputProps) {
  const t = workflowTexts();
  const [isPlain, setPlain] = useState(false);
  const shown: ShownValue = isGrowing ? { kind: 'text', text: String(value) } : showValue(value);
  const isFile = shown.kind === 'files';
  return (
    <section className={css.output} aria-label={name}>
      <header className={css.head}>
        {name !== undefined && (
          <h3 className={css.name} dir="auto">
            {name}
          </h3>
        )}
        {!isGrowing && !isFile && shown.kind !== 'nothing' && (
          <div className={css.tools}>
            {shown.kind === 'text' && (
              <Button small variant="quiet" aria-pressed={isPlain} onClick={() => setPlain(!isPlain)}>
                {isPlain ? t.asMarkdown : t.asText}
              </Button>
            )}
            <IconButton small label={named(t.copy, name)} onClick={() => void copy(plainText(value))}>
              <Copy />
            </IconButton>
            <IconButton small label={named(t.download, name)} onClick={() => download(shown, value, title)}>
              <Download />
            </IconButton>
          </div>
        )}
      </header>
      <Value {...{ api, shown, isPlain, isGrowing }} />
    </section>
  );
}

interface ValueProps {
  readonly api: Api;
  readonly shown: ShownValue;
  readonly isPlain: boolean;
  readonly isGrowing: boolean;
}

function Value({ api, shown, isPlain, isGrowing }: ValueProps) {
  const t = workflowTexts();
  switch (shown.kind) {
    case 'nothing':
      return <p className={css.empty}>{t.emptyValue}</p>;
    case 'word':
      return <p className={css.word}>{shown.text}</p>;
    case 'text':
      return isPlain ? (
        <pre className={css.plain} dir="auto">
          {shown.text}
        </pre>
      ) : (
        <Markdown text={shown.text} isGrowing={isGrowing} />
      );
    case 'files':
      return <FileCards api={api} files={shown.files} />;
    case 'list':
      return <TextList items={shown.items} />;
    case 'table':
      return <DataTableView table={shown.table} />;
    case 'tree':
      return <JsonTree value={shown.value} />;
  }
}

function TextList({ items }: { readonly items: readonly string[] }) {
  return (
    <ul className={css.list}>
      {withKeys(items.slice(0, 1000)).map(({ key, item }) => (
        <li key={key} dir="auto">
          {item}
        </li>
      ))}
      {items.length > 1000 && <li>…</li>}
    </ul>
  );
}

function named(action: string, name: string | undefined): string {
  return name === undefined ? action : `${action}: ${name}`;
}

function download(shown: ShownValue, value: unknown, title: string): void {
  if (shown.kind === 'table') saveText(`\uFEFF${toCsv(shown.table)}`, fileName(title, 'csv'), 'text/csv');
  else if (shown.kind === 'text' || shown.kind === 'word') {
    saveText(plainText(value), fileName(title, 'md'), 'text/markdown');
  } else saveText(plainText(value), fileName(title, 'json'), 'application/json');
}

export async function copy(text: string): Promise<void> {
  const t = workflowTexts();
  toast((await copyText(text)) ? t.copied : t.notCopied);
}
