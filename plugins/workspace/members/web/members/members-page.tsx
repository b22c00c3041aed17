import { useState } from 'react';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import styles from '#plugins/members/web/members.module.css';
import { memberTexts } from '#plugins/members/web/texts/en.ts';
import {
  call,
  can,
  confirm,
  DataTable,
  dateTime,
  ErrorAlert,
  invalidate,
  oneOf,
  PageFrame,
  QueryBoundary,
  SearchField,
  Section,
  setSearchParams,
  studioSession,
  studioTexts,
  useApi,
  useSearchParam,
  useSubmit,
} from '#plugins/studio/web/contract.tsx';
import {
  ActionRow,
  Button,
  EmptyState,
  IconButton,
  Muted,
  Notice,
  Select,
  Toolbar,
  toast,
} from '#plugins/ui/web/contract.ts';
import { Trash } from '#plugins/ui/web/icons.tsx';
import { Invitations } from './invitations.tsx';
import { InviteDialog } from './invite-dialog.tsx';

type Member = Schemas['Member'];

const LIMIT = 50;
const roles = ['owner', 'admin', 'editor', 'member'] as const;
/** Ownership is handed over, not given. */
const given = ['admin', 'editor', 'member'] as const;

/** Who belongs to the workspace, and who is invited. */
export function Page() {
  const t = memberTexts();
  const [search] = useSearchParam('q');
  const [role] = useSearchParam('role');
  const [cursor] = useSearchParam('cursor');
  // A new workspace begins with inviting.
  const [isBegun] = useSearchParam('invite');
  const [isInviting, setInviting] = useState(isBegun !== '');
  const filter = Object.fromEntries(Object.entries({ search, role, cursor }).filter(([, value]) => value !== ''));
  const answer = useApi('/console/api/members', { query: { limit: LIMIT, ...filter } });
  const mayManage = can('members.manage');
  const invitations = useApi('/console/api/invitations', { when: mayManage });
  return (
    <PageFrame
      title={t.members}
      about={t.membersAbout}
      actions={
        mayManage && (
          <Button variant="primary" onClick={() => setInviting(true)}>
            {t.invite}
          </Button>
        )
      }
    >
      {!mayManage && <Notice>{t.adminsManage}</Notice>}
      <Toolbar>
        <SearchField label={t.searchMembers} value={search} onChange={(q) => setSearchParams({ q, cursor: '' })} />
        <Select
          label={t.role}
          labelHidden
          empty={t.allRoles}
          value={role}
          options={roles.map((value) => ({ value, label: studioTexts().roles[value] ?? value }))}
          onChange={(event) => setSearchParams({ role: event.currentTarget.value, cursor: '' })}
        />
      </Toolbar>
      <QueryBoundary answer={answer}>
        {({ data, next_cursor: next }) => (
          <>
            <MemberTable members={data} />
            <Toolbar>
              {cursor !== '' && <Button onClick={() => setSearchParams({ cursor: '' })}>{t.first}</Button>}
              {next !== null && <Button onClick={() => setSearchParams({ cursor: next })}>{t.further}</Button>}
            </Toolbar>
            {mayManage && <Invitations answer={invitations} />}
          </>
        )}
      </QueryBoundary>
      {isInviting && (
        <InviteDialog
          onClose={() => {
            setInviting(false);
            setSearchParams({ invite: '' });
          }}
        />
      )}
      <Leaving />
    </PageFrame>
  );
}

function MemberTable({ members }: { readonly members: readonly Member[] }) {
  const t = memberTexts();
  const sending = useSubmit();
  const mayManage = can('members.manage');
  const own = studioSession().account.id;
  const one = '/console/api/members/{account_id}';
  const mayChange = (member: Member) => mayManage && member.role !== 'owner' && member.account_id !== own;
  const setRole = (member: Member, role: (typeof given)[number]): Promise<boolean> =>
    sending.run(async () => {
      try {
        await call.patch(one, { path: { account_id: member.account_id }, body: { role } });
      } finally {
        // What was refused is shown as it is.
        invalidate('/console/api/members');
      }
      const label = studioTexts().undo;
      toast(t.roleChanged(member.name), { label, run: () => void setRole(member, oneOf(given, member.role)) });
    });
  async function askForRole(member: Member, role: (typeof given)[number]): Promise<void> {
    const { roles } = studioTexts();
    const about = t.changeRoleAbout(roles[member.role] ?? member.role, roles[role] ?? role);
    if (await confirm({ title: t.changeRole(member.name), about, action: t.changeIt })) await setRole(member, role);
  }
  async function remove(member: Member): Promise<void> {
    const about = t.removeMemberAbout(member.email);
    if (!(await confirm({ title: t.removeMember(member.name), about, action: t.remove }))) return;
    await sending.run(async () => {
      await call.delete(one, { path: { account_id: member.account_id }, invalidates: ['/console/api/members'] });
    });
  }
  return (
    <>
      {sending.error !== undefined && <ErrorAlert error={sending.error} />}
      <DataTable
        label={t.members}
        rows={members}
        rowKey={({ account_id: id }) => id}
        columns={[
          {
            key: 'name',
            label: t.name,
            cell: ({ name, email, account_id: id }) => (
              <>
                <span className={styles.title}>{name}</span> {id === own && `(${t.you})`}
                <Muted as="div">{email}</Muted>
              </>
            ),
          },
          {
            key: 'role',
            label: t.role,
            cell: (member) =>
              mayChange(member) ? (
                <Select
                  label={t.roleOf(member.name)}
                  labelHidden
                  value={member.role}
                  disabled={sending.isBusy}
                  options={given.map((value) => ({ value, label: studioTexts().roles[value] ?? value }))}
                  onChange={(event) => void askForRole(member, oneOf(given, event.currentTarget.value))}
                />
              ) : (
                (studioTexts().roles[member.role] ?? member.role)
              ),
          },
          { key: 'since', label: t.since, cell: ({ joined_at: at }) => dateTime(at), isSpare: true },
        ]}
        actions={
          mayManage
            ? (member) =>
                mayChange(member) && (
                  <IconButton small label={t.removeMember(member.name)} onClick={() => void remove(member)}>
                    <Trash />
                  </IconButton>
                )
            : undefined
        }
        empty={
          <EmptyState
            title={t.noMember}
            action={<Button onClick={() => setSearchParams({ q: '', role: '', cursor: '' })}>{t.clear}</Button>}
          />
        }
      />
    </>
  );
}

/** Out of the workspace, by one's own will; its owner hands it over first. */
function Leaving() {
  const t = memberTexts();
  const sending = useSubmit();
  const { workspace } = studioSession();
  if (workspace.role === 'owner') return null;
  async function leave(): Promise<void> {
    if (!(await confirm({ title: t.leave, about: t.leaveAbout(workspace.name), action: t.leave }))) return;
    await sending.run(async () => {
      await call.post('/console/api/members/leave');
      location.assign('/apps');
    });
  }
  return (
    <Section title={t.leave}>
      <ActionRow>
        <Muted>{t.leaveHint}</Muted>
        <Button variant="danger" busy={sending.isBusy} onClick={() => void leave()}>
          {t.leave}
        </Button>
      </ActionRow>
      {sending.error !== undefined && <ErrorAlert error={sending.error} />}
    </Section>
  );
}
