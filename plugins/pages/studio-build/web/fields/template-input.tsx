import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { buildTexts } from '#plugins/studio-build/web/build-texts.ts';
import type { Variable } from '#plugins/studio-build/web/graph/variables.ts';
import { Field } from '#plugins/ui/web/contract.ts';
import { usePanel } from './field-props.ts';
import styles from './fields.module.css';
import areaStyles from './select.module.css';

export interface TemplateInputProps {
  readonly label: string;
  readonly labelHidden?: boolean;
  readonly hint?: string | undefined;
  readonly placeholder?: string | undefined;
  readonly rows?: number;
  readonly value: string;
  /** Placeholders that have a meaning here only. */
  readonly special?: readonly string[] | undefined;
  /** Names in place of placeholders: Jinja. */
  readonly isJinja?: boolean;
  onChange(value: string): void;
}

interface Suggestion {
  readonly key: string;
  readonly label: string;
  readonly type: string;
  readonly insert: string;
}

const MAX_SHOWN = 40;

/** A text with placeholders of variables: `/` or `{{` lists those there are. */
export function TemplateInput(props: TemplateInputProps) {
  const { label, labelHidden = false, hint, placeholder, rows = 4, value, isJinja = false, onChange } = props;
  const t = buildTexts();
  const id = useId();
  const { before } = usePanel();
  const area = useRef<HTMLTextAreaElement>(null);
  const [asked, setAsked] = useState<{ readonly from: number; readonly words: string } | null>(null);
  const [at, setAt] = useState(0);
  const all: readonly Suggestion[] = [
    ...(props.special ?? []).map((name) => ({ key: name, label: name, type: '', insert: `{{${name}}}` })),
    ...before.flatMap((group) =>
      group.variables.map((variable) => suggestionOf(variable, t.appGroups[group.id] ?? group.title)),
    ),
  ];
  const words = asked?.words.toLowerCase() ?? '';
  const shown =
    asked === null || isJinja ? [] : all.filter((each) => each.label.toLowerCase().includes(words)).slice(0, MAX_SHOWN);
  const current = shown[Math.min(at, shown.length - 1)];

  function look(element: HTMLTextAreaElement): void {
    const typed = element.value.slice(0, element.selectionStart);
    const found = /(?:^|\s)\/([^\s/]*)$/.exec(typed) ?? /\{\{#?([^{}#\n]*)$/.exec(typed);
    setAsked(
      found === null ? null : { from: typed.length - found[0].trimStart().length, words: (found[1] ?? '').trim() },
    );
    setAt(0);
  }

  function take({ insert }: Suggestion): void {
    const element = area.current;
    if (element === null || asked === null) return;
    const end = element.selectionStart;
    onChange(value.slice(0, asked.from) + insert + value.slice(end));
    setAsked(null);
    const caret = asked.from + insert.length;
    requestAnimationFrame(() => {
      element.focus();
      element.setSelectionRange(caret, caret);
    });
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (current === undefined) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) setAt((Math.min(at, shown.length - 1) + step + shown.length) % shown.length);
    else if (event.key === 'Enter' || event.key === 'Tab') take(current);
    else if (event.key === 'Escape') setAsked(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <Field label={label} labelHidden={labelHidden} {...(hint !== undefined && { hint })}>
      {(control) => (
        <div className={styles.template}>
          <textarea
            {...control}
            ref={area}
            className={areaStyles.select}
            dir="auto"
            rows={rows}
            placeholder={placeholder ?? (isJinja ? undefined : t.templateHint)}
            value={value}
            aria-autocomplete="list"
            aria-controls={current === undefined ? undefined : id}
            aria-activedescendant={current === undefined ? undefined : `${id}-${shown.indexOf(current)}`}
            onInput={(event) => {
              onChange(event.currentTarget.value);
              look(event.currentTarget);
            }}
            onKeyDown={onKeyDown}
            onBlur={() => setTimeout(() => setAsked(null), 150)}
          />
          {current !== undefined && (
            <div id={id} role="listbox" aria-label={t.variables} className={styles.suggestions}>
              {shown.map((each, index) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents: keys are taken by the field, which keeps the focus.
                <div
                  key={each.key}
                  id={`${id}-${index}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={each === current}
                  className={styles.suggestion}
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => take(each)}
                >
                  <span dir="auto">{each.label}</span>
                  <span className={styles.type}>{each.type}</span>
                </div>
              ))}
            </div>
          )}
        </div>
      )}
    </Field>
  );
}

function suggestionOf({ selector, type }: Variable, title: string): Suggestion {
  const name = selector.join('.');
  return { key: name, label: `${title} · ${selector.slice(1).join('.')}`, type, insert: `{{#${name}#}}` };
}
