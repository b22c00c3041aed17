import { accessTexts } from '#plugins/app-access/web/texts/en.ts';
import { changing } from '#plugins/app-access/web/use-app-change.ts';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import {
  call,
  Form,
  QueryBoundary,
  Section,
  type SubmitState,
  studioTexts,
  textOf,
  useApi,
  useSubmit,
} from '#plugins/studio/web/contract.tsx';
import { Columns, Panel, TextField, toast } from '#plugins/ui/web/contract.ts';

const limits = '/console/api/apps/{app_id}/limits';
const site = '/console/api/apps/{app_id}/site';
const names = ['requests_per_minute', 'concurrent_runs', 'tokens_per_day'] as const;
const ofVisitors = ['runs_per_visitor_hour', 'runs_per_address_hour', 'batch_rows_per_visitor_day'] as const;

/** How much of an app may be used: by all together, by each end user, by visitors of its page. */
export function LimitsTab({ app }: { readonly app: Schemas['App'] }) {
  const t = accessTexts();
  const path = { app_id: app.id };
  const answer = useApi(limits, { path });
  const settings = useApi(site, { path });
  return (
    <>
      <QueryBoundary answer={answer}>
        {(value) =>
          (['app', 'user'] as const).map((whose) => (
            <Section key={whose} title={t.limitsOf[whose]} about={t.limitsOfAbout[whose]}>
              <Numbers
                appId={app.id}
                names={names}
                values={value[whose]}
                save={(given) => call.patch(limits, { path, body: { [whose]: given } })}
              />
            </Section>
          ))
        }
      </QueryBoundary>
      <QueryBoundary answer={settings}>
        {(value) => (
          <Section title={t.limitsOfVisitors} about={t.limitsOfVisitorsAbout}>
            <Numbers
              appId={app.id}
              names={ofVisitors}
              values={value}
              save={(given) => call.patch(site, { path, body: given })}
            />
          </Section>
        )}
      </QueryBoundary>
    </>
  );
}

type Name = (typeof names)[number] | (typeof ofVisitors)[number];

/** Whole numbers; an empty field is no limit. */
function Numbers<Key extends Name>({
  appId,
  names: shown,
  values,
  save,
}: {
  readonly appId: string;
  readonly names: readonly Key[];
  readonly values: Readonly<Record<Key, number | null>>;
  save(given: Readonly<Record<string, number | null>>): Promise<unknown>;
}) {
  const sending = useSubmit();
  return (
    <Panel>
      <Form
        sending={sending}
        action={studioTexts().save}
        onSubmit={(fields) =>
          changing(appId, async () => {
            await save(Object.fromEntries(shown.map((name) => [name, numberIn(textOf(fields, name))])));
            toast(studioTexts().saved);
          })
        }
      >
        <Columns>
          {shown.map((name) => (
            <NumberField key={name} name={name} value={values[name]} sending={sending} />
          ))}
        </Columns>
      </Form>
    </Panel>
  );
}

function NumberField({
  name,
  value,
  sending,
}: {
  readonly name: Name;
  readonly value: number | null;
  readonly sending: SubmitState;
}) {
  const t = accessTexts();
  return (
    <TextField
      label={t.limits[name]}
      name={name}
      type="number"
      min={1}
      step={1}
      inputMode="numeric"
      placeholder={t.noLimit}
      defaultValue={value === null ? '' : String(value)}
      wrong={sending.fieldError(name) ?? sending.fieldError(`app.${name}`) ?? sending.fieldError(`user.${name}`)}
    />
  );
}

function numberIn(text: string): number | null {
  return text === '' ? null : Number(text);
}
