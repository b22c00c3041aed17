import { useState } from 'react';
import { basePath } from '#plugins/datasets/web/base-frame.tsx';
import { type ChosenModel, ModelSelect } from '#plugins/datasets/web/model-select.tsx';
import { knowledgeTexts } from '#plugins/datasets/web/texts/en.ts';
import { call, choiceOf, Form, Link, OptionPicker, textOf, useApi, useSubmit } from '#plugins/studio/web/contract.tsx';
import { Dialog, Notice, navigate, Select, TextArea, TextField } from '#plugins/ui/web/contract.ts';

const PERMISSIONS = ['only_me', 'all_team_members'] as const;
type Kind = 'high_quality' | 'economy' | 'external';

/** Asks for what a base is called and how it is indexed, and goes on to its documents. */
export function NewBase({ onClose }: { onClose(): void }) {
  const t = knowledgeTexts();
  const sending = useSubmit();
  const [kind, setKind] = useState<Kind>('high_quality');
  const [model, setModel] = useState<ChosenModel | null>(null);

  async function make(fields: FormData): Promise<void> {
    const made = await call.post('/console/api/datasets', {
      body: {
        name: textOf(fields, 'name'),
        description: textOf(fields, 'description'),
        permission: choiceOf(fields, 'permission', PERMISSIONS),
        ...(kind === 'external'
          ? {
              external_knowledge_api_id: textOf(fields, 'api'),
              external_knowledge_id: textOf(fields, 'knowledge'),
            }
          : { indexing_technique: kind }),
        ...(kind === 'high_quality' &&
          model !== null && { embedding_model: model.model, embedding_model_provider: model.provider }),
      },
      invalidates: ['/console/api/datasets'],
    });
    navigate(basePath(made.id, kind === 'external' ? 'search' : 'add'));
  }

  return (
    <Dialog open title={t.newBase} onClose={onClose}>
      <Form sending={sending} action={t.create} onSubmit={make}>
        <TextField label={t.name} name="name" required maxLength={40} autoFocus wrong={sending.fieldError('name')} />
        <TextArea label={t.description} note={t.optional} name="description" rows={2} maxLength={400} />
        <Select
          label={t.kind}
          hint={t.kindHints[kind]}
          value={kind}
          options={(['high_quality', 'economy', 'external'] as const).map((value) => ({
            value,
            label: t.kinds[value],
          }))}
          onChange={(event) => setKind(event.currentTarget.value as Kind)}
        />
        {kind === 'high_quality' && (
          <ModelSelect
            kind="embedding"
            label={t.embeddingModel}
            hint={t.embeddingHint}
            empty={t.defaultModel}
            value={model}
            onChange={setModel}
          />
        )}
        {kind === 'external' && <ExternalFields wrong={sending.fieldError} />}
        <Select
          label={t.permission}
          name="permission"
          options={PERMISSIONS.map((value) => ({ value, label: t.permissions[value] }))}
        />
      </Form>
    </Dialog>
  );
}

/** Which knowledge, and behind which API. */
function ExternalFields({ wrong }: { wrong(field: string): string | undefined }) {
  const t = knowledgeTexts();
  const [api, setApi] = useState('');
  const apis = useApi('/console/api/external-knowledge-apis').value?.data;
  if (apis?.length === 0) {
    return (
      <Notice variant="warning">
        {t.noApisYet} <Link href="/knowledge/apis?new=yes">{t.addApi}</Link>
      </Notice>
    );
  }
  return (
    <>
      <OptionPicker
        kind="external-apis"
        label={t.externalApi}
        name="api"
        required
        options={(apis ?? []).map(({ id, name, endpoint }) => ({ id, label: name, detail: endpoint }))}
        value={api}
        onChange={setApi}
        wrong={wrong('external_knowledge_api_id')}
      />
      <TextField
        label={t.externalId}
        hint={t.externalIdHint}
        name="knowledge"
        required
        maxLength={200}
        wrong={wrong('external_knowledge_id')}
      />
    </>
  );
}
