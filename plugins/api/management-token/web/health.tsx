import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { Badge, number, QueryBoundary, Section } from '#plugins/studio/web/contract.tsx';
import { Button, EmptyState, pageLanguage, withKeys } from '#plugins/ui/web/contract.ts';
import { CircleAlert, CircleCheck, TriangleAlert } from '#plugins/ui/web/icons.tsx';
import styles from './health.module.css';
import { useOperator } from './operator.ts';
import { installationTexts } from './texts/en.ts';

type Check = Schemas['HealthCheck'];
type State = Check['state'];

const looks = { failed: 'danger', warning: 'warning', ok: 'success' } as const;
const icons = { failed: <CircleAlert />, warning: <TriangleAlert />, ok: <CircleCheck /> };
/** The worst first. */
const order = ['failed', 'warning', 'ok'] as const;

/** What the installation needs, by how it stands; what is not well comes first, with its next step. */
export function Health() {
  const t = installationTexts();
  const answer = useOperator('/console/api/installation/health');
  const { value, isLoading, refetch } = answer;
  return (
    <Section
      title={t.health}
      about={
        <span role="status">{value && `${t.healthStates[value.state]} ${t.lookedAt(clock(value.looked_at))}`}</span>
      }
      actions={
        <Button busy={isLoading} onClick={refetch}>
          {t.lookAgain}
        </Button>
      }
    >
      <QueryBoundary answer={answer}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState title={t.noChecks} />
          ) : (
            order.map((state) => (
              <Checks key={state} state={state} checks={data.filter((one) => one.state === state)} />
            ))
          )
        }
      </QueryBoundary>
    </Section>
  );
}

function Checks({ state, checks }: { readonly state: State; readonly checks: readonly Check[] }) {
  const t = installationTexts();
  const names = { failed: t.failed, warning: t.warning, ok: t.works };
  if (checks.length === 0) return null;
  return (
    <section className={styles.group} aria-label={names[state]}>
      <h3>
        <Badge variant={looks[state]}>
          {icons[state]}
          {names[state]}
        </Badge>
        <span className={styles.count}>{number(checks.length)}</span>
      </h3>
      <ul className={styles.list}>
        {checks.map((check) => (
          <li key={check.id} className={styles[state]} lang="en">
            <strong>{check.title}</strong>
            <p>
              <Words text={check.summary} />
            </p>
            {check.next !== null && (
              <p className={styles.next}>
                <b lang={pageLanguage()}>{t.nextStep}</b> <Words text={check.next} />
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A text in which commands stand between backticks. */
function Words({ text }: { readonly text: string }) {
  return withKeys(text.split('`')).map(({ key, item, at }) => (at % 2 === 1 ? <code key={key}>{item}</code> : item));
}

/** Seconds since the epoch, as a time of day. */
function clock(seconds: number): string {
  return new Intl.DateTimeFormat(pageLanguage(), { timeStyle: 'medium' }).format(seconds * 1000);
}
