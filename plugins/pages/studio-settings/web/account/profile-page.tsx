import { type ChangeEvent, useRef } from 'react';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import {
  call,
  changed,
  Failure,
  Form,
  PageFrame,
  Section,
  Shown,
  studioTexts,
  textOf,
  useAnswer,
  useSending,
} from '#plugins/studio/web/contract.tsx';
import styles from '#plugins/studio-settings/web/settings.module.css';
import { settingsTexts } from '#plugins/studio-settings/web/settings-texts.ts';
import { Button, classes, Select, TextField, toast } from '#plugins/ui/web/contract.ts';

const account = '/console/api/account';
const languages = [
  { value: 'en-US', label: 'English' },
  { value: 'zh-Hans', label: '简体中文' },
  { value: 'es-ES', label: 'Español' },
  { value: 'fr-FR', label: 'Français' },
  { value: 'de-DE', label: 'Deutsch' },
] as const;

/** Who one is for others, and the language of the studio. */
export function Page() {
  const t = settingsTexts();
  const answer = useAnswer(account);
  return (
    <PageFrame title={t.profile} about={t.profileAbout}>
      <Shown answer={answer}>
        {(value) => (
          <>
            <Picture account={value} />
            <ProfileForm account={value} />
          </>
        )}
      </Shown>
    </PageFrame>
  );
}

function ProfileForm({ account: shown }: { readonly account: Schemas['Account'] }) {
  const t = settingsTexts();
  const sending = useSending();
  const short = shown.language.slice(0, 2);
  return (
    <div className={styles.panel}>
      <Form
        sending={sending}
        action={studioTexts().save}
        onSubmit={async (fields) => {
          const body = { name: textOf(fields, 'name'), language: textOf(fields, 'language') };
          await call.patch(account, { body });
          // Texts of another language come with the page.
          if (!body.language.startsWith(short)) location.reload();
          changed(account, '/console/api/members');
          toast(studioTexts().saved);
        }}
      >
        <TextField label={studioTexts().email} value={shown.email} readOnly dir="ltr" />
        <TextField
          label={studioTexts().name}
          name="name"
          required
          maxLength={100}
          autoComplete="name"
          defaultValue={shown.name}
          wrong={sending.wrong('name')}
        />
        <Select
          label={t.language}
          name="language"
          defaultValue={languages.find(({ value }) => value.startsWith(short))?.value ?? 'en-US'}
          options={languages}
          wrong={sending.wrong('language')}
        />
      </Form>
    </div>
  );
}

/** Nobody has to have one: a letter stands in its place. */
function Picture({ account: { name, avatar_url: url } }: { readonly account: Schemas['Account'] }) {
  const t = settingsTexts();
  const sending = useSending();
  const file = useRef<HTMLInputElement>(null);
  const refresh = () => changed(account, '/console/api/members');
  function upload(event: ChangeEvent<HTMLInputElement>): void {
    const [chosen] = event.currentTarget.files ?? [];
    event.currentTarget.value = '';
    if (chosen === undefined) return;
    void sending.run(async () => {
      const body = new FormData();
      body.set('file', chosen);
      await call.put(`${account}/avatar`, { body });
      refresh();
    });
  }
  const remove = () =>
    sending.run(async () => {
      await call.delete(`${account}/avatar`);
      refresh();
    });
  return (
    <Section title={t.picture} about={t.pictureAbout}>
      <div className={styles.line}>
        {url === null ? (
          <span className={classes(styles.picture, styles.letter)} aria-hidden="true">
            {[...name][0] ?? '?'}
          </span>
        ) : (
          <img className={styles.picture} src={url} alt={t.picture} />
        )}
        <input
          ref={file}
          type="file"
          hidden
          aria-label={t.choosePicture}
          accept="image/png,image/jpeg,image/gif,image/bmp,image/webp"
          onChange={upload}
        />
        <Button busy={sending.isBusy} onClick={() => file.current?.click()}>
          {t.choosePicture}
        </Button>
        {url !== null && (
          <Button busy={sending.isBusy} onClick={() => void remove()}>
            {t.remove}
          </Button>
        )}
      </div>
      {sending.error !== undefined && <Failure error={sending.error} />}
    </Section>
  );
}
