import { useState } from 'react';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { call, confirm, ErrorAlert, SecretDialog, Section, useSubmit } from '#plugins/studio/web/contract.tsx';
import { Button, toast } from '#plugins/ui/web/contract.ts';
import { repositoryTexts } from './texts/en.ts';

const ONE = '/console/api/repositories/{repository_id}';

/** Those that can be told of it by their interfaces. */
const hosts = ['github', 'gitlab', 'gitea', 'bitbucket'];

/** Has the host call on each push: by itself, or with what is copied there. */
export function HookSection({ id, provider }: { readonly id: string; readonly provider: string }) {
  const t = repositoryTexts();
  const path = { repository_id: id };
  const sending = useSubmit();
  const [made, setMade] = useState<Schemas['RepositoryHook']>();
  const add = async () => {
    await call.post(`${ONE}/hook`, { path });
    toast(t.hookAdded);
  };
  const replace = async () => {
    if (!(await confirm({ title: t.newSecretOf, about: t.newSecretAbout, action: t.newSecret }))) return;
    setMade(await call.post(`${ONE}/hook-secret`, { path }));
  };
  return (
    <Section
      title={t.hook}
      about={t.hookAbout}
      actions={
        <>
          <Button busy={sending.isBusy} onClick={() => void sending.run(replace)}>
            {t.newSecret}
          </Button>
          {hosts.includes(provider) && (
            <Button busy={sending.isBusy} onClick={() => void sending.run(add)}>
              {t.addHook}
            </Button>
          )}
        </>
      }
    >
      {sending.error !== undefined && <ErrorAlert error={sending.error} />}
      {made !== undefined && (
        <SecretDialog
          title={t.hook}
          values={[
            { label: t.address, value: made.url },
            { label: t.secret, value: made.secret },
          ]}
          about={t.hookUse}
          onClose={() => setMade(undefined)}
        />
      )}
    </Section>
  );
}
