import {
  call,
  changed,
  Form,
  PageFrame,
  Section,
  Shown,
  studioSession,
  studioTexts,
  useAnswer,
  useSending,
} from '#plugins/studio/web/contract.tsx';
import styles from '#plugins/studio-settings/web/settings.module.css';
import { settingsTexts } from '#plugins/studio-settings/web/settings-texts.ts';
import { CurrentPassword } from '#plugins/studio-settings/web/workspace/danger-zone.tsx';
import { TextField, toast } from '#plugins/ui/web/contract.ts';
import { PersonalKeys } from './personal-keys.tsx';
import { SecondFactor } from './second-factor.tsx';
import { Grants, Sessions } from './sessions.tsx';

const account = '/console/api/account';

/** How one gets in, and who is in in one's name. */
export function Page() {
  const t = settingsTexts();
  const answer = useAnswer(account);
  return (
    <PageFrame title={t.security} about={t.securityAbout}>
      <Password />
      <Shown answer={answer}>{(value) => <SecondFactor account={value} />}</Shown>
      <Sessions />
      <PersonalKeys />
      <Grants />
    </PageFrame>
  );
}

function Password() {
  const t = settingsTexts();
  const sending = useSending();
  const { account: own } = studioSession();
  return (
    <Section title={studioTexts().password} about={own.has_password ? t.passwordAbout : t.noPasswordAbout}>
      <div className={styles.panel}>
        <Form
          sending={sending}
          action={studioTexts().setPassword}
          onSubmit={async (fields) => {
            const current = fields.get('current_password');
            const password = String(fields.get('password') ?? '');
            const body = { password, ...(typeof current === 'string' && { current_password: current }) };
            await call.put(`${account}/password`, { body });
            changed(account, '/console/api/sessions');
            // The fields of those who have one came not with this page.
            if (!own.has_password) location.reload();
            toast(t.passwordChanged);
          }}
        >
          <input type="email" name="email" autoComplete="username" defaultValue={own.email} hidden />
          <CurrentPassword wrong={sending.wrong('current_password')} />
          <TextField
            label={studioTexts().newPassword}
            name="password"
            type="password"
            required
            autoComplete="new-password"
            hint={studioTexts().passwordHint}
            wrong={sending.wrong('password')}
          />
        </Form>
      </div>
    </Section>
  );
}
