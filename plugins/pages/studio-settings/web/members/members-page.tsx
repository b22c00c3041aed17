import { useState } from 'react';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import {
  call,
  can,
  changed,
  confirm,
  DataTable,
  dateTime,
  Failure,
  PageFrame,
  SearchField,
  Section,
  Shown,
  setQuery,
  studioSession,
  studioTexts,
  useAnswer,
  useQuery,
  useSending,
} from '#plugins/studio/web/contract.tsx';
import styles from '#plugins/studio-settings/web/settings.module.css';
import { settingsTexts } from '#plugins/studio-settings/web/settings-texts.ts';
import { Button, EmptyState, IconButton, Notice, Select, toast } from '#plugins/ui/web/contract.ts';
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
  const t = settingsTexts();
  const [search] = useQuery('q');
  const [role] = useQuery('role');
  const [cursor] = useQuery('cursor');
  const [isInviting, setInviting] = useState(false);
  const filter = Object.fromEntries(Object.entries({ search, role, cursor }).filter(([, value]) => value !== ''));
  const answer = useAnswer('/console/api/members', { query: { limit: LIMIT, ...filter } });
  const mayManage = can('members.manage');
  return (
    <PageFrame
      title={t.members}
      about={t.membersAbout}
      actions={
        mayManage && (
          <Button look="main" onClick={() => setInviting(true)}>
            {t.invite}
          </Button>
        )
      }
    >
      {!mayManage && <Notice>{t.adminsManage}</Notice>}
      <div className={styles.line}>
        <SearchField label={t.searchMembers} value={search} onChange={(q) => setQuery({ q, cursor: '' })} />
        <Select
          label={t.role}
          labelHidden
          empty={t.allRoles}
          value={role}
          options={roles.map((value) => ({ value, label: studioTexts().roles[value] ?? value }))}
          onChange={(event) => setQuery({ role: event.currentTarget.value, cursor: '' })}
        />
      </div>
      <Shown answer={answer}>
        {({ data, next_cursor: next }) => (
          <>
            <MemberTable members={data} />
            <div className={styles.line}>
              {cursor !== '' && <Button onClick={() => setQuery({ cursor: '' })}>{t.first}</Button>}
              {next !== null && <Button onClick={() => setQuery({ cursor: next })}>{t.further}</Button>}
            </div>
          </>
        )}
      </Shown>
      {mayManage && <Invitations />}
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
      <Leaving />
    </PageFrame>
  );
}

function MemberTable({ members }: { readonly members: readonly Member[] }) {
  const t = settingsTexts();
  const sending = useSending();
  const mayManage = can('members.manage');
  const own = studioSession().account.id;
  const one = '/console/api/members/{account_id}';
  const mayChange = (member: Member) => mayManage && member.role !== 'owner' && member.account_id !== own;
  const setRole = (member: Member, role: string): Promise<boolean> =>
    sending.run(async () => {
      try {
        await call.patch(one, { path: { account_id: member.account_id }, body: { role } });
      } finally {
        // What was refused is shown as it is.
        changed('/console/api/members');
      }
      const label = studioTexts().undo;
      toast(t.roleChanged(member.name), { label, run: () => void setRole(member, member.role) });
    });
  async function remove(member: Member): Promise<void> {
    const about = t.removeMemberAbout(member.email);
    if (!(await confirm({ title: t.removeMember(member.name), about, action: t.remove }))) return;
    await sending.run(async () => {
      await call.delete(one, { path: { account_id: member.account_id } });
      changed('/console/api/members');
    });
  }
  return (
    <>
      {sending.error !== undefined && <Failure error={sending.error} />}
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
                <div className={styles.faint}>{email}</div>
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
                  onChange={(event) => void setRole(member, event.currentTarget.value)}
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
            action={<Button onClick={() => setQuery({ q: '', role: '', cursor: '' })}>{t.clear}</Button>}
          />
        }
      />
    </>
  );
}

/** Out of the workspace, by one's own will; its owner hands it over first. */
function Leaving() {
  const t = settingsTexts();
  const sending = useSending();
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
      <div className={styles.entry}>
        <p className={styles.faint}>{t.leaveHint}</p>
        <Button look="danger" busy={sending.isBusy} onClick={() => void leave()}>
          {t.leave}
        </Button>
      </div>
      {sending.error !== undefined && <Failure error={sending.error} />}
    </Section>
  );
}
