import { useConfig } from '#plugins/drafts/web/configuration/config-context.ts';
import { addTo, putChanges } from '#plugins/drafts/web/configuration/place.ts';
import { configurationTexts } from '#plugins/drafts/web/configuration/texts/en.ts';
import { ToolList } from '#plugins/drafts/web/fields/tool-list.tsx';
import { list, text } from '#plugins/drafts/web/fields/values.ts';
import { Columns, Select, TextField } from '#plugins/ui/web/contract.ts';
import { Part } from './part.tsx';

/** How an agent works, and with which tools. */
export function AgentPart() {
  const t = configurationTexts();
  const config = useConfig();
  const strategy = text(config.at('agent_mode', 'strategy')) || 'function_call';
  const strategies = [...new Set(['function_call', 'react', strategy])];
  return (
    <Part title={t.agent}>
      <Columns>
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
      </Columns>
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
