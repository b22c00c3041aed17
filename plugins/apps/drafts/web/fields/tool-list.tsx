import { useMemo } from 'react';
import { isMapping, type Mapping } from '#plugins/drafts/web/document/operations.ts';
import type { VariableGroup } from '#plugins/drafts/web/graph/variables.ts';
import { ErrorAlert, Link, Picker, useApi } from '#plugins/studio/web/contract.tsx';
import { type AnswerOf, IconButton, Switch, TextArea } from '#plugins/ui/web/contract.ts';
import { Trash } from '#plugins/ui/web/icons.tsx';
import {
  heldOf,
  newTool,
  parametersOf,
  providerOf,
  type Tool,
  type ToolForm,
  type ToolParameter,
  withHeld,
} from './agent-tools.ts';
import { type FieldProps, usePanel } from './field-props.ts';
import styles from './fields.module.css';
import { formsTexts } from './forms-texts/en.ts';
import { ParameterInput } from './parameter-input.tsx';
import own from './tool-list.module.css';
import { toolAt, toolSource } from './tool-source.ts';
import { list, text } from './values.ts';

const none: AnswerOf<'/console/api/tools'>['data'] = [];

export interface ToolListProps {
  readonly label: string;
  readonly form: ToolForm;
  /** As the document has them; what is no tool among them is not shown. */
  readonly tools: readonly unknown[];
  /** Variables that values of tools may come from. */
  readonly variables?: readonly VariableGroup[];
  add(tool: Mapping): void;
  /** Another tool in place of one. */
  change(at: number, tool: Mapping): void;
  remove(at: number): void;
}

/** The tools of an agent: chosen from those there are, each with its switch and its settings. */
export function ToolList({ label, form, tools, variables, add, change, remove }: ToolListProps) {
  const t = formsTexts();
  const answer = useApi('/console/api/tools');
  const providers = answer.value?.data ?? none;
  const source = useMemo(() => toolSource(providers), [providers]);
  const shown = tools.flatMap((tool, at) => (isMapping(tool) && !isMapping(tool.dataset) ? [{ tool, at }] : []));
  return (
    <fieldset className={styles.group}>
      <legend className={styles.label}>{label}</legend>
      {shown.length === 0 && <p className={styles.help}>{t.noTools}</p>}
      {shown.length > 0 && (
        <ul className={own.tools}>
          {shown.map(({ tool, at }) => {
            const name = text(tool.tool_label) || text(tool.tool_name) || String(at + 1);
            const provider = providerOf(providers, tool);
            const declared = provider?.tools.find((each) => each.name === tool.tool_name);
            const isUnset = provider !== undefined && provider.credentials_schema !== null && !provider.configured;
            return (
              <li key={at} className={own.tool}>
                <div className={own.head}>
                  <Switch
                    label={
                      <>
                        {name}{' '}
                        <span className={styles.help}>
                          {provider?.label ?? (text(tool.provider_show_name) || text(tool.provider_name))}
                        </span>
                      </>
                    }
                    aria-label={t.usesTool(name)}
                    checked={tool.enabled !== false && tool.enabled !== 0}
                    onChange={(event) => change(at, { ...tool, enabled: event.currentTarget.checked })}
                  />
                  <IconButton small label={t.removeTool(name)} onClick={() => remove(at)}>
                    <Trash />
                  </IconButton>
                </div>
                {answer.value !== undefined && declared === undefined && <p className={styles.problem}>{t.toolAway}</p>}
                {isUnset && (
                  <p className={styles.problem}>
                    {t.noCredentials}{' '}
                    <Link href={`/tools/${encodeURIComponent(provider.kind)}/${encodeURIComponent(provider.id)}`}>
                      {t.setCredentials}
                    </Link>
                  </p>
                )}
                <ToolSettings {...{ name, form, tool, declared, variables }} change={(next) => change(at, next)} />
              </li>
            );
          })}
        </ul>
      )}
      {answer.error !== undefined && <ErrorAlert error={answer.error} refetch={answer.refetch} />}
      <Picker
        label={t.addTool}
        empty="—"
        hasNone={false}
        disabled={providers.length === 0}
        source={source}
        value=""
        onChange={(id) => {
          const found = toolAt(providers, id);
          if (found !== undefined) add(newTool(form, found.provider, found.tool));
        }}
      />
    </fieldset>
  );
}

interface SettingsProps {
  readonly name: string;
  readonly form: ToolForm;
  readonly tool: Mapping;
  readonly declared: Tool | undefined;
  readonly variables: readonly VariableGroup[] | undefined;
  change(tool: Mapping): void;
}

function ToolSettings({ name, form, tool, declared, variables, change }: SettingsProps) {
  const t = formsTexts();
  const parameters = parametersOf(tool, declared);
  const set = parameters.filter((each) => each.form === 'form');
  // Models write no files, and none is chosen for them here.
  const asked = parameters.filter(({ form: by, type }) => by !== 'form' && type !== 'file' && type !== 'files');
  const extra = isMapping(tool.extra) ? tool.extra : {};
  if (form === 'configuration' && set.length + asked.length === 0) return null;
  const one = (parameter: ToolParameter) => {
    const { value, isVariable } = heldOf(form, tool, parameter);
    return (
      <ParameterInput
        key={parameter.name}
        {...{ parameter, value, isVariable, variables }}
        onChange={(next, by) => change(withHeld(form, tool, parameter, { value: next, by }))}
      />
    );
  };
  return (
    <details className={own.settings}>
      <summary aria-label={t.settingsOf(name)}>{t.settings}</summary>
      <div className={styles.group}>
        {form === 'node' && (
          <TextArea
            label={t.toldModel}
            hint={t.toldModelHint}
            rows={2}
            placeholder={declared?.description ?? text(tool.tool_description)}
            value={text(extra.description)}
            onInput={({ currentTarget: { value } }) => change({ ...tool, extra: { ...extra, description: value } })}
          />
        )}
        {set.map(one)}
        {asked.map((parameter) =>
          form === 'configuration' && typedAsText.has(parameter.type) ? (
            one({ ...parameter, description: [parameter.description, t.emptyByModel].filter(Boolean).join(' ') })
          ) : (
            <div key={parameter.name} className={styles.group}>
              <Asked {...{ form, tool, parameter, change }} />
              {!heldOf(form, tool, parameter).isAuto && one(parameter)}
            </div>
          ),
        )}
        {parameters.length === 0 && <p className={styles.help}>{t.noSettings}</p>}
      </div>
    </details>
  );
}

/** Types whose fields may be empty: configurations leave those to the model. */
const typedAsText = new Set(['string', 'secret-input', 'select', 'number']);
const first: Readonly<Record<string, unknown>> = { number: 0, boolean: false, object: {}, array: [] };

/** Whether the model fills a parameter in. */
function Asked({
  form,
  tool,
  parameter,
  change,
}: Pick<SettingsProps, 'form' | 'tool' | 'change'> & { readonly parameter: ToolParameter }) {
  const t = formsTexts();
  const { name, label = name, type, description = '', default: preset } = parameter;
  const { isAuto } = heldOf(form, tool, parameter);
  return (
    <Switch
      label={t.byModel(label)}
      {...(isAuto && description !== '' && { hint: description })}
      checked={isAuto}
      onChange={({ currentTarget: { checked } }) =>
        change(
          withHeld(form, tool, parameter, checked ? 'auto' : { value: preset ?? first[type] ?? '', by: 'constant' }),
        )
      }
    />
  );
}

/** The tools of an agent node. */
export function ToolsInput({ field, value, onChange }: FieldProps<'tools'>) {
  const { before } = usePanel();
  const tools = list(value);
  return (
    <ToolList
      label={field.label}
      form="node"
      tools={tools}
      variables={before}
      add={(tool) => onChange([...tools, tool])}
      change={(at, tool) => onChange(tools.with(at, tool))}
      remove={(at) => onChange(tools.toSpliced(at, 1))}
    />
  );
}
