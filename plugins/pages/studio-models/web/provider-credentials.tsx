import { useRef, useState } from 'react';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import {
  CredentialFields,
  call,
  changed,
  credentialsIn,
  Form,
  Section,
  useSending,
} from '#plugins/studio/web/contract.tsx';
import { Button, Notice, toast } from '#plugins/ui/web/contract.ts';
import styles from './models.module.css';
import { modelsTexts } from './models-texts.ts';
import { PRICES } from './prices.ts';

/** The credentials that models of a provider are called with, unless they name others. */
export function ProviderCredentials({ provider }: { readonly provider: Schemas['ModelProvider'] }) {
  const t = modelsTexts();
  const sending = useSending();
  const [isTest, setTest] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const path = { provider: provider.id };
  const { credentials: stored } = provider;
  // Prices are set for each model; those there are go along.
  const fields = provider.fields.filter(({ name }) => name !== PRICES);
  const kept = stored[PRICES] === undefined ? {} : { [PRICES]: stored[PRICES] };
  const given = (form: FormData) => ({ ...credentialsIn(form, provider.fields, stored), ...kept });
  if (fields.length === 0) return <Notice>{t.noFields}</Notice>;
  const needed = fields.filter(({ required }) => required);
  const first = needed.length > 0 ? needed : fields;
  const others = needed.length > 0 ? fields.filter(({ required }) => !required) : [];
  return (
    <Section title={t.credentials} about={t.credentialsAbout}>
      <div ref={frame} className={styles.panel}>
        <Form
          sending={sending}
          action={t.save}
          actions={
            <Button
              busy={sending.isBusy && isTest}
              onClick={() => {
                const form = frame.current?.querySelector('form');
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
            await call.put('/console/api/providers/{provider}', { path, body });
            changed('/console/api/providers', '/console/api/models');
            toast(t.saved);
          }}
        >
          <CredentialFields fields={first} stored={stored} sending={sending} />
          {others.length > 0 && (
            <details className={styles.more} open={others.some(({ name }) => stored[name] !== undefined)}>
              <summary>{t.moreFields}</summary>
              <div>
                <CredentialFields fields={others} stored={stored} sending={sending} />
              </div>
            </details>
          )}
        </Form>
      </div>
    </Section>
  );
}
