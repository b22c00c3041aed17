import { useState } from 'react';
import { WriteButton } from '#plugins/drafts/web/assistant/offers.tsx';
import { isMapping } from '#plugins/drafts/web/document/operations.ts';
import { Tabs } from '#plugins/ui/web/contract.ts';
import { CodeInput } from './code-input.tsx';
import type { FieldProps } from './field-props.ts';
import styles from './fields.module.css';
import { JsonInput } from './json-input.tsx';
import { SchemaFields } from './schema-fields.tsx';
import { emptySchema, readSchema, typeOf } from './schema-tree.ts';
import { settingsTexts } from './settings-texts/en.ts';
import { text } from './values.ts';

/**
 * A JSON Schema: its properties as a form, all of it as JSON. What the form does not show stays as it is, and a schema
 * that is held as text stays text.
 */
export function SchemaInput({
  label,
  hint,
  value,
  isText = typeof value === 'string',
  onChange,
  onWrong,
}: {
  readonly label: string;
  readonly hint?: string | undefined;
  /** The schema, or its text; null and undefined: there is none. */
  readonly value: unknown;
  /** It is held as text. */
  readonly isText?: boolean;
  /** Undefined: there is none any more. */
  onChange(value: unknown): void;
  /** What is typed as JSON can't be read, or can be again. */
  onWrong?(isWrong: boolean): void;
}) {
  const t = settingsTexts();
  const read = readSchema(value);
  const schema = isMapping(read?.schema) && Object.keys(read.schema).length === 0 ? undefined : read?.schema;
  const isForm = schema === undefined || typeOf(schema) !== 'other';
  const [tab, setTab] = useState<'form' | 'json'>(isForm ? 'form' : 'json');
  const write = (next: unknown) => {
    onWrong?.(false);
    onChange(isText && next !== undefined ? JSON.stringify(next, null, 2) : next);
  };
  if (read === undefined)
    return (
      <CodeInput
        label={label}
        language="json"
        rows={8}
        wrong={t.schemaNotJson}
        value={text(value)}
        onChange={onChange}
      />
    );
  return (
    <div className={styles.group}>
      <span className={styles.label}>{label}</span>
      <Tabs<'form' | 'json'>
        label={label}
        value={tab}
        onChange={(next) => {
          setTab(next);
          onWrong?.(false);
        }}
        tabs={[
          { name: 'form', label: t.form },
          { name: 'json', label: 'JSON' },
        ]}
      >
        {tab === 'json' ? (
          <JsonInput
            label={`${label} · JSON`}
            value={schema}
            rows={8}
            onChange={write}
            {...(onWrong !== undefined && { onWrong })}
          />
        ) : !isForm ? (
          <p className={styles.help}>{t.onlyJson}</p>
        ) : (
          <SchemaFields
            name={label}
            schema={isMapping(schema) ? schema : emptySchema('object')}
            isRoot
            onChange={write}
          />
        )}
      </Tabs>
      {hint !== undefined && <p className={styles.help}>{hint}</p>}
    </div>
  );
}

function schemaText(value: unknown): string {
  return value === undefined || value === null ? '' : text(value) || JSON.stringify(value, null, 2);
}

export function JsonSchemaField({ field, value, onChange }: FieldProps<'json-schema'>) {
  return (
    <div className={styles.group}>
      <SchemaInput label={field.label} hint={field.help} value={value} onChange={onChange} />
      <WriteButton kind="json-schema" label={field.label} current={schemaText(value)} />
    </div>
  );
}
