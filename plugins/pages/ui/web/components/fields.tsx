import { type ComponentProps, type ReactNode, useId } from 'react';
import { classes, type ElementProps } from '#plugins/ui/web/classes.ts';
import styles from './fields.module.css';

export interface FieldFrame {
  readonly label: ReactNode;
  /** Shown below, always. */
  readonly hint?: ReactNode;
  /** What is wrong with the value, and what to do. */
  readonly wrong?: string | undefined;
  /** Said beside the label, such as "optional". */
  readonly note?: string | undefined;
  /** The label is only for screen readers. */
  readonly labelHidden?: boolean;
}

/** Ids and states that tie label, hint and error to the control. */
interface Control {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}

/** Label above, hint and error below; `children` makes the control. */
export function Field({
  label,
  hint,
  wrong,
  note,
  labelHidden = false,
  children,
}: FieldFrame & { readonly children: (control: Control) => ReactNode }) {
  const id = useId();
  const described = [hint !== undefined && `${id}-hint`, wrong !== undefined && `${id}-wrong`]
    .filter(Boolean)
    .join(' ');
  return (
    <div className={styles.field}>
      <label className={labelHidden ? 'said' : styles.label} htmlFor={id} dir="auto">
        {label}
        {note !== undefined && <span className={styles.optional}> {note}</span>}
      </label>
      {children({
        id,
        'aria-describedby': described === '' ? undefined : described,
        'aria-invalid': wrong === undefined ? undefined : true,
      })}
      {hint !== undefined && (
        <div className={styles.hint} id={`${id}-hint`} dir="auto">
          {hint}
        </div>
      )}
      {wrong !== undefined && (
        <div className={styles.wrong} id={`${id}-wrong`} role="alert">
          {wrong}
        </div>
      )}
    </div>
  );
}

function frameOf<Props extends FieldFrame>(props: Props): [FieldFrame, Omit<Props, keyof FieldFrame>] {
  const { label, hint, wrong, note, labelHidden, ...rest } = props;
  const frame = {
    label,
    wrong,
    note,
    ...(hint !== undefined && { hint }),
    ...(labelHidden !== undefined && { labelHidden }),
  };
  return [frame, rest];
}

export function TextField(props: FieldFrame & ElementProps<'input'>) {
  const [frame, { className, ...rest }] = frameOf(props);
  // Preact's types have one for each kind of input, and which kind this is only its user knows.
  const native = rest as ComponentProps<'input'>;
  return (
    <Field {...frame}>
      {(control) => (
        <input type="text" dir="auto" {...native} {...control} className={classes(styles.input, className)} />
      )}
    </Field>
  );
}

export function TextArea(props: FieldFrame & ElementProps<'textarea'>) {
  const [frame, { className, ...rest }] = frameOf(props);
  return (
    <Field {...frame}>
      {(control) => <textarea dir="auto" {...rest} {...control} className={classes(styles.input, className)} />}
    </Field>
  );
}

export interface SelectOption {
  readonly value: string;
  readonly label?: string;
}

/** `empty`: what stands there while nothing is chosen; without it the first option is chosen. */
export function Select(
  props: FieldFrame &
    ElementProps<'select'> & { readonly options: readonly SelectOption[]; readonly empty?: string | undefined },
) {
  const [frame, { className, options, empty, ...rest }] = frameOf(props);
  return (
    <Field {...frame}>
      {(control) => (
        <select {...rest} {...control} className={classes(styles.input, className)}>
          {empty !== undefined && <option value="">{empty}</option>}
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label ?? value}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

type ChoiceProps = Omit<ElementProps<'input'>, 'type'> & Pick<FieldFrame, 'label' | 'hint' | 'wrong'>;

export function Checkbox(props: ChoiceProps) {
  return <Choice {...props} />;
}

/** Takes effect at once. */
export function Switch(props: ChoiceProps) {
  return <Choice {...props} role="switch" className={classes(styles.switch, props.className)} />;
}

function Choice({ label, hint, wrong, ...rest }: ChoiceProps & { readonly role?: 'switch' }) {
  const id = useId();
  const about = [hint !== undefined && `${id}-hint`, wrong !== undefined && `${id}-wrong`].filter(Boolean).join(' ');
  return (
    <div className={styles.field}>
      <label className={styles.choice}>
        <input
          {...rest}
          type="checkbox"
          aria-describedby={about === '' ? undefined : about}
          aria-invalid={wrong === undefined ? undefined : true}
        />
        <span dir="auto">{label}</span>
      </label>
      {hint !== undefined && (
        <div className={styles.hint} id={`${id}-hint`} dir="auto">
          {hint}
        </div>
      )}
      {wrong !== undefined && (
        <div className={styles.wrong} id={`${id}-wrong`} role="alert">
          {wrong}
        </div>
      )}
    </div>
  );
}
