import { isMapping, type Mapping } from '#plugins/drafts/web/document/operations.ts';
import { newId } from '#plugins/drafts/web/graph/new-id.ts';
import { comparesNothing } from '#plugins/drafts/web/graph/operators.ts';
import { buildTexts } from '#plugins/drafts/web/texts/en.ts';
import { Checkbox, Select } from '#plugins/ui/web/contract.ts';
import { Joiner, OperatorSelect } from './condition-parts.tsx';
import styles from './fields.module.css';
import { formsTexts } from './forms-texts/en.ts';
import { Items } from './items.tsx';
import { TemplateInput } from './template-input.tsx';
import { ValueList } from './value-list.tsx';
import { list, text } from './values.ts';

const attributes = ['name', 'type', 'size', 'extension', 'mime_type', 'transfer_method', 'url', 'related_id'];
const oneOf = ['in', 'not in'];
/** Attributes that have one of few values. */
const choices: Readonly<Record<string, readonly string[]>> = {
  type: ['image', 'document', 'audio', 'video', 'custom'],
  transfer_method: ['local_file', 'remote_url', 'tool_file'],
};

/** What must hold of the files of a list: `{logical_operator, conditions: [{key, comparison_operator, value}]}`. */
export function FileConditions({ value, onChange }: { readonly value: unknown; onChange(value: unknown): void }) {
  const t = buildTexts();
  const own = formsTexts();
  const group: Mapping = isMapping(value) ? value : { case_id: newId(), logical_operator: 'and' };
  const made = () => ({ id: newId(), key: 'type', varType: 'string', comparison_operator: 'in', value: ['image'] });
  return (
    <div className={styles.group}>
      {list(group.conditions).length > 1 && (
        <Joiner value={group.logical_operator} onChange={(next) => onChange({ ...group, logical_operator: next })} />
      )}
      <Items
        label={own.ofFiles}
        value={group.conditions}
        made={made}
        addLabel={t.addCondition}
        onChange={(conditions) => onChange({ ...group, conditions })}
      >
        {(item, change) => <FileCondition item={item} change={change} />}
      </Items>
    </div>
  );
}

function FileCondition({ item, change }: { readonly item: Mapping; change(next: unknown): void }) {
  const t = formsTexts();
  const key = text(item.key);
  const operator = text(item.comparison_operator);
  const all = attributes.includes(key) || key === '' ? attributes : [...attributes, key];
  return (
    <>
      <Select
        label={t.attribute}
        labelHidden
        {...(key === '' && { empty: '—' })}
        options={all.map((each) => ({ value: each, label: t.attributes[each] ?? each }))}
        value={key}
        onChange={({ currentTarget: { value: next } }) => {
          const isChoice = choices[next] !== undefined;
          const wasChoice = choices[key] !== undefined;
          const isSize = next === 'size';
          // The comparison and its value stay where they fit the other attribute.
          const kept = !isChoice && !wasChoice && isSize === (key === 'size') ? {} : { value: isChoice ? [] : '' };
          const asked = isChoice ? 'in' : isSize ? '>' : 'contains';
          const compared = Object.keys(kept).length === 0 ? {} : { comparison_operator: asked };
          change({ ...item, ...kept, ...compared, key: next, varType: isSize ? 'number' : 'string' });
        }}
      />
      <OperatorSelect
        value={operator}
        type={key === 'size' ? 'number' : 'string'}
        {...(choices[key] !== undefined && { only: oneOf })}
        onChange={(next) => change({ ...item, comparison_operator: next })}
      />
      {!comparesNothing.has(operator) && <FileValue item={item} change={change} />}
    </>
  );
}

function FileValue({ item, change }: { readonly item: Mapping; change(next: unknown): void }) {
  const t = formsTexts();
  const label = buildTexts().value;
  const key = text(item.key);
  const isList = oneOf.includes(text(item.comparison_operator));
  const named = choices[key];
  const words = key === 'type' ? t.fileTypes : t.transferMethods;
  const held = Array.isArray(item.value) ? list(item.value).map(text) : [text(item.value)].filter(Boolean);
  if (named !== undefined && isList)
    return (
      <fieldset className={styles.group}>
        <legend className="said">{label}</legend>
        {[...new Set([...named, ...held])].map((each) => (
          <Checkbox
            key={each}
            label={words[each] ?? each}
            checked={held.includes(each)}
            onChange={({ currentTarget: { checked } }) =>
              change({ ...item, value: checked ? [...held, each] : held.filter((other) => other !== each) })
            }
          />
        ))}
      </fieldset>
    );
  if (isList || Array.isArray(item.value))
    return <ValueList label={label} value={held} onChange={(value) => change({ ...item, value })} />;
  return (
    <TemplateInput
      label={label}
      labelHidden
      rows={1}
      value={text(item.value)}
      onChange={(value) => change({ ...item, value })}
    />
  );
}
