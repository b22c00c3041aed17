import { useMemo, useState } from 'react';
import type { Base } from '#plugins/datasets/web/base-frame.tsx';
import { knowledgeTexts } from '#plugins/datasets/web/texts/en.ts';
import { Form, memberSource, PickedMany, Section, textOf, useSubmit } from '#plugins/studio/web/contract.tsx';
import { Select, TextArea, TextField, toast } from '#plugins/ui/web/contract.ts';
import { changeBase } from './base-changes.ts';

type Permission = Base['permission'];

/** Its name, and who sees it. */
export function General({ base }: { readonly base: Base }) {
  const t = knowledgeTexts();
  const sending = useSubmit();
  const [permission, setPermission] = useState<Permission>(base.permission);
  const [members, setMembers] = useState<ReadonlySet<string>>(new Set(base.partial_member_list));

  // A plain member sees bases in apps alone, chosen or not.
  const people = useMemo(() => memberSource(({ role }) => (role === 'member' ? t.seesNoKnowledge : undefined)), [t]);

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
          wrong={sending.fieldError('name')}
        />
        <TextArea
          label={t.description}
          hint={t.descriptionHint}
          name="description"
          rows={2}
          maxLength={400}
          defaultValue={base.description}
          wrong={sending.fieldError('description')}
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
          wrong={sending.fieldError('permission')}
        />
        {permission === 'partial_members' && (
          <PickedMany
            label={t.permissions.partial_members}
            addLabel={t.addMember}
            source={people}
            value={[...members]}
            onChange={(ids) => setMembers(new Set(ids))}
          />
        )}
      </Form>
    </Section>
  );
}
