import { useState } from 'react';
import { Failure, useAnswer } from '#plugins/studio/web/contract.tsx';
import { useConfig } from '#plugins/studio-build/web/configuration/config-context.ts';
import styles from '#plugins/studio-build/web/configuration/configuration.module.css';
import { configurationTexts } from '#plugins/studio-build/web/configuration/configuration-texts.ts';
import { addTo } from '#plugins/studio-build/web/configuration/place.ts';
import { isMapping } from '#plugins/studio-build/web/document/operations.ts';
import { list, text } from '#plugins/studio-build/web/fields/values.ts';
import { IconButton, Select, Switch, TextField } from '#plugins/ui/web/contract.ts';
import { Trash } from '#plugins/ui/web/icons.tsx';
import { Part } from './part.tsx';

/** How an agent works, and with which tools. */
export function AgentPart() {
  const t = configurationTexts();
  const config = useConfig();
  const strategy = text(config.at('agent_mode', 'strategy')) || 'function_call';
  const strategies = [...new Set(['function_call', 'react', strategy])];
  return (
    <Part title={t.agent}>
      <div className={styles.pair}>
        <Select
          label={t.strategy}
          options={strategies.map((value) => ({ value, label: t.strategies[value] ?? value }))}
          value={strategy}
          onChange={(event) => config.put(['agent_mode', 'strategy'], event.currentTarget.value)}
        />
        <TextField
          label={t.iterations}
          type="number"
          min={1}
          max={100}
          placeholder="5"
          value={text(config.at('agent_mode', 'max_iteration'))}
          onInput={({ currentTarget: { value, valueAsNumber } }) => {
            if (value === '' || Number.isInteger(valueAsNumber))
              config.put(['agent_mode', 'max_iteration'], value === '' ? undefined : valueAsNumber);
          }}
        />
      </div>
      <Tools />
    </Part>
  );
}

function Tools() {
  const t = configurationTexts();
  const config = useConfig();
  const answer = useAnswer('/console/api/tools');
  const [added, setAdded] = useState(0);
  const path = [...config.places.features, 'agent_mode', 'tools'];
  const tools = list(config.at('agent_mode', 'tools'));
  const providers = answer.value?.data ?? [];
  const all = providers.flatMap((provider) => provider.tools.map((tool) => ({ provider, tool })));
  const chosen = tools
    .map((tool, at) => ({ tool, at }))
    .filter(({ tool }) => isMapping(tool) && !isMapping(tool.dataset));
  const add = (key: string) => {
    const found = all[Number(key)];
    if (key === '' || found === undefined) return;
    const { provider, tool } = found;
    const settings = tool.parameters.map(({ name, default: preset }) => [name, preset ?? '']);
    config.edit(
      addTo(config.tree, path, {
        enabled: true,
        provider_type: provider.kind,
        provider_id: provider.id,
        provider_name: provider.id,
        tool_name: tool.name,
        tool_label: tool.label ?? tool.name,
        tool_parameters: Object.fromEntries(settings),
      }),
    );
    setAdded(added + 1);
  };
  return (
    <fieldset className={styles.group}>
      <legend>{t.tools}</legend>
      {chosen.length === 0 && <p className={styles.faint}>{t.noTools}</p>}
      {chosen.length > 0 && (
        <ul className={styles.rows}>
          {chosen.map(({ tool, at }) => {
            if (!isMapping(tool)) return null;
            const name = text(tool.tool_label) || text(tool.tool_name) || String(at + 1);
            const provider = providers.find(({ id }) => id === tool.provider_id);
            const declared = provider?.tools.find((each) => each.name === tool.tool_name);
            const settings = (declared?.parameters ?? []).filter(({ form }) => form === 'form');
            return (
              <li key={at} className={styles.tool}>
                <div className={styles.row}>
                  <div className={styles.grow}>
                    <Switch
                      label={
                        <>
                          {name} <span className={styles.faint}>{provider?.label ?? text(tool.provider_name)}</span>
                        </>
                      }
                      aria-label={t.useTool(name)}
                      checked={tool.enabled !== false}
                      onChange={(event) =>
                        config.put(['agent_mode', 'tools', at, 'enabled'], event.currentTarget.checked)
                      }
                    />
                  </div>
                  <IconButton
                    small
                    label={t.removeTool(name)}
                    onClick={() => config.edit([{ path: [...path, at], remove: true }])}
                  >
                    <Trash />
                  </IconButton>
                </div>
                {settings.length > 0 && (
                  <details>
                    <summary>{t.toolSettings}</summary>
                    <div className={styles.stack}>
                      {settings.map(({ name: key, label = key, description, type }) => (
                        <TextField
                          key={key}
                          label={label}
                          {...(description !== undefined && description !== '' && { hint: description })}
                          {...(type === 'number' && { type: 'number', step: 'any' })}
                          value={text(isMapping(tool.tool_parameters) ? tool.tool_parameters[key] : '')}
                          onInput={({ currentTarget: { value, valueAsNumber } }) =>
                            config.put(
                              ['agent_mode', 'tools', at, 'tool_parameters', key],
                              type === 'number' && value !== '' ? valueAsNumber : value,
                            )
                          }
                        />
                      ))}
                    </div>
                  </details>
                )}
              </li>
            );
          })}
        </ul>
      )}
      {answer.error !== undefined && <Failure error={answer.error} again={answer.again} />}
      <Select
        key={added}
        label={t.addTool}
        empty="—"
        disabled={all.length === 0}
        options={all.map(({ provider, tool }, at) => ({
          value: String(at),
          label: `${provider.label} · ${tool.label ?? tool.name}`,
        }))}
        onChange={(event) => add(event.currentTarget.value)}
      />
    </fieldset>
  );
}
