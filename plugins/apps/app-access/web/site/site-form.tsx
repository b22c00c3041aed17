import { useMemo, useState } from 'react';
import styles from '#plugins/app-access/web/access.module.css';
import { accessTexts } from '#plugins/app-access/web/texts/en.ts';
import { changing } from '#plugins/app-access/web/use-app-change.ts';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import {
  call,
  choiceOf,
  Form,
  languageSource,
  oneOf,
  Picker,
  Section,
  type SubmitState,
  studioTexts,
  textOf,
  useSubmit,
} from '#plugins/studio/web/contract.tsx';
import {
  type BodyOf,
  Checkbox,
  Columns,
  Fold,
  Panel,
  Select,
  TextArea,
  TextField,
  toast,
} from '#plugins/ui/web/contract.ts';
import { linesOf } from './lines.ts';

type Settings = Schemas['SiteSettings'];

interface FieldsProps {
  readonly settings: Settings;
  readonly sending: SubmitState;
}

const ACCENT = '#5b4fd6';
const languages = ['en-US', 'zh-Hans', 'es-ES', 'fr-FR', 'de-DE'] as const;

const ENTRIES = ['everyone', 'members', 'sso'] as const;

/** How the page of an app looks, what it says, and who may open it. Frames show the same. */
export function SiteForm({ app, settings }: { readonly app: Schemas['App']; readonly settings: Settings }) {
  const t = accessTexts();
  const sending = useSubmit();
  return (
    <Section title={t.looks} about={t.looksAbout}>
      <Panel>
        <Form
          sending={sending}
          action={studioTexts().save}
          onSubmit={(fields) =>
            changing(app.id, async () => {
              await call.patch('/console/api/apps/{app_id}/site', {
                path: { app_id: app.id },
                body: settingsIn(fields),
              });
              toast(studioTexts().saved);
            })
          }
        >
          <Select
            label={t.entry}
            name="entry"
            hint={t.entryHint}
            defaultValue={settings.entry}
            options={ENTRIES.map((value) => ({ value, label: t.entries[value] }))}
            wrong={sending.fieldError('entry')}
          />
          <Texts app={app} settings={settings} sending={sending} />
          <Columns>
            <Colour settings={settings} />
            <Language settings={settings} />
          </Columns>
          <Further app={app} settings={settings} sending={sending} />
        </Form>
      </Panel>
    </Section>
  );
}

function Language({ settings }: { readonly settings: Settings }) {
  const t = accessTexts();
  const [language, setLanguage] = useState<string>(settings.language ?? '');
  const source = useMemo(() => languageSource('page'), []);
  return (
    <Picker
      label={t.language}
      name="language"
      empty={t.browserLanguage}
      source={source}
      value={language}
      onChange={setLanguage}
    />
  );
}

function Texts({ app, settings, sending }: FieldsProps & { readonly app: Schemas['App'] }) {
  const t = accessTexts();
  return (
    <>
      <TextField
        label={t.title}
        name="title"
        maxLength={200}
        placeholder={app.name}
        defaultValue={settings.title}
        wrong={sending.fieldError('title')}
      />
      <TextArea
        label={t.description}
        name="description"
        rows={2}
        maxLength={2000}
        placeholder={app.description}
        defaultValue={settings.description}
        wrong={sending.fieldError('description')}
      />
      <TextField
        label={t.placeholder}
        name="input_placeholder"
        maxLength={200}
        defaultValue={settings.input_placeholder}
        wrong={sending.fieldError('input_placeholder')}
      />
    </>
  );
}

function Colour({ settings }: Pick<FieldsProps, 'settings'>) {
  const t = accessTexts();
  const [isOwn, setOwn] = useState(settings.color !== null);
  return (
    <div className={styles.colour}>
      <Checkbox
        label={t.ownColour}
        name="own_colour"
        checked={isOwn}
        onChange={(event) => setOwn(event.currentTarget.checked)}
      />
      {isOwn && <input type="color" name="color" aria-label={t.colour} defaultValue={settings.color ?? ACCENT} />}
    </div>
  );
}

/** What few change. */
function Further({ app, settings, sending }: FieldsProps & { readonly app: Schemas['App'] }) {
  const t = accessTexts();
  const [iconType, setIconType] = useState<string>(settings.icon_type ?? '');
  return (
    <Fold title={t.further}>
      <Columns>
        <Select
          label={t.icon}
          name="icon_type"
          empty={t.iconOfApp}
          value={iconType}
          options={(['emoji', 'link'] as const).map((value) => ({ value, label: t.iconTypes[value] }))}
          onChange={(event) => setIconType(event.currentTarget.value)}
        />
        {iconType !== '' && (
          <TextField
            label={iconType === 'link' ? t.iconAddress : t.iconEmoji}
            name="icon"
            required
            maxLength={500}
            defaultValue={iconType === settings.icon_type ? (settings.icon ?? '') : ''}
            wrong={sending.fieldError('icon')}
          />
        )}
      </Columns>
      <TextField
        label={t.copyright}
        name="copyright"
        maxLength={200}
        defaultValue={settings.copyright}
        wrong={sending.fieldError('copyright')}
      />
      <TextField
        label={t.privacy}
        name="privacy_policy"
        type="url"
        placeholder="https://"
        maxLength={2000}
        defaultValue={settings.privacy_policy}
        wrong={sending.fieldError('privacy_policy')}
      />
      <TextArea
        label={t.disclaimer}
        name="disclaimer"
        rows={2}
        maxLength={2000}
        defaultValue={settings.disclaimer}
        wrong={sending.fieldError('disclaimer')}
      />
      <TextArea
        label={t.pictureHosts}
        hint={t.pictureHostsHint}
        name="allowed_hosts"
        rows={2}
        dir="ltr"
        defaultValue={settings.allowed_hosts.join('\n')}
        wrong={sending.fieldError('allowed_hosts')}
      />
      {app.mode === 'workflow' || app.mode === 'advanced-chat' ? (
        <Checkbox label={t.showSteps} name="show_workflow_steps" defaultChecked={settings.show_workflow_steps} />
      ) : (
        settings.show_workflow_steps && <input type="hidden" name="show_workflow_steps" value="on" />
      )}
      {isChat(app) ? (
        <Checkbox
          label={t.shareConversations}
          hint={t.shareConversationsHint}
          name="share_conversations"
          defaultChecked={settings.share_conversations}
        />
      ) : (
        settings.share_conversations && <input type="hidden" name="share_conversations" value="on" />
      )}
      {isChat(app) ? (
        <Checkbox
          label={t.resumeConversation}
          hint={t.resumeConversationHint}
          name="resume_conversation"
          defaultChecked={settings.resume_conversation}
        />
      ) : (
        settings.resume_conversation && <input type="hidden" name="resume_conversation" value="on" />
      )}
      <Checkbox label={t.drawDiagrams} name="draw_diagrams" defaultChecked={settings.draw_diagrams} />
    </Fold>
  );
}

function isChat({ mode }: Schemas['App']): boolean {
  return mode !== 'workflow' && mode !== 'completion';
}

function settingsIn(fields: FormData): BodyOf<'patch', '/console/api/apps/{app_id}/site'> {
  const or = (name: string) => textOf(fields, name) || null;
  const language = textOf(fields, 'language');
  const iconType = textOf(fields, 'icon_type');
  return {
    entry: choiceOf(fields, 'entry', ENTRIES),
    title: textOf(fields, 'title'),
    description: textOf(fields, 'description'),
    input_placeholder: textOf(fields, 'input_placeholder'),
    color: or('color'),
    language: language === '' ? null : oneOf(languages, language),
    icon_type: iconType === '' ? null : oneOf(['emoji', 'link'], iconType),
    icon: or('icon'),
    copyright: textOf(fields, 'copyright'),
    privacy_policy: textOf(fields, 'privacy_policy'),
    disclaimer: textOf(fields, 'disclaimer'),
    allowed_hosts: linesOf(textOf(fields, 'allowed_hosts')),
    show_workflow_steps: fields.get('show_workflow_steps') !== null,
    share_conversations: fields.get('share_conversations') !== null,
    resume_conversation: fields.get('resume_conversation') !== null,
    draw_diagrams: fields.get('draw_diagrams') !== null,
  };
}
