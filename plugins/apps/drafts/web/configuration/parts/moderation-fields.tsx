import type { Config } from '#plugins/drafts/web/configuration/config-context.ts';
import { configurationTexts } from '#plugins/drafts/web/configuration/texts/en.ts';
import { isMapping } from '#plugins/drafts/web/document/operations.ts';
import { text } from '#plugins/drafts/web/fields/values.ts';
import { Select, TextArea } from '#plugins/ui/web/contract.ts';
import { Feature } from './part.tsx';

const place = 'sensitive_word_avoidance';

/** Who checks texts, which of them, and what is answered in place of what must not pass. */
export function ModerationFields({ config }: { readonly config: Config }) {
  const t = configurationTexts();
  // Documents write `config`; some have `configs`.
  const key = isMapping(config.at(place, 'configs')) && !isMapping(config.at(place, 'config')) ? 'configs' : 'config';
  const way = text(config.at(place, 'type'));
  const ways = [...new Set(['keywords', 'openai_moderation', way])].filter(Boolean);
  const check = (side: 'inputs_config' | 'outputs_config', label: string) => (
    <Feature
      label={label}
      isOn={config.at(place, key, side, 'enabled') === true}
      onChange={(next) => config.put([place, key, side, 'enabled'], next)}
    >
      <TextArea
        label={t.instead}
        rows={2}
        maxLength={100}
        value={text(config.at(place, key, side, 'preset_response'))}
        onInput={(event) => config.put([place, key, side, 'preset_response'], event.currentTarget.value)}
      />
    </Feature>
  );
  return (
    <>
      <Select
        label={t.moderationWay}
        options={ways.map((value) => ({ value, label: t.moderationWays[value] ?? value }))}
        value={way}
        onChange={(event) => config.put([place, 'type'], event.currentTarget.value)}
      />
      {way === 'keywords' && (
        <TextArea
          label={t.words}
          hint={text(config.at(place, key, 'keywords')).trim() === '' ? `${t.noWords} ${t.onePerLine}` : t.onePerLine}
          rows={3}
          value={text(config.at(place, key, 'keywords'))}
          onInput={(event) => config.put([place, key, 'keywords'], event.currentTarget.value)}
        />
      )}
      {check('inputs_config', t.checkInputs)}
      {check('outputs_config', t.checkOutputs)}
    </>
  );
}
