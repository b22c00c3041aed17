import { useMemo } from 'react';
import { type Config, useConfig } from '#plugins/drafts/web/configuration/config-context.ts';
import styles from '#plugins/drafts/web/configuration/configuration.module.css';
import { configurationTexts } from '#plugins/drafts/web/configuration/texts/en.ts';
import { isMapping } from '#plugins/drafts/web/document/operations.ts';
import { useEditor } from '#plugins/drafts/web/editor/editor-state.ts';
import { list, text } from '#plugins/drafts/web/fields/values.ts';
import { Link, languageSource, OptionPicker, Picker, useApi } from '#plugins/studio/web/contract.tsx';
import { Columns, Muted, Select, Switch, TextArea, TextField } from '#plugins/ui/web/contract.ts';
import { FileRulesFields } from './file-rules-fields.tsx';
import { ModerationFields } from './moderation-fields.tsx';
import { Feature, Part } from './part.tsx';

/** Apps that are asked once, and not talked to. */
const oneAnswer = new Set(['completion', 'workflow', 'rag-pipeline']);

/** Their results name no sources. */
const drawnOnce = new Set(['workflow', 'rag-pipeline']);

/** What an app begins with, and what it can do besides answering. */
export function FeaturesPart() {
  const t = configurationTexts();
  const config = useConfig();
  const isChat = !oneAnswer.has(config.mode);
  const isOn = (key: string) => config.at(key, 'enabled') === true;
  const turn = (key: string) => (next: boolean) => config.put([key, 'enabled'], next);
  return (
    <>
      {isChat && (
        <Part title={t.opening}>
          <TextArea
            label={t.openingStatement}
            rows={3}
            value={text(config.at('opening_statement'))}
            onInput={(event) => config.put(['opening_statement'], event.currentTarget.value)}
          />
          <TextArea
            label={t.suggested}
            hint={t.onePerLine}
            rows={3}
            value={list(config.at('suggested_questions')).map(text).join('\n')}
            onInput={({ currentTarget: { value } }) =>
              config.put(['suggested_questions'], value === '' ? [] : value.split('\n'))
            }
          />
        </Part>
      )}
      <Part title={t.features}>
        {isChat && (
          <Feature
            label={t.followUp}
            hint={t.followUpAbout}
            isOn={isOn('suggested_questions_after_answer')}
            onChange={turn('suggested_questions_after_answer')}
          >
            <TextArea
              label={t.followUpPrompt}
              rows={2}
              value={text(config.at('suggested_questions_after_answer', 'prompt'))}
              onInput={({ currentTarget: { value } }) =>
                config.put(['suggested_questions_after_answer', 'prompt'], value === '' ? undefined : value)
              }
            />
          </Feature>
        )}
        {!drawnOnce.has(config.mode) && (
          <Feature
            label={t.citations}
            hint={t.citationsAbout}
            isOn={isOn('retriever_resource')}
            onChange={turn('retriever_resource')}
          />
        )}
        <Files config={config} />
        <Feature
          label={t.speechIn}
          hint={t.speechInAbout}
          isOn={isOn('speech_to_text')}
          onChange={turn('speech_to_text')}
        />
        <Feature
          label={t.speechOut}
          hint={t.speechOutAbout}
          isOn={isOn('text_to_speech')}
          onChange={turn('text_to_speech')}
        >
          <Speech config={config} />
        </Feature>
        <Feature
          label={t.moderation}
          hint={t.moderationAbout}
          isOn={isOn('sensitive_word_avoidance')}
          onChange={(next) => {
            if (next && text(config.at('sensitive_word_avoidance', 'type')) === '') {
              config.put(['sensitive_word_avoidance', 'type'], 'keywords');
              config.put(['sensitive_word_avoidance', 'config', 'inputs_config', 'enabled'], true);
              config.put(['sensitive_word_avoidance', 'config', 'outputs_config', 'enabled'], false);
            }
            config.put(['sensitive_word_avoidance', 'enabled'], next);
          }}
        >
          <ModerationFields config={config} />
        </Feature>
        {config.mode === 'completion' && (
          <Feature label={t.variants} isOn={isOn('more_like_this')} onChange={turn('more_like_this')} />
        )}
        {isChat && <Annotations />}
      </Part>
    </>
  );
}

/** Older documents know pictures only, in a mapping of their own. */
function Files({ config }: { readonly config: Config }) {
  const t = configurationTexts();
  const held = config.at('file_upload');
  const stored = isMapping(held) ? held : {};
  const image = isMapping(stored.image) ? stored.image : {};
  const isOld = typeof stored.enabled !== 'boolean' && image.enabled === true;
  const isOn = stored.enabled === true || isOld;
  const put = (key: string, value: unknown) => config.put(['file_upload', key], value);
  const rules = {
    allowed_file_types: list(stored.allowed_file_types).length > 0 || !isOld ? stored.allowed_file_types : ['image'],
    allowed_file_extensions: stored.allowed_file_extensions,
    allowed_file_upload_methods:
      list(stored.allowed_file_upload_methods).length > 0
        ? stored.allowed_file_upload_methods
        : (image.transfer_methods ?? ['remote_url', 'local_file']),
  };
  const set = (key: string, value: unknown) => {
    if (isOld) {
      for (const [name, rule] of Object.entries(rules)) if (rule !== undefined && name !== key) put(name, rule);
      put('enabled', true);
    }
    put(key, value);
  };
  return (
    <Feature
      label={oneAnswer.has(config.mode) ? t.filesForText : t.files}
      hint={t.filesAbout}
      isOn={isOn}
      onChange={(next) => {
        if (next && list(stored.allowed_file_types).length === 0) put('allowed_file_types', ['image']);
        put('enabled', next);
        // What clients of older versions read.
        if (isMapping(stored.image)) config.put(['file_upload', 'image', 'enabled'], next);
      }}
    >
      <FileRulesFields rules={rules} set={set} />
      <Columns>
        <TextField
          label={t.maxNumber}
          type="number"
          min={1}
          max={50}
          placeholder="3"
          value={text(stored.number_limits ?? image.number_limits)}
          onInput={({ currentTarget: { value, valueAsNumber } }) =>
            put('number_limits', value === '' ? undefined : valueAsNumber)
          }
        />
        <Select
          label={t.detail}
          options={['high', 'low'].map((value) => ({ value, label: t.details[value] ?? value }))}
          value={text(image.detail) || 'high'}
          onChange={(event) => config.put(['file_upload', 'image', 'detail'], event.currentTarget.value)}
        />
      </Columns>
    </Feature>
  );
}

function Speech({ config }: { readonly config: Config }) {
  const t = configurationTexts();
  const languages = useMemo(() => languageSource('spoken'), []);
  const models = useApi('/console/api/models', { query: { type: 'text-to-speech' } });
  const voices = new Map(
    (models.value?.data ?? []).flatMap((model) => model.voices.map(({ id, label }) => [id, label])),
  );
  const voice = text(config.at('text_to_speech', 'voice'));
  if (voice !== '' && !voices.has(voice)) voices.set(voice, t.notHere(voice));
  return (
    <>
      <Columns>
        <OptionPicker
          kind="voices"
          label={t.voice}
          empty={t.defaultVoice}
          options={[...voices].map(([id, label]) => ({ id, label: label || id }))}
          value={voice}
          onChange={(id) => config.put(['text_to_speech', 'voice'], id)}
        />
        <Picker
          label={t.language}
          empty={t.anyLanguage}
          source={languages}
          value={text(config.at('text_to_speech', 'language'))}
          onChange={(language) => config.put(['text_to_speech', 'language'], language)}
        />
      </Columns>
      <Switch
        label={t.autoPlay}
        checked={config.at('text_to_speech', 'autoPlay') === 'enabled'}
        onChange={(event) =>
          config.put(['text_to_speech', 'autoPlay'], event.currentTarget.checked ? 'enabled' : 'disabled')
        }
      />
    </>
  );
}

/** Annotations belong to the app, not to its document: they have a page of their own. */
function Annotations() {
  const t = configurationTexts();
  const { appId } = useEditor();
  const answer = useApi('/console/api/apps/{app_id}/annotation-reply', { path: { app_id: appId } });
  const state = answer.value;
  return (
    <div className={styles.feature}>
      <p>{t.annotations}</p>
      <Muted small>
        {state !== undefined && (state.enabled ? t.annotationsOn(state.annotations) : t.annotationsOff)}{' '}
        <Link href={`/app/${appId}/annotations`}>{t.toAnnotations}</Link>
      </Muted>
    </div>
  );
}
