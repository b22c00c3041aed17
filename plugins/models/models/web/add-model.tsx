import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { call, choiceOf, Form, textOf, useSubmit } from '#plugins/studio/web/contract.tsx';
import { Button, Dialog, Select, TextField, toast } from '#plugins/ui/web/contract.ts';
import { fillingDefaults } from './fill-defaults.ts';
import { providerRoutes } from './provider-routes.ts';
import { modelsTexts } from './texts/en.ts';

/** A model that the provider has and the catalogue does not name. */
export function AddModel({ provider, onClose }: { readonly provider: Schemas['ModelProvider']; onClose(): void }) {
  const t = modelsTexts();
  const sending = useSubmit();
  return (
    <Dialog open title={t.addModel} onClose={onClose}>
      <Form
        sending={sending}
        action={t.add}
        actions={<Button onClick={onClose}>{t.cancel}</Button>}
        onSubmit={async (form) => {
          const size = Number(textOf(form, 'context_size'));
          const model = textOf(form, 'model');
          const body = { type: choiceOf(form, 'type', provider.types), model, ...(size > 0 && { context_size: size }) };
          const path = { provider: provider.id };
          await fillingDefaults(async () => {
            await call.post('/console/api/providers/{provider}/models', { path, body, invalidates: providerRoutes });
            toast(t.addedModel(model));
          });
          onClose();
        }}
      >
        <Select
          label={t.type}
          name="type"
          options={provider.types.map((value) => ({ value, label: t.types[value] ?? value }))}
        />
        <TextField
          label={t.modelName}
          hint={t.modelNameHint}
          name="model"
          required
          spellCheck={false}
          autoCapitalize="off"
          wrong={sending.fieldError('model')}
        />
        <TextField
          label={t.contextSize}
          note={t.optional}
          name="context_size"
          type="number"
          min={1}
          wrong={sending.fieldError('context_size')}
        />
      </Form>
    </Dialog>
  );
}
