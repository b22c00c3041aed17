import { type ReactNode, useRef, useState } from 'react';
import { isMapping, type Mapping } from '#plugins/drafts/web/document/operations.ts';
import {
  Button,
  Checkbox,
  IconButton,
  Select,
  TextArea,
  TextField,
  useOnChange,
  withKeys,
} from '#plugins/ui/web/contract.ts';
import { ArrowDown, ArrowUp, Plus, Trash } from '#plugins/ui/web/icons.tsx';
import styles from './fields.module.css';
import { JsonInput } from './json-input.tsx';
import own from './schema.module.css';
import * as tree from './schema-tree.ts';
import { settingsTexts } from './settings-texts/en.ts';
import { useTyped } from './use-typed.ts';
import { list, text } from './values.ts';

interface SchemaProps {
  /** What the schema is of, for names of what changes it. */
  readonly name: string;
  readonly schema: Mapping;
  readonly isRoot?: boolean;
  onChange(schema: Mapping): void;
}

/** What stands in a schema: the properties of an object, the items of a list, the values of a text or number. */
export function SchemaFields({ name, schema, isRoot = false, onChange }: SchemaProps) {
  const t = settingsTexts();
  const type = tree.typeOf(schema);
  const others = tree.otherKeywords(schema);
  return (
    <div className={styles.group}>
      {isRoot && type !== 'object' && (
        <TypeSelect name={name} label={t.type} schema={schema} onChange={(next) => onChange(next)} />
      )}
      {type === 'object' && <PropertiesInput {...{ name, schema, isRoot, onChange }} />}
      {type === 'array' && <ItemsInput {...{ name, schema, onChange }} />}
      {(type === 'string' || type === 'number' || type === 'integer') && (
        <ValuesInput {...{ name, schema, onChange }} type={type} />
      )}
      {type !== 'other' && others.length > 0 && <p className={styles.help}>{t.kept(others.join(', '))}</p>}
    </div>
  );
}

function PropertiesInput({ name, schema, isRoot, onChange }: SchemaProps) {
  const t = settingsTexts();
  const box = useRef<HTMLDivElement>(null);
  const [wanted, setWanted] = useState<number | null>(null);
  const properties = tree.propertiesOf(schema);
  // What was added or moved is what is typed in next.
  useOnChange(`${wanted} ${properties.length}`, () => {
    const all = box.current?.querySelectorAll<HTMLElement>(':scope > [data-property]');
    const found = wanted === null ? undefined : all?.[wanted];
    if (found === undefined) return;
    found.querySelector('input')?.focus();
    setWanted(null);
  });
  const move = (at: number, by: 1 | -1) => {
    onChange(tree.moveProperty(schema, at, by));
    setWanted(at + by);
  };
  return (
    <div className={styles.group} ref={box}>
      {properties.length === 0 && <p className={styles.help}>{t.noProperties}</p>}
      {withKeys(properties).map(({ key, item: property, at }) => (
        <fieldset key={key} className={own.property} data-property>
          <legend className="said">{t.property(property.name)}</legend>
          <PropertyHead {...{ schema, property, onChange }} />
          <PropertyBody {...{ schema, property, onChange }}>
            <span className={own.actions}>
              <IconButton small label={`${t.up}: ${property.name}`} disabled={at === 0} onClick={() => move(at, -1)}>
                <ArrowUp />
              </IconButton>
              <IconButton
                small
                label={`${t.down}: ${property.name}`}
                disabled={at === properties.length - 1}
                onClick={() => move(at, 1)}
              >
                <ArrowDown />
              </IconButton>
              <IconButton
                small
                label={t.remove(property.name)}
                onClick={() => {
                  onChange(tree.removeProperty(schema, property.name));
                  setWanted(Math.max(0, at - 1));
                }}
              >
                <Trash />
              </IconButton>
            </span>
          </PropertyBody>
        </fieldset>
      ))}
      <div>
        <Button
          small
          onClick={() => {
            onChange(tree.addProperty(schema));
            setWanted(properties.length);
          }}
        >
          <Plus /> {isRoot === true ? t.addProperty : t.addPropertyTo(name)}
        </Button>
      </div>
    </div>
  );
}

interface PropertyProps {
  readonly schema: Mapping;
  readonly property: tree.Property;
  onChange(schema: Mapping): void;
}

function PropertyHead({ schema, property, onChange }: PropertyProps) {
  const t = settingsTexts();
  const { name } = property;
  const { typed, setTyped } = useTyped(name);
  const problem = tree.nameProblem(schema, name, typed);
  const change = (next: unknown) => onChange(tree.changeProperty(schema, name, next));
  return (
    <div className={own.head}>
      <TextField
        label={t.name}
        labelHidden
        dir="ltr"
        autoComplete="off"
        value={typed}
        wrong={problem === 'empty' ? t.nameEmpty : problem === 'taken' ? t.nameTaken : undefined}
        onInput={({ currentTarget: { value } }) => {
          const isName = tree.nameProblem(schema, name, value) === null;
          setTyped(value, isName ? value : null);
          if (isName) onChange(tree.renameProperty(schema, name, value));
        }}
      />
      <TypeSelect
        name={name}
        label={t.type}
        schema={isMapping(property.schema) ? property.schema : {}}
        onChange={change}
      />
    </div>
  );
}

function PropertyBody({ schema, property, onChange, children }: PropertyProps & { readonly children: ReactNode }) {
  const t = settingsTexts();
  const { name } = property;
  const described = isMapping(property.schema) ? property.schema : {};
  const change = (next: unknown) => onChange(tree.changeProperty(schema, name, next));
  return (
    <>
      <TextField
        label={t.description}
        labelHidden
        placeholder={t.description}
        value={text(described.description)}
        onInput={({ currentTarget: { value } }) =>
          change(tree.withKeyword(described, 'description', value === '' ? undefined : value))
        }
      />
      <div className={own.foot}>
        <Checkbox
          label={t.required}
          checked={property.isRequired}
          onChange={(event) => onChange(tree.requireProperty(schema, name, event.currentTarget.checked))}
        />
        {children}
      </div>
      {tree.typeOf(property.schema) === 'other' ? (
        <JsonInput label={`${name} · JSON`} rows={3} value={property.schema} onChange={(next) => change(next ?? {})} />
      ) : (
        <SchemaFields name={name} schema={described} onChange={change} />
      )}
    </>
  );
}

function TypeSelect({
  name,
  label,
  schema,
  onChange,
}: {
  readonly name: string;
  readonly label: string;
  readonly schema: Mapping;
  onChange(schema: Mapping): void;
}) {
  const t = settingsTexts();
  const type = tree.typeOf(schema);
  const types: readonly tree.SchemaType[] = tree.schemaTypes.some((each) => each === type)
    ? tree.schemaTypes
    : [...tree.schemaTypes, type];
  return (
    <Select
      label={`${label}: ${name}`}
      labelHidden
      options={types.map((each) => ({ value: each, label: t.types[each] ?? each }))}
      value={type}
      onChange={({ currentTarget: { value } }) => {
        const next = types.find((each) => each === value);
        if (next !== undefined) onChange(tree.withType(schema, next));
      }}
    />
  );
}

function ItemsInput({ name, schema, onChange }: SchemaProps) {
  const t = settingsTexts();
  const items = isMapping(schema.items) ? schema.items : {};
  const change = (next: unknown) => onChange({ ...schema, items: next });
  return (
    <div className={own.inside}>
      <span className={styles.help}>{t.typeOfItems}</span>
      <TypeSelect name={name} label={t.typeOfItems} schema={items} onChange={change} />
      {tree.typeOf(items) === 'other' && schema.items !== undefined ? (
        <JsonInput label={`${name} · JSON`} rows={3} value={items} onChange={(next) => change(next ?? {})} />
      ) : (
        <SchemaFields name={name} schema={items} onChange={change} />
      )}
    </div>
  );
}

/** Few need it: behind a fold, open where there are some. */
function ValuesInput({ name, schema, type, onChange }: SchemaProps & { readonly type: tree.SchemaType }) {
  const t = settingsTexts();
  const written = list(schema.enum).map(text).join('\n');
  const { typed, setTyped } = useTyped(written);
  const [isOpen] = useState(written !== '');
  return (
    <details open={isOpen} className={own.values}>
      <summary>{t.allowed}</summary>
      <TextArea
        label={`${t.allowed}: ${name}`}
        labelHidden
        hint={t.allowedHint}
        rows={3}
        value={typed}
        wrong={tree.valuesOfLines(typed, type) === null ? t.notNumbers : undefined}
        onInput={({ currentTarget: { value } }) => {
          const values = tree.valuesOfLines(value, type);
          setTyped(value, values === null ? null : values.map(text).join('\n'));
          if (values === null) return;
          onChange(tree.withKeyword(schema, 'enum', values.length === 0 ? undefined : values));
        }}
      />
    </details>
  );
}
