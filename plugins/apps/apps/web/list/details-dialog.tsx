import { useMemo, useState } from 'react';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { call, Form, invalidate, PickedMany, textOf, useSubmit } from '#plugins/studio/web/contract.tsx';
import { Button, Dialog, TextArea, TextField, toast } from '#plugins/ui/web/contract.ts';
import { type ChosenIcon, IconFields, iconOf } from './icon-fields.tsx';
import { tagSource } from './tag-source.ts';
import { listTexts } from './texts/en.ts';

const one = '/console/api/apps/{app_id}';

/** What an app is called, what is said of it, its tags and its icon. */
export function DetailsDialog({ app, onClose }: { readonly app: Schemas['App']; onClose(): void }) {
  const t = listTexts();
  const sending = useSubmit();
  const [before] = useState(() => iconOf(app));
  const [icon, setIcon] = useState(before);
  const [tags, setTags] = useState<readonly string[]>(app.tags);
  const source = useMemo(() => tagSource({ without: tags, aboutNew: t.newTag }), [tags, t]);
  const path = { app_id: app.id };
  async function save(fields: FormData): Promise<void> {
    const name = textOf(fields, 'name');
    const look = icon === before ? {} : lookOf(icon);
    await call.patch(one, {
      path,
      body: { name, description: textOf(fields, 'description'), tags: [...tags], ...look },
    });
    if (icon.picture instanceof File) {
      const body = new FormData();
      body.append('file', icon.picture);
      await call.put(`${one}/icon`, { path, body });
    }
    invalidate('/console/api/apps', '/console/api/tags');
    toast(t.detailsSaved(name));
    onClose();
  }
  return (
    <Dialog open title={t.detailsOf(app.name)} onClose={onClose}>
      <Form sending={sending} action={t.save} actions={<Button onClick={onClose}>{t.cancel}</Button>} onSubmit={save}>
        <TextField
          label={t.name}
          name="name"
          defaultValue={app.name}
          required
          maxLength={100}
          wrong={sending.fieldError('name')}
        />
        <TextArea
          label={t.description}
          name="description"
          defaultValue={app.description}
          rows={3}
          wrong={sending.fieldError('description')}
        />
        <IconFields app={app} icon={icon} onChange={setIcon} />
        <PickedMany
          label={t.tags}
          addLabel={t.addTag}
          source={source}
          value={tags}
          nothing={t.noTags}
          goneLabel={(tag) => tag}
          onChange={setTags}
        />
      </Form>
    </Dialog>
  );
}

/** A picture that is there already stays. */
function lookOf({ emoji, background, picture }: ChosenIcon) {
  return { icon_background: background, ...(picture === null && { icon: emoji.trim(), icon_type: 'emoji' as const }) };
}
