import { useMemo } from 'react';
import { type Config, useConfig } from '#plugins/drafts/web/configuration/config-context.ts';
import { inputsOf, namesIn } from '#plugins/drafts/web/configuration/config-places.ts';
import styles from '#plugins/drafts/web/configuration/configuration.module.css';
import { addTo } from '#plugins/drafts/web/configuration/place.ts';
import { configurationTexts } from '#plugins/drafts/web/configuration/texts/en.ts';
import { isMapping, valueAt } from '#plugins/drafts/web/document/operations.ts';
import { Items } from '#plugins/drafts/web/fields/items.tsx';
import { list, text } from '#plugins/drafts/web/fields/values.ts';
import type { VariableGroup } from '#plugins/drafts/web/graph/variables.ts';
import { buildTexts } from '#plugins/drafts/web/texts/en.ts';
import { Button, Columns, Select, TextField } from '#plugins/ui/web/contract.ts';
import { Plus } from '#plugins/ui/web/icons.tsx';
import { newInput } from './input-rules.ts';
import { PromptField } from './prompt-field.tsx';

const special = ['#context#', '#query#', '#histories#'];
const roles = ['system', 'user', 'assistant'];

/** What the model is told: one text, or the messages of an older, longer form of prompts. */
export function PromptPart() {
  const t = configurationTexts();
  const config = useConfig();
  const variables = useInputVariables(config);
  const isChat = config.mode !== 'completion';
  if (config.at('prompt_type') === 'advanced' && config.mode !== 'agent-chat' && config.mode !== 'agent')
    return <AdvancedPrompt config={config} variables={variables} />;
  const value = text(valueAt(config.tree, config.places.instructions));
  return (
    <>
      <PromptField
        label={isChat ? t.instructions : t.prompt}
        labelHidden
        hint={isChat ? t.instructionsHint : t.promptHint}
        rows={8}
        variables={variables}
        value={value}
        onChange={(next) => config.edit([{ path: config.places.instructions, set: next }], 'instructions')}
      />
      <MissingInputs config={config} texts={[value]} />
    </>
  );
}

interface AdvancedProps {
  readonly config: Config;
  readonly variables: readonly VariableGroup[];
}

function AdvancedPrompt({ config, variables }: AdvancedProps) {
  const t = configurationTexts();
  const words = buildTexts();
  if (config.model.mode === 'completion') {
    const value = text(config.at('completion_prompt_config', 'prompt', 'text'));
    const prefix = (key: string) => ({
      value: text(config.at('completion_prompt_config', 'conversation_histories_role', key)),
      onInput: (event: { currentTarget: HTMLInputElement }) =>
        config.put(['completion_prompt_config', 'conversation_histories_role', key], event.currentTarget.value),
    });
    return (
      <>
        <PromptField
          label={t.prompt}
          labelHidden
          hint={t.promptHint}
          rows={10}
          variables={variables}
          special={special}
          value={value}
          onChange={(next) => config.put(['completion_prompt_config', 'prompt', 'text'], next)}
        />
        <MissingInputs config={config} texts={[value]} />
        {config.mode !== 'completion' && (
          <Columns>
            <TextField label={t.prefixUser} {...prefix('user_prefix')} />
            <TextField label={t.prefixAssistant} {...prefix('assistant_prefix')} />
          </Columns>
        )}
      </>
    );
  }
  const messages = list(config.at('chat_prompt_config', 'prompt'));
  return (
    <>
      <Items
        label={t.messages}
        value={messages}
        made={() => ({ role: 'user', text: '' })}
        addLabel={words.addMessage}
        min={1}
        onChange={(next) => config.put(['chat_prompt_config', 'prompt'], next)}
      >
        {(item, _change, at) => (
          <>
            <Select
              label={words.role}
              options={roles.map((role) => ({ value: role, label: words.roles[role] ?? role }))}
              value={text(item.role)}
              onChange={(event) => config.put(['chat_prompt_config', 'prompt', at, 'role'], event.currentTarget.value)}
            />
            <PromptField
              label={words.text}
              rows={5}
              variables={variables}
              special={special}
              value={text(item.text)}
              onChange={(next) => config.put(['chat_prompt_config', 'prompt', at, 'text'], next)}
            />
          </>
        )}
      </Items>
      <MissingInputs
        config={config}
        texts={messages.map((message) => (isMapping(message) ? text(message.text) : ''))}
      />
    </>
  );
}

/** Names in a prompt that nobody is asked for: a click asks for them. */
function MissingInputs({ config, texts }: { readonly config: Config; readonly texts: readonly string[] }) {
  const t = configurationTexts();
  const declared = new Set(inputsOf(config.at('user_input_form')).map((input) => input?.name));
  const missing = [...namesIn(...texts)].filter((name) => !declared.has(name) && name !== 'query').slice(0, 20);
  if (missing.length === 0) return null;
  return (
    <p className={styles.missing}>
      <span>{t.missingInputs}</span>
      {missing.map((name) => (
        <Button
          key={name}
          small
          onClick={() =>
            config.edit(addTo(config.tree, [...config.places.features, 'user_input_form'], newInput(name)))
          }
        >
          <Plus /> {t.addNamed(name)}
        </Button>
      ))}
    </p>
  );
}

function useInputVariables(config: Config): readonly VariableGroup[] {
  const t = configurationTexts();
  const entries = config.at('user_input_form');
  return useMemo(() => {
    const variables = inputsOf(entries).flatMap((input) =>
      input === null || input.name === ''
        ? []
        : [{ selector: ['inputs', input.name], type: typeOf(input.kind), about: text(input.rules.label) }],
    );
    return variables.length === 0 ? [] : [{ id: 'inputs', title: t.inputs, variables }];
  }, [entries, t]);
}

function typeOf(kind: string): string {
  const types: Readonly<Record<string, string>> = {
    ...{ number: 'number', checkbox: 'boolean', file: 'file', 'file-list': 'array[file]', json_object: 'object' },
  };
  return types[kind] ?? 'string';
}
