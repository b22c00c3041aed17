import { Button, IconButton, TextField, withKeys } from '#plugins/ui/web/contract.ts';
import { Plus, Trash } from '#plugins/ui/web/icons.tsx';
import styles from './fields.module.css';
import { formsTexts } from './forms-texts/en.ts';
import { likeBefore } from './structured.ts';
import { list, text } from './values.ts';

/** Several values that something is compared with, one to a row: they may have commas in them. */
export function ValueList({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: unknown;
  onChange(value: readonly unknown[]): void;
}) {
  const t = formsTexts();
  const values = list(value);
  return (
    <fieldset className={styles.group}>
      <legend className="said">{label}</legend>
      {withKeys(values).map(({ key, item: each, at }) => {
        const name = t.valueN(String(at + 1));
        return (
          <div key={key} className={styles.row}>
            <TextField
              label={name}
              labelHidden
              value={text(each)}
              onInput={(event) => onChange(values.with(at, likeBefore(event.currentTarget.value, each)))}
            />
            <IconButton small label={t.remove(name)} onClick={() => onChange(values.toSpliced(at, 1))}>
              <Trash />
            </IconButton>
          </div>
        );
      })}
      <div>
        <Button small onClick={() => onChange([...values, ''])}>
          <Plus /> {t.addValue}
        </Button>
      </div>
    </fieldset>
  );
}
