import { useState } from 'react';
import type { Base } from '#plugins/datasets/web/base-frame.tsx';
import { type ChosenModel, ModelSelect } from '#plugins/datasets/web/model-select.tsx';
import { knowledgeTexts } from '#plugins/datasets/web/texts/en.ts';
import { Form, Section, textOf, useSubmit } from '#plugins/studio/web/contract.tsx';
import { Switch, TextArea, toast } from '#plugins/ui/web/contract.ts';
import { changeBase } from './base-changes.ts';

/** Summaries of segments, by which these are found as well. */
export function Summaries({ base }: { readonly base: Base }) {
  const t = knowledgeTexts();
  const sending = useSubmit();
  const own = settingOf(base);
  const [isOn, setOn] = useState(own.isOn);
  const [model, setModel] = useState(own.model);

  async function save(fields: FormData): Promise<void> {
    const chosen = model ?? { provider: '', model: '' };
    const prompt = textOf(fields, 'prompt');
    const setting = {
      enable: isOn,
      model_name: chosen.model,
      model_provider_name: chosen.provider,
      ...(prompt !== '' && { summary_prompt: prompt }),
    };
    await changeBase(base.id, { summary_index_setting: isOn ? setting : null });
    toast(t.saved);
  }

  return (
    <Section title={t.summaries} about={t.summariesAbout}>
      <Form sending={sending} action={t.save} onSubmit={save}>
        <Switch label={t.summariesOn} checked={isOn} onChange={(event) => setOn(event.currentTarget.checked)} />
        {isOn && (
          <>
            <ModelSelect
              kind="llm"
              label={t.summaryModel}
              empty={t.keepModel}
              required
              value={model}
              onChange={setModel}
            />
            <TextArea
              label={t.summaryPrompt}
              note={t.optional}
              name="prompt"
              rows={3}
              maxLength={4000}
              defaultValue={own.prompt}
              wrong={sending.fieldError('summary_index_setting.summary_prompt')}
            />
          </>
        )}
      </Form>
    </Section>
  );
}

function settingOf({ summary_index_setting: setting }: Base) {
  const text = (name: string) => {
    const value = setting?.[name];
    return typeof value === 'string' ? value : '';
  };
  const [provider, name] = [text('model_provider_name'), text('model_name')];
  const model: ChosenModel | null = name === '' ? null : { provider, model: name };
  return { isOn: setting?.enable === true, model, prompt: text('summary_prompt') };
}
