import { accountTexts } from '#plugins/accounts/web/texts/en.ts';
import {
  ago,
  Badge,
  call,
  confirm,
  DataTable,
  ErrorAlert,
  QueryBoundary,
  Section,
  useApi,
  useSubmit,
} from '#plugins/studio/web/contract.tsx';
import { Button, IconButton, Notice, toast } from '#plugins/ui/web/contract.ts';
import { LogOut, Trash } from '#plugins/ui/web/icons.tsx';
import { browserName } from './browser-name.ts';

const sessions = '/console/api/sessions';
const grants = '/console/api/account/mcp-grants';

/** Browsers in which one is signed in. */
export function Sessions() {
  const t = accountTexts();
  const answer = useApi(sessions);
  const sending = useSubmit();
  const end = (id: string) =>
    sending.run(async () => {
      await call.delete(`${sessions}/{session_id}`, { path: { session_id: id }, invalidates: [sessions] });
      toast(t.sessionEnded);
    });
  async function endAll(): Promise<void> {
    if (!(await confirm({ title: t.endAll, about: t.endAllAbout, action: t.endAll }))) return;
    await sending.run(async () => {
      await call.delete(sessions);
      location.assign('/sign-in');
    });
  }
  return (
    <Section
      title={t.sessions}
      about={t.sessionsAbout}
      actions={
        <Button busy={sending.isBusy} onClick={() => void endAll()}>
          {t.endAll}
        </Button>
      }
    >
      {sending.error !== undefined && <ErrorAlert error={sending.error} />}
      <QueryBoundary answer={answer}>
        {({ data }) => (
          <DataTable
            label={t.sessions}
            rows={data}
            rowKey={({ id }) => id}
            columns={[
              {
                key: 'browser',
                label: t.browser,
                cell: ({ user_agent: agent, is_current: isCurrent }) => (
                  <>
                    <span title={agent}>{browserName(agent)}</span>{' '}
                    {isCurrent && <Badge variant="success">{t.thisOne}</Badge>}
                  </>
                ),
              },
              { key: 'address', label: t.networkAddress, cell: ({ address }) => address, isSpare: true },
              { key: 'used', label: t.lastUsed, cell: ({ refreshed_at: at }) => ago(at) },
            ]}
            actions={({ id, is_current: isCurrent, user_agent: agent }) =>
              !isCurrent && (
                <IconButton small label={t.endSession(browserName(agent))} onClick={() => void end(id)}>
                  <LogOut />
                </IconButton>
              )
            }
            empty={null}
          />
        )}
      </QueryBoundary>
    </Section>
  );
}

/** Programs that act in one's name since one allowed it. */
export function Grants() {
  const t = accountTexts();
  const answer = useApi(grants);
  const sending = useSubmit();
  async function take(id: string, name: string): Promise<void> {
    if (!(await confirm({ title: t.takeBack(name), about: t.takeBackAbout, action: t.revoke }))) return;
    await sending.run(async () => {
      await call.delete(`${grants}/{grant_id}`, { path: { grant_id: id }, invalidates: [grants] });
    });
  }
  return (
    <Section title={t.grants} about={t.grantsAbout}>
      {sending.error !== undefined && <ErrorAlert error={sending.error} />}
      <QueryBoundary answer={answer}>
        {({ data }) => (
          <DataTable
            label={t.grants}
            rows={data}
            rowKey={({ id }) => id}
            columns={[
              { key: 'name', label: t.program, cell: ({ client_name: name }) => name },
              { key: 'app', label: t.mayUse, cell: ({ app }) => app?.name ?? t.allApps },
              { key: 'used', label: t.lastUsed, cell: ({ last_used_at: at }) => (at === null ? t.never : ago(at)) },
            ]}
            actions={({ id, client_name: name }) => (
              <IconButton small label={t.takeBack(name)} onClick={() => void take(id, name)}>
                <Trash />
              </IconButton>
            )}
            empty={<Notice>{t.noGrants}</Notice>}
          />
        )}
      </QueryBoundary>
    </Section>
  );
}
