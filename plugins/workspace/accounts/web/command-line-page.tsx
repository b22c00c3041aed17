import { useState } from 'react';
import { accountTexts } from '#plugins/accounts/web/texts/en.ts';
import {
  CopyField,
  call,
  ErrorAlert,
  PageFrame,
  studioSession,
  useSearchParam,
  useSubmit,
} from '#plugins/studio/web/contract.tsx';
import { Button, Muted, Notice, Panel, Stack, Toolbar } from '#plugins/ui/web/contract.ts';

const handOffs = '/console/api/sessions/hand-offs';

/** Signs the command line in: `weft login` opens it, and waits at a loopback address, or for a code that is typed. */
export function Page() {
  const t = accountTexts();
  const [challenge] = useSearchParam('challenge');
  const [done] = useSearchParam('done');
  return (
    <PageFrame title={t.commandLine}>
      <Panel>
        {done === 'yes' && <Notice variant="success">{t.commandLineIn}</Notice>}
        {done !== 'yes' && done !== '' && <Notice>{t.commandLineOut}</Notice>}
        {done === '' && (challenge === '' ? <Notice>{t.commandLineHow}</Notice> : <Asked challenge={challenge} />)}
      </Panel>
    </PageFrame>
  );
}

function Asked({ challenge }: { readonly challenge: string }) {
  const t = accountTexts();
  const [port] = useSearchParam('port');
  const [state] = useSearchParam('state');
  const sending = useSubmit();
  const [code, setCode] = useState<string | null>(null);
  const [isOff, setOff] = useState(false);
  // Nothing but a port of this very machine is ever sent the code.
  const isHere = /^[1-9][0-9]{0,4}$/.test(port);
  const tell = (answer: Readonly<Record<string, string>>) =>
    location.assign(`http://127.0.0.1:${port}/?${new URLSearchParams({ ...answer, state })}`);
  const allow = () =>
    sending.run(async () => {
      const made = await call.post(handOffs, { body: { challenge } });
      if (isHere) tell({ code: made.code });
      else setCode(made.code);
    });
  if (isOff) return <Notice>{t.commandLineOut}</Notice>;
  if (code !== null) {
    return (
      <Stack gap={16}>
        <Notice>{t.commandLineCode}</Notice>
        <CopyField label={t.commandLineCodeLabel} value={code} />
      </Stack>
    );
  }
  return (
    <Stack gap={16}>
      <p>{t.commandLineAsks(studioSession().account.email)}</p>
      <Muted>{isHere ? t.commandLineHere : t.commandLineElsewhere}</Muted>
      {sending.error !== undefined && <ErrorAlert error={sending.error} />}
      <Toolbar>
        <Button variant="primary" busy={sending.isBusy} onClick={() => void allow()}>
          {t.allow}
        </Button>
        <Button onClick={() => (isHere ? tell({ error: 'access_denied' }) : setOff(true))}>{t.dontAllow}</Button>
      </Toolbar>
    </Stack>
  );
}
