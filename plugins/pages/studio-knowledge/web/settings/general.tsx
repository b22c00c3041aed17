import { useState } from 'react';
import { Form, Section, textOf, useAnswer, useSending } from '#plugins/studio/web/contract.tsx';
import type { Base } from '#plugins/studio-knowledge/web/base-frame.tsx';
import { knowledgeTexts } from '#plugins/studio-knowledge/web/knowledge-texts.ts';
import { Checkbox, Select, TextArea, TextField, toast } from '#plugins/ui/web/contract.ts';
import { changeBase } from './base-changes.ts';
import styles from './settings.module.css';

type Permission = Base['permission'];

/** Its name, and who sees it. */
export function General({ base }: { readonly base: Base }) {
  const t = knowledgeTexts();
  const sending = useSending();
  const [permission, setPermission] = useState<Permission>(base.permission);
  const [members, setMembers] = useState<ReadonlySet<string>>(new Set(base.partial_member_list));

  async function save(fields: FormData): Promise<void> {
    const isSame =
      permission === base.permission && [...members].sort().join() === [...base.partial_member_list].sort().join();
    await changeBase(base.id, {
      name: textOf(fields, 'name'),
      description: textOf(fields, 'description'),
      // Who sees it is changed by its creator and by the owner alone: not sent where it stays.
      ...(!isSame && { permission, ...(permission === 'partial_members' && { partial_member_list: [...members] }) }),
    });
    toast(t.saved);
  }

  return (
    <Section title={t.general}>
      <Form sending={sending} action={t.save} onSubmit={save}>
        <TextField
          label={t.name}
          name="name"
          required
          maxLength={40}
          defaultValue={base.name}
          wrong={sending.wrong('name')}
        />
        <TextArea
          label={t.description}
          hint={t.descriptionHint}
          name="description"
          rows={2}
          maxLength={400}
          defaultValue={base.description}
          wrong={sending.wrong('description')}
        />
        <Select
          label={t.permission}
          hint={t.permissionHint}
          value={permission}
          options={(['only_me', 'all_team_members', 'partial_members'] as const).map((value) => ({
            value,
            label: t.permissions[value],
          }))}
          onChange={(event) => setPermission(event.currentTarget.value as Permission)}
          wrong={sending.wrong('permission')}
        />
        {permission === 'partial_members' && <ChosenMembers chosen={members} onChange={setMembers} />}
      </Form>
    </Section>
  );
}

/** Members who may manage knowledge; others would see it no more for being chosen. */
function ChosenMembers({
  chosen,
  onChange,
}: {
  readonly chosen: ReadonlySet<string>;
  onChange(chosen: ReadonlySet<string>): void;
}) {
  const t = knowledgeTexts();
  const members = useAnswer('/console/api/members', { query: { limit: 100 } }).value?.data ?? [];
  const shown = members.filter(({ role, account_id: id }) => role !== 'member' || chosen.has(id));
  return (
    <fieldset className={styles.members}>
      <legend className={styles.legend}>{t.permissions.partial_members}</legend>
      {shown.map(({ account_id: id, name, email }) => (
        <Checkbox
          key={id}
          label={`${name} · ${email}`}
          checked={chosen.has(id)}
          onChange={(event) => {
            const next = new Set(chosen);
            if (event.currentTarget.checked) next.add(id);
            else next.delete(id);
            onChange(next);
          }}
        />
      ))}
    </fieldset>
  );
}
