import { useState } from 'react';
import { accountTexts } from '#plugins/accounts/web/texts/en.ts';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import {
  Badge,
  CopyField,
  call,
  Form,
  invalidate,
  SecretDialog,
  Section,
  studioTexts,
  textOf,
  useSubmit,
} from '#plugins/studio/web/contract.tsx';
import { ActionRow, Button, Dialog, Muted, Panel, TextField, Toolbar } from '#plugins/ui/web/contract.ts';
import { CurrentPassword } from './current-password.tsx';

const factor = '/console/api/account/second-factor';

type Step = 'on' | 'off' | 'codes';

/** Codes of an authenticator app besides the password; recovery codes for when it is lost. */
export function SecondFactor({ account }: { readonly account: Schemas['Account'] }) {
  const t = accountTexts();
  const [step, setStep] = useState<Step | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const close = () => setStep(null);
  const done = (made: readonly string[] | null) => {
    setStep(null);
    setCodes(made);
    invalidate('/console/api/account');
  };
  const isOn = account.has_second_factor;
  return (
    <Section title={t.secondFactor} about={t.secondFactorAbout}>
      <Panel>
        <ActionRow>
          <div>
            <Badge variant={isOn ? 'success' : 'plain'}>{isOn ? t.isOn : t.isOff}</Badge>
          </div>
          <Toolbar>
            {isOn && <Button onClick={() => setStep('codes')}>{t.newRecoveryCodes}</Button>}
            <Button variant={isOn ? 'danger' : 'plain'} onClick={() => setStep(isOn ? 'off' : 'on')}>
              {isOn ? t.switchOff : t.switchOn}
            </Button>
          </Toolbar>
        </ActionRow>
      </Panel>
      {step === 'on' && <SwitchOn onClose={close} onDone={done} />}
      {step === 'off' && <Confirmed title={t.switchOff} onClose={close} onDone={done} />}
      {step === 'codes' && <Confirmed title={t.newRecoveryCodes} asksCode onClose={close} onDone={done} />}
      {codes !== null && (
        <SecretDialog
          title={t.recoveryCodes}
          values={[{ label: t.recoveryCodes, value: codes.join('\n') }]}
          about={t.recoveryCodesAbout}
          onClose={() => setCodes(null)}
        />
      )}
    </Section>
  );
}

interface StepProps {
  onClose(): void;
  /** With recovery codes, where there are new ones. */
  onDone(codes: readonly string[] | null): void;
}

function SwitchOn({ onClose, onDone }: StepProps) {
  const t = accountTexts();
  const sending = useSubmit();
  const [made, setMade] = useState<Schemas['SecondFactor'] | null>(null);
  const cancel = <Button onClick={onClose}>{studioTexts().cancel}</Button>;
  return (
    <Dialog open title={t.secondFactor} onClose={onClose}>
      {made === null ? (
        <Form
          key="password"
          sending={sending}
          action={studioTexts().next}
          actions={cancel}
          onSubmit={async (fields) => setMade(await call.post(factor, { body: passwordIn(fields) }))}
        >
          <Muted>{t.secondFactorSteps}</Muted>
          <CurrentPassword wrong={sending.fieldError('current_password')} />
        </Form>
      ) : (
        <Form
          key="code"
          sending={sending}
          action={t.switchOn}
          actions={cancel}
          onSubmit={async (fields) => {
            const answer = await call.post(`${factor}/confirm`, { body: { code: textOf(fields, 'code') } });
            onDone(answer.recovery_codes);
          }}
        >
          <Muted>{t.enterSecret}</Muted>
          <CopyField label={t.secret} value={made.secret} />
          <a href={made.uri}>{t.openAuthenticator}</a>
          <Code wrong={sending.fieldError('code')} />
        </Form>
      )}
    </Dialog>
  );
}

/** Switches it off, or makes recovery codes anew (`asksCode`). */
function Confirmed({
  title,
  asksCode = false,
  onClose,
  onDone,
}: StepProps & { readonly title: string; readonly asksCode?: boolean }) {
  const t = accountTexts();
  const sending = useSubmit();
  return (
    <Dialog open title={title} onClose={onClose}>
      <Form
        sending={sending}
        action={title}
        actions={<Button onClick={onClose}>{studioTexts().cancel}</Button>}
        onSubmit={async (fields) => {
          if (!asksCode) {
            await call.delete(factor, { body: passwordIn(fields) });
            onDone(null);
            return;
          }
          const body = { code: textOf(fields, 'code'), ...passwordIn(fields) };
          onDone((await call.post(`${factor}/recovery-codes`, { body })).recovery_codes);
        }}
      >
        <Muted>{asksCode ? t.oldCodesEnd : t.switchOffAbout}</Muted>
        <CurrentPassword wrong={sending.fieldError('current_password')} />
        {asksCode && <Code wrong={sending.fieldError('code')} />}
      </Form>
    </Dialog>
  );
}

function Code({ wrong }: { readonly wrong: string | undefined }) {
  return (
    <TextField
      label={studioTexts().code}
      name="code"
      required
      dir="ltr"
      inputMode="numeric"
      autoComplete="one-time-code"
      wrong={wrong}
    />
  );
}

function passwordIn(fields: FormData): { readonly current_password?: string } {
  const given = fields.get('current_password');
  return typeof given === 'string' ? { current_password: given } : {};
}
