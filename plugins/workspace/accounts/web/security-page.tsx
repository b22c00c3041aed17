import { accountTexts } from '#plugins/accounts/web/texts/en.ts';
import {
  call,
  Form,
  PageFrame,
  QueryBoundary,
  Section,
  studioSession,
  studioTexts,
  useApi,
  useSubmit,
} from '#plugins/studio/web/contract.tsx';
import { Panel, TextField, toast } from '#plugins/ui/web/contract.ts';
import { CurrentPassword } from './current-password.tsx';
import { LinkedServices } from './linked-services.tsx';
import { PersonalKeys } from './personal-keys.tsx';
import { SecondFactor } from './second-factor.tsx';
import { Grants, Sessions } from './sessions.tsx';

const account = '/console/api/account';

/** How one gets in, and who is in in one's name. */
export function Page() {
  const t = accountTexts();
  const answer = useApi(account);
  return (
    <PageFrame title={t.security} about={t.securityAbout}>
      <Password />
      <QueryBoundary answer={answer}>{(value) => <SecondFactor account={value} />}</QueryBoundary>
      <LinkedServices />
      <Sessions />
      <PersonalKeys />
      <Grants />
    </PageFrame>
  );
}

function Password() {
  const t = accountTexts();
  const sending = useSubmit();
  const { account: own } = studioSession();
  return (
    <Section title={studioTexts().password} about={own.has_password ? t.passwordAbout : t.noPasswordAbout}>
      <Panel>
        <Form
          sending={sending}
          action={studioTexts().setPassword}
          onSubmit={async (fields) => {
            const current = fields.get('current_password');
            const password = String(fields.get('password') ?? '');
            const body = { password, ...(typeof current === 'string' && { current_password: current }) };
            await call.put(`${account}/password`, { body, invalidates: [account, '/console/api/sessions'] });
            // The fields of those who have one came not with this page.
            if (!own.has_password) location.reload();
            toast(t.passwordChanged);
          }}
        >
          <input type="email" name="email" autoComplete="username" defaultValue={own.email} hidden />
          <CurrentPassword wrong={sending.fieldError('current_password')} />
          <TextField
            label={studioTexts().newPassword}
            name="password"
            type="password"
            required
            autoComplete="new-password"
            hint={studioTexts().passwordHint}
            wrong={sending.fieldError('password')}
          />
        </Form>
      </Panel>
    </Section>
  );
}
