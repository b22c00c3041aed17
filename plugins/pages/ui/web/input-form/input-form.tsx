import {
  type ClipboardEvent,
  type DragEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
} from 'react';
import { FieldControl, fieldId } from './field-control.tsx';
import type { InputField } from './fields.ts';
import { isAccepted } from './file-types.ts';
import css from './input-form.module.css';
import { formTexts } from './texts/en.ts';
import type { InputFormState } from './use-input-form.ts';

interface InputFormProps {
  readonly form: InputFormState;
  /** While what it asks for is under way. */
  readonly disabled?: boolean;
  /** What the form is for, to those who don't see it. */
  readonly label?: string;
  onSubmit(inputs: Record<string, unknown>): void;
  /** The buttons below the fields; one of them is of the type `submit`. */
  readonly children: ReactNode;
}

/** Asks for the inputs of an app, or the answer to a form that a run waits for. Ctrl Enter sends it from any field. */
export function InputForm({ form, disabled = false, label, onSubmit, children }: InputFormProps) {
  const element = useRef<HTMLFormElement>(null);
  const id = useId();
  const t = formTexts();
  const shown = form.fields.filter(({ hidden }) => !hidden);
  const wrongCount = shown.filter(({ name }) => form.wrongs[name] !== undefined).length;

  useEffect(() => {
    if (form.complaints === 0) return;
    element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [form.complaints]);
  useKeptPage(shown.some(takesFiles));

  const submit = () => {
    const inputs = disabled ? null : form.submit();
    if (inputs !== null) onSubmit(inputs);
  };
  const take = (event: ClipboardEvent<HTMLElement> | DragEvent<HTMLElement>, files: readonly File[]) => {
    if (files.length === 0 || disabled) return;
    event.preventDefault();
    const named = (event.target as Element).closest('[data-field]')?.getAttribute('data-field');
    const field = fieldFor(shown, named ?? '', files);
    if (field !== undefined) form.addFiles(field.name, files);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    submit();
  };
  return (
    <form
      ref={element}
      className={css.form}
      noValidate
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      onKeyDown={onKeyDown}
      onPaste={(event) => take(event, [...(event.clipboardData?.files ?? [])])}
      onDrop={(event) => take(event, [...(event.dataTransfer?.files ?? [])])}
    >
      {shown.some(({ required }) => required) && shown.some(({ required }) => !required) && (
        <p className={css.legend}>{t.starred}</p>
      )}
      {shown.map((field) => (
        <FieldControl key={field.name} id={fieldId(id, field)} {...{ field, form, disabled }} />
      ))}
      <p className={css.summary} role="status">
        {wrongCount > 0 && form.complaints > 0 ? t.wrongFields(wrongCount) : ''}
      </p>
      <div className={css.actions}>{children}</div>
    </form>
  );
}

function takesFiles({ kind }: InputField): boolean {
  return kind === 'file' || kind === 'file-list';
}

/** The field that files were dropped on, else the first that takes such files. */
function fieldFor(fields: readonly InputField[], name: string, files: readonly File[]): InputField | undefined {
  const all = fields.filter((field) => takesFiles(field) && !isAddressOnly(field));
  const fits = (field: InputField) => files.some((file) => isAccepted(file.name, field.files));
  return all.find((field) => field.name === name) ?? all.find(fits) ?? all[0];
}

/** Uploads are not taken, only addresses. */
export function isAddressOnly({ files: { methods } }: InputField): boolean {
  return methods.length > 0 && !methods.includes('local_file');
}

/** A file that is dropped beside the form would take the page's place. */
function useKeptPage(active: boolean): void {
  useEffect(() => {
    if (!active) return;
    const keep = (event: Event) => event.preventDefault();
    window.addEventListener('dragover', keep);
    window.addEventListener('drop', keep);
    return () => {
      window.removeEventListener('dragover', keep);
      window.removeEventListener('drop', keep);
    };
  }, [active]);
}
