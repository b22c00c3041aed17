import { isMapping } from '#plugins/drafts/web/document/operations.ts';
import { useVariableScope } from '#plugins/drafts/web/editor/editor-state.ts';
import fieldStyles from '#plugins/drafts/web/fields/fields.module.css';
import type { NodeForm } from '#plugins/drafts/web/graph/forms.ts';
import type { GraphNode } from '#plugins/drafts/web/graph/read-graph.ts';
import { variablesOf } from '#plugins/drafts/web/graph/variables.ts';
import { buildTexts } from '#plugins/drafts/web/texts/en.ts';
import { lazyModule, Select, Switch, TextField } from '#plugins/ui/web/contract.ts';
import { firstDefault, outputsOf } from './default-values.ts';

const defaults = lazyModule(() => import('./default-fields.tsx'));

/** What happens when a node fails: tried again, an edge of its own, or values in place of its outputs. */
export function FailureFields({
  node,
  form,
  set,
}: {
  readonly node: GraphNode;
  readonly form: NodeForm;
  set(path: string, value: unknown): void;
}) {
  const t = buildTexts();
  const scope = useVariableScope();
  const DefaultFields = defaults.use(node.data.error_strategy === 'default-value')?.DefaultFields;
  const { data } = node;
  const retry = isMapping(data.retry_config) ? data.retry_config : {};
  if (!form.can_fail && !form.traits.retry && !form.traits.side_effects) return null;
  const strategy = typeof data.error_strategy === 'string' ? data.error_strategy : 'none';
  const numberField = (key: string, label: string, max: number) => (
    <TextField
      label={label}
      type="number"
      min={1}
      max={max}
      value={String(retry[key] ?? '')}
      onInput={(event) => {
        const typed = event.currentTarget.valueAsNumber;
        if (Number.isInteger(typed)) set('retry_config', { ...retry, [key]: typed });
      }}
    />
  );
  return (
    <section className={fieldStyles.group}>
      <h2>{t.whenItFails}</h2>
      {form.traits.retry && (
        <Switch
          label={t.retry}
          checked={retry.retry_enabled === true}
          onChange={(event) =>
            set('retry_config', {
              max_retries: 3,
              retry_interval: 1000,
              ...retry,
              retry_enabled: event.currentTarget.checked,
            })
          }
        />
      )}
      {form.traits.retry && retry.retry_enabled === true && (
        <div className={fieldStyles.row}>
          {numberField('max_retries', t.maxRetries, 10)}
          {numberField('retry_interval', t.retryPause, 60_000)}
        </div>
      )}
      {form.can_fail && (
        <Select
          label={t.afterwards}
          options={[
            { value: 'none', label: t.endRun },
            { value: 'fail-branch', label: t.failBranch },
            { value: 'default-value', label: t.defaultValue },
          ]}
          value={strategy}
          onChange={({ currentTarget: { value } }) => {
            set('error_strategy', value);
            const hasValues = Array.isArray(data.default_value) && data.default_value.length > 0;
            if (value === 'default-value' && !hasValues)
              set('default_value', outputsOf(variablesOf(scope, node.id)).map(firstDefault));
          }}
        />
      )}
      {form.traits.side_effects && (
        <Switch
          label={t.onInterruption}
          hint={t.onInterruptionAbout}
          checked={data.on_interruption === 'retry'}
          onChange={(event) => set('on_interruption', event.currentTarget.checked ? 'retry' : undefined)}
        />
      )}
      {strategy === 'default-value' && DefaultFields !== undefined && (
        <DefaultFields nodeId={node.id} value={data.default_value} onChange={(value) => set('default_value', value)} />
      )}
    </section>
  );
}
