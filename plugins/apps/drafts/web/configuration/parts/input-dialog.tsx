import { useState } from 'react';
import type { Config } from '#plugins/drafts/web/configuration/config-context.ts';
import { type InputPlace, inputsOf } from '#plugins/drafts/web/configuration/config-places.ts';
import { configurationTexts } from '#plugins/drafts/web/configuration/texts/en.ts';
import { type Mapping, valueAt } from '#plugins/drafts/web/document/operations.ts';
import fieldStyles from '#plugins/drafts/web/fields/fields.module.css';
import { SchemaInput } from '#plugins/drafts/web/fields/schema-input.tsx';
import { readSchema } from '#plugins/drafts/web/fields/schema-tree.ts';
import { list, text } from '#plugins/drafts/web/fields/values.ts';
import { buildTexts } from '#plugins/drafts/web/texts/en.ts';
import {
  Button,
  Checkbox,
  classes,
  Dialog,
  Fold,
  Select,
  Stack,
  TextArea,
  TextField,
} from '#plugins/ui/web/contract.ts';
import { FileRulesFields } from './file-rules-fields.tsx';
import { freeName, inputKinds, promptPlaces, rulesOfKind, saveInput, saveStartInput } from './input-rules.ts';

interface DialogProps {
  readonly config: Config;
  readonly place: InputPlace;
  /** The place of the input; null: a new one. */
  readonly at: number | null;
  onClose(): void;
}

/** One input: what people see of it, and what it takes. Nothing is changed before it is done. */
export function InputDialog({ config, place, at, onClose }: DialogProps) {
  const t = configurationTexts();
  const words = buildTexts();
  const entries = valueAt(config.tree, place.path);
  const inputs = inputsOf(entries);
  const before = at === null ? null : (inputs[at] ?? null);
  const [kind, setKind] = useState(before?.kind ?? 'text-input');
  const [rules, setRules] = useState<Mapping>(
    () => before?.rules ?? rulesOfKind('text-input', { variable: freeName(entries), label: '', required: false }),
  );
  const [isSchemaWrong, setSchemaWrong] = useState(false);
  const [isTried, setTried] = useState(false);
  const name = text(rules.variable);
  const set = (key: string, value: unknown) => setRules((current) => withKey(current, key, value));
  const isTaken = inputs.some((input, index) => index !== at && input?.name === name);
  const wrongs = {
    name: !/^[A-Za-z_][A-Za-z0-9_]{0,29}$/.test(name) ? t.nameWrong : isTaken ? t.nameTaken : undefined,
    options: kind === 'select' && optionsOf(rules).length === 0 ? t.optionsWrong : undefined,
    schema: kind === 'json_object' && (isSchemaWrong || readSchema(rules.json_schema) === undefined),
  };
  // A name that a document has already is not complained about.
  const isKept = before?.name === name && !isTaken;
  const isWrong = (wrongs.name !== undefined && !isKept) || wrongs.options !== undefined || wrongs.schema;
  const save = () => {
    setTried(true);
    if (isWrong) return;
    const { features, instructions } = config.places;
    const prompts = promptPlaces(config.tree, features, instructions);
    const kept = {
      ...rules,
      label: text(rules.label).trim() === '' ? name : rules.label,
      ...(kind === 'select' && Array.isArray(rules.options) && { options: optionsOf(rules) }),
    };
    const { nodeId } = place;
    config.edit(
      nodeId === null
        ? saveInput(config.tree, { features, at, kind, rules: kept, prompts })
        : saveStartInput(config.tree, { ...place, nodeId }, { at, kind, rules: kept }),
    );
    onClose();
  };
  return (
    <Dialog
      open
      title={before === null ? t.newInput : t.editInput(before.name)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button variant="primary" onClick={save}>
            {t.done}
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <Stack>
          <TextField
            label={words.variableName}
            dir="ltr"
            autoFocus
            onFocus={(event) => before === null && event.currentTarget.select()}
            value={name}
            wrong={isTried && !isKept ? wrongs.name : undefined}
            onInput={(event) => set('variable', event.currentTarget.value)}
          />
          <Select
            label={words.kind}
            options={[...new Set([...inputKinds, kind])].map((each) => ({
              value: each,
              label: each === 'external_data_tool' ? t.external : (words.inputTypes[each] ?? each),
            }))}
            value={kind}
            onChange={(event) => {
              const next = event.currentTarget.value;
              setKind(next);
              setRules((current) => (next === before?.kind ? before.rules : rulesOfKind(next, current)));
            }}
          />
          <TextField
            label={words.shownName}
            value={text(rules.label)}
            onInput={(event) => set('label', event.currentTarget.value)}
          />
          <KindFields {...{ kind, rules, set, setSchemaWrong }} wrongs={isTried ? wrongs : {}} />
          <Checkbox
            label={words.required}
            checked={rules.required === true}
            onChange={(event) => set('required', event.currentTarget.checked)}
          />
          <SeldomRules rules={rules} set={set} />
        </Stack>
        <button type="submit" hidden />
      </form>
    </Dialog>
  );
}

interface KindProps {
  readonly kind: string;
  readonly rules: Mapping;
  readonly wrongs: { readonly options?: string | undefined; readonly schema?: boolean };
  set(key: string, value: unknown): void;
  setSchemaWrong(isWrong: boolean): void;
}

/** What few inputs have. */
function SeldomRules({ rules, set }: Pick<KindProps, 'rules' | 'set'>) {
  const t = configurationTexts();
  const words = buildTexts();
  return (
    <Fold title={t.moreOfInput} open={[rules.hint, rules.placeholder, rules.hide].some(Boolean)}>
      <TextField
        label={t.hint}
        note={words.optional}
        value={text(rules.hint ?? rules.description)}
        onInput={({ currentTarget: { value } }) => {
          // Documents of others may have it under the other name.
          const key = 'description' in rules && !('hint' in rules) ? 'description' : 'hint';
          set(key, value === '' ? undefined : value);
        }}
      />
      <TextField
        label={t.placeholder}
        note={words.optional}
        value={text(rules.placeholder)}
        onInput={({ currentTarget: { value } }) => set('placeholder', value === '' ? undefined : value)}
      />
      <Checkbox
        label={t.hideInput}
        checked={rules.hide === true}
        onChange={(event) => set('hide', event.currentTarget.checked ? true : undefined)}
      />
    </Fold>
  );
}

function KindFields({ kind, rules, set, setSchemaWrong, wrongs }: KindProps) {
  const t = configurationTexts();
  const words = buildTexts();
  const length = (label: string) => (
    <TextField
      label={label}
      type="number"
      min={0}
      value={text(rules.max_length)}
      onInput={({ currentTarget: { value, valueAsNumber } }) =>
        set('max_length', value === '' ? undefined : valueAsNumber)
      }
    />
  );
  if (kind === 'select')
    return (
      <>
        <TextArea
          label={words.options}
          hint={t.onePerLine}
          rows={4}
          value={list(rules.options).map(text).join('\n')}
          wrong={wrongs.options}
          onInput={(event) => set('options', event.currentTarget.value.split('\n'))}
        />
        <Select
          label={t.defaultValue}
          empty={t.noDefault}
          options={optionsOf(rules).map((value) => ({ value }))}
          value={text(rules.default)}
          onChange={(event) => set('default', event.currentTarget.value)}
        />
      </>
    );
  if (kind === 'checkbox')
    return (
      <Checkbox
        label={t.isOn}
        checked={rules.default === true}
        onChange={(event) => set('default', event.currentTarget.checked)}
      />
    );
  if (kind === 'file' || kind === 'file-list')
    return (
      <>
        <FileRulesFields rules={rules} set={set} />
        {kind === 'file-list' && length(t.maxFiles)}
      </>
    );
  if (kind === 'json_object')
    return (
      <>
        <SchemaInput
          label={t.schema}
          value={rules.json_schema}
          onChange={(next) => set('json_schema', next)}
          onWrong={setSchemaWrong}
        />
        {wrongs.schema === true && (
          <p role="alert" className={classes(fieldStyles.problem, fieldStyles.error)}>
            {t.schemaWrong}
          </p>
        )}
      </>
    );
  if (kind === 'external_data_tool') return null;
  const isNumber = kind === 'number';
  const preset = {
    label: t.defaultValue,
    note: words.optional,
    value: text(rules.default),
  };
  return (
    <>
      {kind === 'paragraph' ? (
        <TextArea {...preset} rows={3} onInput={(event) => set('default', event.currentTarget.value)} />
      ) : (
        <TextField
          {...preset}
          {...(isNumber && { type: 'number', step: 'any' })}
          onInput={({ currentTarget: { value, valueAsNumber } }) =>
            set('default', !isNumber ? value : value === '' ? undefined : valueAsNumber)
          }
        />
      )}
      {!isNumber && length(t.maxLength)}
    </>
  );
}

function optionsOf(rules: Mapping): readonly string[] {
  return [...new Set(list(rules.options).map(text))].filter((option) => option.trim() !== '');
}

function withKey(rules: Mapping, key: string, value: unknown): Mapping {
  if (value !== undefined) return { ...rules, [key]: value };
  const { [key]: _, ...rest } = rules;
  return rest;
}
