import { type ChangeEvent, useMemo, useRef, useState } from 'react';
import { accountTexts } from '#plugins/accounts/web/texts/en.ts';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import {
  call,
  ErrorAlert,
  Form,
  invalidate,
  languageSource,
  PageFrame,
  Picker,
  QueryBoundary,
  Section,
  studioTexts,
  textOf,
  useApi,
  useSubmit,
} from '#plugins/studio/web/contract.tsx';
import { Button, classes, Panel, TextField, Toolbar, toast } from '#plugins/ui/web/contract.ts';
import styles from './account.module.css';

const account = '/console/api/account';

/** Who one is for others, and the language of the studio. */
export function Page() {
  const t = accountTexts();
  const answer = useApi(account);
  return (
    <PageFrame title={t.profile} about={t.profileAbout}>
      <QueryBoundary answer={answer}>
        {(value) => (
          <>
            <Picture account={value} />
            <ProfileForm account={value} />
          </>
        )}
      </QueryBoundary>
    </PageFrame>
  );
}

function ProfileForm({ account: shown }: { readonly account: Schemas['Account'] }) {
  const t = accountTexts();
  const sending = useSubmit();
  const short = shown.language.slice(0, 2);
  const languages = useMemo(() => languageSource('page'), []);
  const [language, setLanguage] = useState(shown.language);
  return (
    <Panel>
      <Form
        sending={sending}
        action={studioTexts().save}
        onSubmit={async (fields) => {
          const body = { name: textOf(fields, 'name'), language };
          await call.patch(account, { body });
          // Texts of another language come with the page.
          if (!body.language.startsWith(short)) location.reload();
          invalidate(account, '/console/api/members');
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
          wrong={sending.fieldError('name')}
        />
        <Picker
          label={t.language}
          source={languages}
          hasNone={false}
          value={language}
          onChange={setLanguage}
          wrong={sending.fieldError('language')}
        />
      </Form>
    </Panel>
  );
}

/** Nobody has to have one: an initial stands in its place. */
function Picture({ account: { name, avatar_url: url } }: { readonly account: Schemas['Account'] }) {
  const t = accountTexts();
  const sending = useSubmit();
  const file = useRef<HTMLInputElement>(null);
  const refresh = () => invalidate(account, '/console/api/members');
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
      <Toolbar>
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
      </Toolbar>
      {sending.error !== undefined && <ErrorAlert error={sending.error} />}
    </Section>
  );
}
