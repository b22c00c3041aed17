import { type Installation, pluginsChanged } from '#plugins/plugin-management/web/package-answers.ts';
import styles from '#plugins/plugin-management/web/plugins.module.css';
import {
  CopyField,
  CredentialFields,
  call,
  can,
  confirm,
  credentialsIn,
  errorText,
  Form,
  Link,
  QueryBoundary,
  Section,
  useApi,
  useSubmit,
} from '#plugins/studio/web/contract.tsx';
import { Button, LinkList, Muted, Notice, navigate, Panel, Switch, toast } from '#plugins/ui/web/contract.ts';
import { manageTexts } from './texts/en.ts';

interface Props {
  readonly installation: Installation;
}

const ONE = '/console/api/plugins/{installation_id}';
const pathOf = ({ id }: Installation) => ({ installation_id: id });

/** What Owners and Admins do with an installed plugin. */
export function PluginActions({ installation }: Props) {
  const t = manageTexts();
  const { title, is_enabled: isOn, earlier_version: earlier } = installation;
  const path = pathOf(installation);
  const sending = useSubmit();
  const attempt = (work: () => Promise<unknown>) => void sending.run(work);
  const switchTo = async (isEnabled: boolean) => {
    await call.patch(ONE, { path, body: { is_enabled: isEnabled } });
    pluginsChanged();
    toast(isEnabled ? t.usedNow : t.notUsedNow);
  };
  const rollBack = async () => {
    if (earlier === null) return;
    const question = t.rollBackTitle(title, earlier);
    if (!(await confirm({ title: question, about: t.rollBackAbout, action: t.rollBack(earlier) }))) return;
    const { version } = await call.post(`${ONE}/rollback`, { path });
    pluginsChanged();
    toast(t.rolledBack(title, version));
  };
  const remove = async () => {
    const { items } = await call.get(`${ONE}/apps`, { path });
    const about = <Loss apps={items} />;
    if (!(await confirm({ title: t.removeTitle(title), about, action: t.remove }))) return;
    await call.delete(ONE, { path });
    // Every list asks anew when it is come to; what this page shows is no more.
    navigate('/plugins?show=installed');
    toast(t.removed(title));
  };
  return (
    <div className={styles.manage}>
      <Switch
        label={t.use}
        checked={isOn}
        onChange={(event) => {
          const next = event.currentTarget.checked;
          attempt(() => switchTo(next));
        }}
      />
      {earlier !== null && <Button onClick={() => attempt(rollBack)}>{t.rollBack(earlier)}</Button>}
      <Button variant="danger" busy={sending.isBusy} onClick={() => attempt(remove)}>
        {t.remove}
      </Button>
      {sending.error !== undefined && <Notice variant="danger">{errorText(sending.error)}</Notice>}
    </div>
  );
}

function Loss({ apps }: { readonly apps: readonly { readonly id: string; readonly name: string }[] }) {
  const t = manageTexts();
  return (
    <>
      <p>{t.removeAbout}</p>
      {apps.length > 0 && (
        <>
          <p>{t.wouldFail}</p>
          <ul>
            {apps.slice(0, 20).map(({ id, name }) => (
              <li key={id}>{name}</li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

/** The settings of an installed plugin; secrets are never shown. */
export function PluginSettings({ installation }: Props) {
  const t = manageTexts();
  const sending = useSubmit();
  const { fields, settings, is_configured: isSetUp } = installation;
  if (fields.length === 0) return null;
  const isAllowed = can('plugins.install');
  const controls = <CredentialFields fields={fields} stored={settings} sending={sending} disabled={!isAllowed} />;
  return (
    <Section title={t.settings} about={t.settingsAbout}>
      {!isSetUp && <Notice variant="warning">{t.needsSettings}</Notice>}
      <Panel key={JSON.stringify(settings)}>
        {isAllowed ? (
          <Form
            sending={sending}
            action={t.save}
            onSubmit={async (form) => {
              const body = { settings: credentialsIn(form, fields, settings) };
              await call.patch(ONE, { path: pathOf(installation), body });
              pluginsChanged();
              toast(t.saved);
            }}
          >
            {controls}
          </Form>
        ) : (
          controls
        )}
      </Panel>
    </Section>
  );
}

/** The public address of a plugin that answers requests. */
export function PluginAddress({ installation }: Props) {
  const t = manageTexts();
  const sending = useSubmit();
  const { endpoint_url: url } = installation;
  if (url === null) return null;
  const renew = () =>
    sending.run(async () => {
      if (!(await confirm({ title: t.renewTitle, about: t.renewAbout, action: t.renew }))) return;
      await call.patch(ONE, {
        path: pathOf(installation),
        body: { new_endpoint_key: true },
        invalidates: ['/console/api/plugins', '/console/api/plugin-catalogue'],
      });
      toast(t.renewed);
    });
  return (
    <Section
      title={t.address}
      about={t.addressAbout}
      actions={can('plugins.install') && <Button onClick={() => void renew()}>{t.renew}</Button>}
    >
      {sending.error !== undefined && <Notice variant="danger">{errorText(sending.error)}</Notice>}
      <CopyField label={t.address} value={url} />
    </Section>
  );
}

/** The apps that use it. */
export function PluginApps({ installation }: Props) {
  const t = manageTexts();
  const answer = useApi(`${ONE}/apps`, { path: pathOf(installation) });
  return (
    <Section title={t.usedBy}>
      <QueryBoundary answer={answer}>
        {({ items }) =>
          items.length === 0 ? (
            <Muted>{t.noApps}</Muted>
          ) : (
            <LinkList>
              {items.map(({ id, name }) => (
                <li key={id}>
                  <Link href={`/app/${id}/build`} dir="auto">
                    {name}
                  </Link>
                </li>
              ))}
            </LinkList>
          )
        }
      </QueryBoundary>
    </Section>
  );
}
