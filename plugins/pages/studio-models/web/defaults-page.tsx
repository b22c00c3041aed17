import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import {
  call,
  can,
  changed,
  failureText,
  Link,
  PageFrame,
  Section,
  Shown,
  useAnswer,
} from '#plugins/studio/web/contract.tsx';
import { Select, toast } from '#plugins/ui/web/contract.ts';
import { MODEL_TYPES } from './model-types.ts';
import styles from './models.module.css';
import { modelsTexts } from './models-texts.ts';

type Named = Schemas['ModelName'] | null;

/** The model of each type that counts where an app names none. */
export function Page() {
  const t = modelsTexts();
  const defaults = useAnswer('/console/api/default-models');
  const models = useAnswer('/console/api/models');
  const tabs = [
    { label: can('providers.manage') ? t.providers : t.models, href: '/models', isCurrent: false },
    { label: t.defaults, href: '/models/defaults', isCurrent: true },
  ];
  return (
    <PageFrame title={t.models} about={t.defaultsAbout} tabs={tabs}>
      <Shown answer={defaults}>
        {({ data: set }) => (
          <Shown answer={models}>
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
          </Shown>
        )}
      </Shown>
      {can('providers.manage') && <Users />}
    </PageFrame>
  );
}

function Default({
  type,
  named,
  available,
}: {
  readonly type: string;
  readonly named: Named;
  readonly available: readonly Schemas['AvailableModel'][];
}) {
  const t = modelsTexts();
  const value = named === null ? '' : keyOf(named);
  const options = available.map((model) => ({
    value: keyOf({ provider: model.provider, model: model.name }),
    label: `${model.name} · ${model.provider_label}`,
  }));
  // One that was switched off since is shown, and can be replaced.
  const isGone = named !== null && !options.some((option) => option.value === value);
  if (isGone) options.unshift({ value, label: `${named.model} · ${named.provider}` });
  return (
    <Select
      label={t.types[type] ?? type}
      hint={options.length === 0 ? t.noneOfType : t.typeUses[type]}
      wrong={isGone ? t.defaultGone : undefined}
      empty={t.noDefault}
      value={value}
      options={options}
      disabled={!can('providers.manage') || options.length === 0}
      onChange={(event) => {
        const select = event.currentTarget;
        // Until the server has it, what counts is shown.
        const next = select.value;
        select.value = value;
        void choose(type, modelOf(next), named);
      }}
    />
  );
}

const keyOf = ({ provider, model }: Schemas['ModelName']) => JSON.stringify([provider, model]);

function modelOf(key: string): Named {
  if (key === '') return null;
  const [provider = '', model = ''] = JSON.parse(key) as string[];
  return { provider, model };
}

async function choose(type: string, model: Named, before: Named): Promise<void> {
  const t = modelsTexts();
  const set = async (value: Named) => {
    await call.put('/console/api/default-models', { body: { type, model: value } });
    changed('/console/api/default-models');
  };
  try {
    await set(model);
    const undo = () => void set(before).catch((error: unknown) => toast(failureText(error)));
    const name = t.types[type] ?? type;
    toast(model === null ? t.defaultTaken(name) : t.defaultSet(name, model.model), { label: t.undo, run: undo });
  } catch (error) {
    toast(failureText(error));
  }
}

/** Which apps name a model themselves, by provider: the others go with the defaults. */
function Users() {
  const t = modelsTexts();
  const answer = useAnswer('/console/api/providers');
  const providers = answer.value?.data.filter(({ configured }) => configured) ?? [];
  if (providers.length === 0) return null;
  return (
    <Section title={t.usedBy} about={t.usedByAbout}>
      <ul className={styles.links}>
        {providers.map(({ id, label }) => (
          <li key={id}>
            <Link href={`/models/${encodeURIComponent(id)}?tab=apps`}>{t.appsOf(label)}</Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}
