import type { InputField } from './fields.ts';
import { FileControl } from './file-control.tsx';
import css from './input-form.module.css';
import { formTexts } from './texts/en.ts';
import type { InputFormState } from './use-input-form.ts';
import { refusedText, wrongText } from './wrong-text.ts';

export interface FieldProps {
  readonly id: string;
  readonly field: InputField;
  readonly form: InputFormState;
  readonly disabled: boolean;
}

/** Names of fields are written by people: what an id can't hold is left out. */
export function fieldId(form: string, { name }: InputField): string {
  return `${form}${name.replace(/[^A-Za-z0-9_-]/g, '_')}`;
}

/** One field with its label, what is said of it, and what is wrong with it. */
export function FieldControl(props: FieldProps) {
  const { id, field, form } = props;
  const t = formTexts();
  const wrong = form.wrongs[field.name];
  const refused = form.refused[field.name];
  const count = countText(props);
  const message = wrong === undefined ? undefined : wrongText(wrong, field);
  const isFile = field.kind === 'file' || field.kind === 'file-list';
  const described = [
    field.description !== '' && `${id}-about`,
    (message !== undefined || refused !== undefined) && `${id}-wrong`,
    count !== '' && `${id}-count`,
  ].filter((each) => each !== false);
  const shared = {
    'aria-describedby': described.length > 0 ? described.join(' ') : undefined,
    'aria-invalid': wrong !== undefined ? (true as const) : undefined,
  };
  return (
    <div className={css.field} data-field={field.name}>
      {field.kind === 'checkbox' ? (
        <label className={css.tick} htmlFor={id}>
          <Control {...props} shared={shared} />
          <span dir="auto">{field.label}</span>
        </label>
      ) : (
        <label className={css.label} htmlFor={id} id={`${id}-label`}>
          <span dir="auto">{field.label}</span>
          {field.required && (
            <span className={css.star} title={t.required} aria-hidden="true">
              *
            </span>
          )}
          {field.required && isFile && <span className={css.unseen}> ({t.required})</span>}
        </label>
      )}
      {field.description !== '' && (
        <p className={css.about} id={`${id}-about`} dir="auto">
          {field.description}
        </p>
      )}
      {isFile && <FileControl {...props} shared={shared} />}
      {!isFile && field.kind !== 'checkbox' && <Control {...props} shared={shared} />}
      {count !== '' && (
        <p className={css.count} id={`${id}-count`}>
          {count}
        </p>
      )}
      {(message !== undefined || refused !== undefined) && (
        <p className={css.wrong} id={`${id}-wrong`} role={refused === undefined ? undefined : 'alert'} dir="auto">
          {refused === undefined ? message : refusedText(refused)}
        </p>
      )}
    </div>
  );
}

/** Said when a text comes near its limit. */
function countText({ field, form }: FieldProps): string {
  const value = form.values[field.name];
  if (field.maximum === 0 || typeof value !== 'string' || field.kind === 'select') return '';
  const isNear = value.length > field.maximum * 0.8 && value.length <= field.maximum;
  return isNear ? formTexts().characters([...value].length, field.maximum) : '';
}

export interface SharedAttributes {
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}

/** The attribute as text, in a spread: React and Preact name the property differently, and neither may leave it out. */
const unspelled = { spellCheck: 'false' } as const;

function Control({ id, field, form, disabled, shared }: FieldProps & { readonly shared: SharedAttributes }) {
  const t = formTexts();
  const held = form.values[field.name];
  const value = typeof held === 'string' ? held : '';
  const common = {
    id,
    name: field.name,
    disabled,
    required: field.required,
    onBlur: () => form.leave(field.name),
    ...shared,
  };
  const text = {
    ...common,
    value,
    placeholder: field.placeholder,
    dir: 'auto' as const,
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement | HTMLTextAreaElement }) =>
      form.set(field.name, currentTarget.value),
  };
  switch (field.kind) {
    case 'paragraph':
      return <textarea {...text} className={css.paragraph} rows={3} />;
    case 'json_object':
      return <textarea {...text} className={css.json} rows={4} {...unspelled} autoCapitalize="off" dir="ltr" />;
    case 'number':
      return <input {...text} className={css.input} inputMode="decimal" autoComplete="off" />;
    case 'select':
      return (
        <select
          {...common}
          className={css.select}
          value={value}
          onChange={({ currentTarget }) => form.set(field.name, currentTarget.value)}
        >
          {(!field.required || value === '') && !field.options.includes('') && (
            <option value="">{field.required ? t.choose : t.none}</option>
          )}
          {field.options.map((option) => (
            <option key={option} value={option} dir="auto">
              {option}
            </option>
          ))}
        </select>
      );
    case 'checkbox':
      return (
        <input
          {...common}
          required={false}
          className={css.box}
          type="checkbox"
          checked={held === true}
          onChange={({ currentTarget }) => form.set(field.name, currentTarget.checked)}
        />
      );
    default:
      return <input {...text} className={css.input} />;
  }
}
