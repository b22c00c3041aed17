import { useState } from 'react';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import {
  Badge,
  CopyField,
  call,
  changed,
  Form,
  Section,
  ShownOnce,
  studioTexts,
  textOf,
  useSending,
} from '#plugins/studio/web/contract.tsx';
import styles from '#plugins/studio-settings/web/settings.module.css';
import { settingsTexts } from '#plugins/studio-settings/web/settings-texts.ts';
import { CurrentPassword } from '#plugins/studio-settings/web/workspace/danger-zone.tsx';
import { Button, Dialog, TextField } from '#plugins/ui/web/contract.ts';

const factor = '/console/api/account/second-factor';

type Step = 'on' | 'off' | 'codes';

/** Codes of an authenticator app besides the password; recovery codes for when it is lost. */
export function SecondFactor({ account }: { readonly account: Schemas['Account'] }) {
  const t = settingsTexts();
  const [step, setStep] = useState<Step | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const close = () => setStep(null);
  const done = (made: readonly string[] | null) => {
    setStep(null);
    setCodes(made);
    changed('/console/api/account');
  };
  const isOn = account.has_second_factor;
  return (
    <Section title={t.secondFactor} about={t.secondFactorAbout}>
      <div className={styles.panel}>
        <div className={styles.entry}>
          <div>
            <Badge look={isOn ? 'ok' : 'plain'}>{isOn ? t.isOn : t.isOff}</Badge>
          </div>
          <div className={styles.line}>
            {isOn && <Button onClick={() => setStep('codes')}>{t.newRecoveryCodes}</Button>}
            <Button look={isOn ? 'danger' : 'plain'} onClick={() => setStep(isOn ? 'off' : 'on')}>
              {isOn ? t.switchOff : t.switchOn}
            </Button>
          </div>
        </div>
      </div>
      {step === 'on' && <SwitchOn onClose={close} onDone={done} />}
      {step === 'off' && <Confirmed title={t.switchOff} onClose={close} onDone={done} />}
      {step === 'codes' && <Confirmed title={t.newRecoveryCodes} asksCode onClose={close} onDone={done} />}
      {codes !== null && (
        <ShownOnce
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
  const t = settingsTexts();
  const sending = useSending();
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
          <p className={styles.faint}>{t.secondFactorSteps}</p>
          <CurrentPassword wrong={sending.wrong('current_password')} />
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
          <p className={styles.faint}>{t.enterSecret}</p>
          <CopyField label={t.secret} value={made.secret} />
          <a href={made.uri}>{t.openAuthenticator}</a>
          <Code wrong={sending.wrong('code')} />
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
  const t = settingsTexts();
  const sending = useSending();
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
        <p className={styles.faint}>{asksCode ? t.oldCodesEnd : t.switchOffAbout}</p>
        <CurrentPassword wrong={sending.wrong('current_password')} />
        {asksCode && <Code wrong={sending.wrong('code')} />}
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
