import { useState } from 'react';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import {
  CredentialFields,
  call,
  credentialsIn,
  Form,
  Section,
  setSearchParams,
  useSubmit,
} from '#plugins/studio/web/contract.tsx';
import { Button, Fold, Notice, Panel, toast } from '#plugins/ui/web/contract.ts';
import { fillingDefaults } from './fill-defaults.ts';
import { PRICES } from './prices.ts';
import { providerRoutes } from './provider-routes.ts';
import { modelsTexts } from './texts/en.ts';

/** The credentials that models of a provider are called with, unless they name others. */
export function ProviderCredentials({ provider }: { readonly provider: Schemas['ModelProvider'] }) {
  const t = modelsTexts();
  const sending = useSubmit();
  const [isTest, setTest] = useState(false);
  const path = { provider: provider.id };
  const { credentials: stored } = provider;
  // Prices are set for each model; those there are go along.
  const fields = provider.fields.filter(({ name }) => name !== PRICES);
  const kept = stored[PRICES] === undefined ? {} : { [PRICES]: stored[PRICES] };
  const given = (form: FormData) => ({ ...credentialsIn(form, provider.fields, stored), ...kept });
  if (fields.length === 0) return <Notice>{t.noFields}</Notice>;
  // A key is given nearly always, also where it is optional.
  const isFirst = ({ required, secret }: Schemas['CredentialField']) => required || secret;
  const needed = fields.filter(isFirst);
  const first = needed.length > 0 ? needed : fields;
  const others = needed.length > 0 ? fields.filter((field) => !isFirst(field)) : [];
  return (
    <Section title={t.credentials} about={t.credentialsAbout}>
      <Panel narrow>
        <Form
          sending={sending}
          action={t.save}
          actions={
            <Button
              busy={sending.isBusy && isTest}
              onClick={({ currentTarget: { form } }) => {
                if (!form?.reportValidity()) return;
                const body = { credentials: given(new FormData(form)) };
                setTest(true);
                void sending.run(async () => {
                  await call.post('/console/api/providers/{provider}/test', { path, body });
                  toast(t.works);
                });
              }}
            >
              {t.test}
            </Button>
          }
          onSubmit={async (form) => {
            setTest(false);
            const body = { credentials: given(form), test: true };
            const save = () =>
              call.put('/console/api/providers/{provider}', { path, body, invalidates: providerRoutes });
            await fillingDefaults(async () => {
              await save();
              toast(t.saved);
            });
            // Its models are still to be fetched, or named.
            if (provider.open_catalogue && provider.models.length === 0) setSearchParams({ tab: 'models' });
          }}
        >
          <CredentialFields fields={first} stored={stored} sending={sending} />
          {others.length > 0 && (
            <Fold title={t.moreFields} open={others.some(({ name }) => stored[name] !== undefined)}>
              <CredentialFields fields={others} stored={stored} sending={sending} />
            </Fold>
          )}
        </Form>
      </Panel>
    </Section>
  );
}
