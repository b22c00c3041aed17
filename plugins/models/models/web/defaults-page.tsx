import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import {
  call,
  can,
  errorText,
  Link,
  ModelPicker,
  PageFrame,
  QueryBoundary,
  Section,
  useApi,
} from '#plugins/studio/web/contract.tsx';
import { LinkList, toast } from '#plugins/ui/web/contract.ts';
import { MODEL_TYPES } from './model-types.ts';
import styles from './models.module.css';
import { modelsTexts } from './texts/en.ts';

type Named = Schemas['ModelName'] | null;

/** The model of each type that counts where an app names none. */
export function Page() {
  const t = modelsTexts();
  const defaults = useApi('/console/api/default-models');
  const models = useApi('/console/api/models');
  const tabs = [
    { label: can('providers.manage') ? t.providers : t.models, href: '/models', isCurrent: false },
    { label: t.defaults, href: '/models/defaults', isCurrent: true },
  ];
  return (
    <PageFrame title={t.models} about={t.defaultsAbout} tabs={tabs}>
      <QueryBoundary answer={defaults} height={560}>
        {({ data: set }) => (
          <QueryBoundary answer={models} height={560}>
            {({ data: available }) => (
              <ul className={styles.defaults}>
                {MODEL_TYPES.map((type) => (
                  <li key={type}>
                    <Default
                      type={type}
                      named={set.find((each) => each.type === type)?.model ?? null}
                      available={available.filter((model) => model.type === type)}
                    />
                  </li>
                ))}
              </ul>
            )}
          </QueryBoundary>
        )}
      </QueryBoundary>
      {can('providers.manage') && <Users />}
    </PageFrame>
  );
}

function Default({
  type,
  named,
  available,
}: {
  readonly type: (typeof MODEL_TYPES)[number];
  readonly named: Named;
  readonly available: readonly Schemas['AvailableModel'][];
}) {
  const t = modelsTexts();
  // One that was switched off since is shown, and can be replaced.
  const isGone =
    named !== null && !available.some(({ provider, name }) => provider === named.provider && name === named.model);
  const isEmpty = available.length === 0 && named === null;
  return (
    <ModelPicker
      label={t.types[type] ?? type}
      hint={isEmpty ? t.noneOfType : t.typeUses[type]}
      wrong={isGone ? t.defaultGone : undefined}
      empty={t.noDefault}
      models={available}
      value={named === null ? null : { provider: named.provider, name: named.model }}
      missing={named === null ? undefined : `${named.model} · ${named.provider}`}
      disabled={!can('providers.manage') || isEmpty}
      onChange={(next) =>
        void choose(type, next === null ? null : { provider: next.provider, model: next.name }, named)
      }
    />
  );
}

async function choose(type: (typeof MODEL_TYPES)[number], model: Named, before: Named): Promise<void> {
  const t = modelsTexts();
  const set = async (value: Named) => {
    await call.put('/console/api/default-models', {
      body: { type, model: value },
      invalidates: ['/console/api/default-models'],
    });
  };
  try {
    await set(model);
    const undo = () => void set(before).catch((error: unknown) => toast(errorText(error)));
    const name = t.types[type] ?? type;
    toast(model === null ? t.defaultTaken(name) : t.defaultSet(name, model.model), { label: t.undo, run: undo });
  } catch (error) {
    toast(errorText(error));
  }
}

/** Which apps name a model themselves, by provider: the others go with the defaults. */
function Users() {
  const t = modelsTexts();
  const answer = useApi('/console/api/providers');
  const providers = answer.value?.data.filter(({ configured }) => configured) ?? [];
  if (providers.length === 0) return null;
  return (
    <Section title={t.usedBy} about={t.usedByAbout}>
      <LinkList>
        {providers.map(({ id, label }) => (
          <li key={id}>
            <Link href={`/models/${encodeURIComponent(id)}?tab=apps`}>{t.appsOf(label)}</Link>
          </li>
        ))}
      </LinkList>
    </Section>
  );
}
