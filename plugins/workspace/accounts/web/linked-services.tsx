import { useState } from 'react';
import { accountTexts } from '#plugins/accounts/web/texts/en.ts';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import {
  ago,
  Badge,
  call,
  DataTable,
  ErrorAlert,
  Form,
  Section,
  studioTexts,
  useApi,
  useSearchParam,
  useSubmit,
} from '#plugins/studio/web/contract.tsx';
import { Button, Dialog, Muted, Notice, Toolbar, toast } from '#plugins/ui/web/contract.ts';
import { CurrentPassword } from './current-password.tsx';

type Link = Schemas['SignInLink'];
const links = '/console/api/sign-in/links';
const one = `${links}/{provider}`;

/** Google and its like: who one is there, linking and unlinking. Nothing where the server offers none. */
export function LinkedServices() {
  const t = accountTexts();
  const { value } = useApi(links);
  const [chosen, setChosen] = useState<Link | null>(null);
  const [refused] = useSearchParam('refused');
  const [service] = useSearchParam('service');
  const [linked] = useSearchParam('linked');
  if (value === undefined || value.data.length === 0) return null;
  const labelOf = (id: string) => value.data.find((each) => each.id === id)?.label ?? id;
  return (
    <Section title={t.services} about={t.servicesAbout}>
      {refused !== '' && (
        <Notice variant="danger">
          {studioTexts().serviceRefusals[refused]?.(labelOf(service)) ?? t.notLinked(labelOf(service))}
        </Notice>
      )}
      {linked !== '' && <Notice variant="success">{t.linked(labelOf(linked))}</Notice>}
      {value.waiting !== null && <Waiting waiting={value.waiting} />}
      <DataTable
        label={t.services}
        rows={value.data}
        rowKey={({ id }) => id}
        columns={[
          { key: 'name', label: t.service, cell: ({ label }) => label },
          {
            key: 'who',
            label: t.whoThere,
            cell: ({ is_linked: isLinked, email }) =>
              isLinked ? (email ?? <Badge variant="success">{t.isOn}</Badge>) : <Muted small>{t.isNotLinked}</Muted>,
          },
          {
            key: 'used',
            label: t.lastUsed,
            isSpare: true,
            cell: ({ signed_in_at: at }) => (at === null ? '' : ago(at)),
          },
        ]}
        actions={(row) => (
          <Toolbar end>
            <Button small onClick={() => setChosen(row)}>
              {row.is_linked ? t.unlink(row.label) : t.link(row.label)}
            </Button>
          </Toolbar>
        )}
        empty={null}
      />
      {chosen !== null && <Change service={chosen} onClose={() => setChosen(null)} />}
    </Section>
  );
}

/** Whom a service has proved in this browser, before the account was signed in to. */
function Waiting({ waiting: { label, email } }: { readonly waiting: Schemas['WaitingSignInLink'] }) {
  const t = accountTexts();
  const sending = useSubmit();
  const confirm = () =>
    sending.run(async () => {
      await call.post(links, { invalidates: [links] });
      toast(t.linked(label));
    });
  return (
    <>
      <Notice
        action={
          <Button small busy={sending.isBusy} onClick={() => void confirm()}>
            {t.link(label)}
          </Button>
        }
      >
        {t.linkWaits(label, email ?? '')}
      </Notice>
      {sending.error !== undefined && <ErrorAlert error={sending.error} />}
    </>
  );
}

/** Says what comes of it, and asks for the password. */
function Change({ service: { id, label, is_linked: isLinked }, onClose }: { readonly service: Link; onClose(): void }) {
  const t = accountTexts();
  const sending = useSubmit();
  const action = isLinked ? t.unlink(label) : t.link(label);
  const change = async (fields: FormData) => {
    const given = fields.get('current_password');
    const body = typeof given === 'string' ? { current_password: given } : {};
    if (!isLinked) {
      const { url } = await call.post(one, { path: { provider: id }, body });
      location.assign(url);
      return;
    }
    await call.delete(one, { path: { provider: id }, body, invalidates: [links] });
    toast(t.unlinked(label));
    onClose();
  };
  return (
    <Dialog open title={action} onClose={onClose}>
      <Form
        sending={sending}
        action={action}
        actions={<Button onClick={onClose}>{studioTexts().cancel}</Button>}
        onSubmit={change}
      >
        <Muted>{isLinked ? t.unlinkAbout(label) : t.linkAbout(label)}</Muted>
        <CurrentPassword wrong={sending.fieldError('current_password')} />
      </Form>
    </Dialog>
  );
}
