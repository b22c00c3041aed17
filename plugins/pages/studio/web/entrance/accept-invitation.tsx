import { useEffect, useState } from 'react';
import { useSubmit } from '#plugins/studio/web/parts/form.tsx';
import { ErrorAlert } from '#plugins/studio/web/parts/query-boundary.tsx';
import { pageData } from '#plugins/studio/web/session/page-data.ts';
import { studioTexts } from '#plugins/studio/web/texts/en.ts';
import { Button, LinkButton, Loading, Notice } from '#plugins/ui/web/contract.ts';
import { Card } from './card.tsx';
import { NewPerson } from './new-person.tsx';
import { entrance, goIn, takeSecret } from './send.ts';
import { ServiceButtons } from './service-sign-in.tsx';

interface Offer {
  readonly workspace_name: string;
  readonly email: string;
  readonly role: string;
  readonly has_account: boolean;
}

/** Kept over the sign-in: the secret stands in no address. */
const KEPT = 'weft-invitation';

/** An invitation to a workspace: as somebody new, or as who one is. */
export function AcceptInvitation() {
  const t = studioTexts();
  const [token] = useState(() => takeSecret(/^inv-[A-Za-z0-9]{40}$/) ?? sessionStorage.getItem(KEPT));
  const [offer, setOffer] = useState<Offer | null>(null);
  const [error, setError] = useState<unknown>(undefined);
  const [joined, setJoined] = useState(false);
  const sending = useSubmit();
  const { session } = pageData;
  useEffect(() => {
    if (token === null) return;
    sessionStorage.setItem(KEPT, token);
    entrance.post('/console/api/invitations/show', { body: { token } }).then(setOffer, (failure: unknown) => {
      sessionStorage.removeItem(KEPT);
      setError(failure);
    });
  }, [token]);
  if (token === null)
    return (
      <Card title={t.brokenLink} about={t.brokenLinkAbout}>
        {null}
      </Card>
    );
  if (error !== undefined) {
    return (
      <Card title={t.invitationDead}>
        <Notice variant="danger">{t.invitationOver}</Notice>
      </Card>
    );
  }
  if (offer === null) return <Loading label={t.loading} />;
  const { workspace_name: workspace, email, role } = offer;
  const isMine = session?.account.email === email;
  return (
    <Card title={t.invited(workspace)} about={t.invitedAs(email, t.roles[role] ?? role)}>
      {!offer.has_account && (
        <NewPerson
          action={t.join}
          done={t.joined(workspace)}
          onSubmit={async (person) => {
            await entrance.post('/console/api/invitations/join', { body: { token, ...person } });
            sessionStorage.removeItem(KEPT);
            return goIn(email, person.password);
          }}
        />
      )}
      {!offer.has_account && session === null && <ServiceButtons returnTo="/invitation" invitation={token} />}
      {offer.has_account && session === null && (
        <>
          <Notice>{t.signInToJoin}</Notice>
          <LinkButton variant="primary" href="/sign-in?return_to=/invitation">
            {t.signIn}
          </LinkButton>
        </>
      )}
      {offer.has_account && session !== null && !isMine && <Notice variant="warning">{t.otherAccount(email)}</Notice>}
      {offer.has_account && isMine && !joined && (
        <>
          {sending.error !== undefined && <ErrorAlert error={sending.error} />}
          <Button
            variant="primary"
            busy={sending.isBusy}
            onClick={() =>
              void sending.run(async () => {
                const { id } = await entrance.post('/console/api/account/invitations', { body: { token } });
                await entrance.post('/console/api/workspaces/{workspace_id}/use', { path: { workspace_id: id } });
                sessionStorage.removeItem(KEPT);
                setJoined(true);
                location.assign('/apps');
              })
            }
          >
            {t.join}
          </Button>
        </>
      )}
    </Card>
  );
}
