import { useConfig } from '#plugins/studio-build/web/configuration/config-context.ts';
import styles from '#plugins/studio-build/web/configuration/configuration.module.css';
import { configurationTexts } from '#plugins/studio-build/web/configuration/configuration-texts.ts';
import { addTo, putChanges } from '#plugins/studio-build/web/configuration/place.ts';
import { ToolList } from '#plugins/studio-build/web/fields/tool-list.tsx';
import { list, text } from '#plugins/studio-build/web/fields/values.ts';
import { Select, TextField } from '#plugins/ui/web/contract.ts';
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
  const path = [...config.places.features, 'agent_mode', 'tools'];
  return (
    <ToolList
      label={t.tools}
      form="configuration"
      tools={list(config.at('agent_mode', 'tools'))}
      add={(tool) => config.edit(addTo(config.tree, path, tool))}
      change={(at, tool) => config.edit(putChanges(config.tree, [...path, at], tool), `tool ${at}`)}
      remove={(at) => config.edit([{ path: [...path, at], remove: true }])}
    />
  );
}
