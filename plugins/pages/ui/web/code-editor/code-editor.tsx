import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef } from 'react';
import fieldStyles from '#plugins/ui/web/components/fields.module.css';
import { Field, type FieldFrame } from '#plugins/ui/web/components/fields.tsx';
import { useLatest } from '#plugins/ui/web/hooks.ts';
import { lazyModule } from '#plugins/ui/web/lazy-module.ts';
import type { EditorOptions, TextHelp } from './editor-options.ts';
import type { EditorParts, OpenEditor, openEditor } from './open-editor.ts';
import { editorTexts } from './texts/en.ts';

export interface CodeEditorProps extends FieldFrame {
  readonly label: string;
  readonly value: string;
  /** One of `CodeLanguage`; others are shown without colours. */
  readonly language?: string;
  /** Line numbers, brackets, Tab indents; else a text. */
  readonly isCode?: boolean;
  /** Lines it has room for at least; with 1, Enter makes no new line. */
  readonly rows?: number;
  readonly placeholder?: string | undefined;
  readonly readOnly?: boolean;
  /** Ids of elements that tell more of it, besides its own hint. */
  readonly describedBy?: string | undefined;
  /** What surrounds it takes changes back, so that it keeps none of its own. */
  readonly isUndoneOutside?: boolean;
  /** Drawn anew when it is another one: to be memoized. */
  readonly help?: TextHelp;
  onChange(value: string): void;
}

const editor = lazyModule(() => import('./open-editor.ts'));
const noHelp: TextHelp = {};

/** A field for code and for texts with placeholders. */
export function CodeEditor({ label, hint, wrong, note, labelHidden, ...props }: CodeEditorProps) {
  const t = editorTexts();
  const { isCode = false } = props;
  const told =
    isCode && !labelHidden ? (
      <>
        {hint} {t.leave}
      </>
    ) : (
      hint
    );
  return (
    <Field
      {...{ label, wrong, note }}
      {...(labelHidden !== undefined && { labelHidden })}
      {...(told !== undefined && { hint: told })}
    >
      {(control) => <Inner {...props} label={label} control={control} />}
    </Field>
  );
}

interface InnerProps extends Omit<CodeEditorProps, keyof FieldFrame> {
  readonly label: string;
  readonly control: {
    readonly id: string;
    readonly 'aria-describedby': string | undefined;
    readonly 'aria-invalid': true | undefined;
  };
}

function Inner({
  label,
  control,
  value,
  describedBy,
  rows = 4,
  placeholder = '',
  readOnly = false,
  ...props
}: InnerProps) {
  const t = editorTexts();
  const { isCode = false, language = '', isUndoneOutside = false, help = noHelp } = props;
  const module = editor.use();
  const place = useRef<HTMLDivElement>(null);
  const caret = useRef<EditorParts['caret']>(null);
  const open = useRef<OpenEditor | null>(null);
  const latest = useLatest(props);
  const phrases = useMemo(() => ({ Completions: t.offers, 'Selection deleted': t.deleted }), [t]);
  const described = [control['aria-describedby'], describedBy].filter(Boolean).join(' ') || undefined;
  const options: EditorOptions = {
    ...{ id: control.id, label, describedBy: described, isWrong: control['aria-invalid'] === true, placeholder },
    ...{ language, isCode, rows, readOnly, isUndoneOutside, help, phrases },
  };
  // The editor takes the place of the plain field in one step, and its caret: no key is lost between the two.
  const plain = useCallback((area: HTMLTextAreaElement) => {
    return () => {
      const isFocused = document.activeElement === area;
      caret.current = isFocused ? { from: area.selectionStart, to: area.selectionEnd } : null;
    };
  }, []);
  const begin = useEffectEvent((make: typeof openEditor, at: HTMLElement, nonce: string) =>
    make({
      ...{ place: at, text: value, options, nonce, caret: caret.current },
      onChange: (text) => latest.current.onChange(text),
    }),
  );
  useLayoutEffect(() => {
    if (module === null || place.current === null) return;
    const { nonce = '' } = document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]') ?? {};
    const opened = begin(module.openEditor, place.current, nonce);
    open.current = opened;
    const name = document.querySelector(`label[for="${CSS.escape(control.id)}"]`);
    const focus = () => opened.focus();
    name?.addEventListener('click', focus);
    return () => {
      name?.removeEventListener('click', focus);
      open.current = null;
      opened.close();
    };
  }, [module, control.id]);
  // Before the next key can come, or what it writes would be taken back.
  useLayoutEffect(() => open.current?.setText(value), [value]);
  useEffect(() => open.current?.setOptions(options));
  if (module !== null) return <div ref={place} />;
  return (
    <textarea
      {...control}
      ref={plain}
      className={fieldStyles.input}
      aria-describedby={described}
      dir={isCode ? 'ltr' : 'auto'}
      rows={rows}
      spellCheck={!isCode}
      {...{ placeholder, readOnly, value }}
      onInput={(event) => props.onChange(event.currentTarget.value)}
    />
  );
}
