import { useState } from 'react';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { call, Form, Section, type Sending, studioTexts, textOf, useSending } from '#plugins/studio/web/contract.tsx';
import styles from '#plugins/studio-access/web/access.module.css';
import { accessTexts } from '#plugins/studio-access/web/access-texts.ts';
import { changing } from '#plugins/studio-access/web/use-app-change.ts';
import { Checkbox, Select, TextArea, TextField, toast } from '#plugins/ui/web/contract.ts';
import { linesOf } from './lines.ts';

type Settings = Schemas['SiteSettings'];

interface FieldsProps {
  readonly settings: Settings;
  readonly sending: Sending;
}

const ACCENT = '#5b4fd6';
const languages = ['en-US', 'zh-Hans', 'es-ES', 'fr-FR', 'de-DE'] as const;
const languageNames = {
  'en-US': 'English',
  'zh-Hans': '简体中文',
  'es-ES': 'Español',
  'fr-FR': 'Français',
  'de-DE': 'Deutsch',
};

/** How the page of an app looks, what it says, and who may open it. Frames show the same. */
export function SiteForm({ app, settings }: { readonly app: Schemas['App']; readonly settings: Settings }) {
  const t = accessTexts();
  const sending = useSending();
  return (
    <Section title={t.looks} about={t.looksAbout}>
      <div className={styles.panel}>
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
            options={(['everyone', 'members', 'sso'] as const).map((value) => ({ value, label: t.entries[value] }))}
            wrong={sending.wrong('entry')}
          />
          <Texts app={app} settings={settings} sending={sending} />
          <div className={styles.two}>
            <Colour settings={settings} />
            <Select
              label={t.language}
              name="language"
              empty={t.browserLanguage}
              defaultValue={settings.language ?? ''}
              options={languages.map((value) => ({ value, label: languageNames[value] }))}
            />
          </div>
          <Further app={app} settings={settings} sending={sending} />
        </Form>
      </div>
    </Section>
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
        wrong={sending.wrong('title')}
      />
      <TextArea
        label={t.description}
        name="description"
        rows={2}
        maxLength={2000}
        placeholder={app.description}
        defaultValue={settings.description}
        wrong={sending.wrong('description')}
      />
      <TextField
        label={t.placeholder}
        name="input_placeholder"
        maxLength={200}
        defaultValue={settings.input_placeholder}
        wrong={sending.wrong('input_placeholder')}
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
    <details className={styles.more}>
      <summary>{t.further}</summary>
      <div>
        <div className={styles.two}>
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
              wrong={sending.wrong('icon')}
            />
          )}
        </div>
        <TextField
          label={t.copyright}
          name="copyright"
          maxLength={200}
          defaultValue={settings.copyright}
          wrong={sending.wrong('copyright')}
        />
        <TextField
          label={t.privacy}
          name="privacy_policy"
          type="url"
          placeholder="https://"
          maxLength={2000}
          defaultValue={settings.privacy_policy}
          wrong={sending.wrong('privacy_policy')}
        />
        <TextArea
          label={t.disclaimer}
          name="disclaimer"
          rows={2}
          maxLength={2000}
          defaultValue={settings.disclaimer}
          wrong={sending.wrong('disclaimer')}
        />
        <TextArea
          label={t.pictureHosts}
          hint={t.pictureHostsHint}
          name="allowed_hosts"
          rows={2}
          dir="ltr"
          defaultValue={settings.allowed_hosts.join('\n')}
          wrong={sending.wrong('allowed_hosts')}
        />
        {app.mode === 'workflow' || app.mode === 'advanced-chat' ? (
          <Checkbox label={t.showSteps} name="show_workflow_steps" defaultChecked={settings.show_workflow_steps} />
        ) : (
          settings.show_workflow_steps && <input type="hidden" name="show_workflow_steps" value="on" />
        )}
      </div>
    </details>
  );
}

function settingsIn(fields: FormData) {
  const or = (name: string) => textOf(fields, name) || null;
  return {
    entry: textOf(fields, 'entry'),
    title: textOf(fields, 'title'),
    description: textOf(fields, 'description'),
    input_placeholder: textOf(fields, 'input_placeholder'),
    color: or('color'),
    language: or('language'),
    icon_type: or('icon_type'),
    icon: or('icon'),
    copyright: textOf(fields, 'copyright'),
    privacy_policy: textOf(fields, 'privacy_policy'),
    disclaimer: textOf(fields, 'disclaimer'),
    allowed_hosts: linesOf(textOf(fields, 'allowed_hosts')),
    show_workflow_steps: fields.get('show_workflow_steps') !== null,
  };
}
