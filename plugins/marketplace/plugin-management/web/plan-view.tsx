import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { DescriptionList, fileSize } from '#plugins/studio/web/contract.tsx';
import { Muted, Notice } from '#plugins/ui/web/contract.ts';
import type { Plan } from './package-answers.ts';
import { PermissionList } from './permission-list.tsx';
import styles from './plugins.module.css';
import { pluginsTexts } from './texts/en.ts';

type Member = Schemas['PluginPlanMember'];

/** What is consented to. */
export function PlanView({ plan }: { readonly plan: Plan }) {
  const t = pluginsTexts();
  return (
    <div className={styles.plan}>
      <PlanOf plan={plan} />
      {plan.members.length > 0 && (
        <>
          <Muted>{t.membersAbout}</Muted>
          <ul className={styles.members}>
            {plan.members.map((member) => (
              <li key={member.name}>
                <h3 dir="auto">
                  {member.title} <span className={styles.path}>{member.name}</span>
                </h3>
                <PlanOf plan={member} />
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

function PlanOf({ plan }: { readonly plan: Member }) {
  const t = pluginsTexts();
  const { current_version: current, version, changes, permissions, refusals } = plan;
  const isUpdate = current !== null && current !== version;
  const isSame = changes.added.length === 0 && changes.removed.length === 0;
  return (
    <>
      <IdentityChange changes={changes} />
      {refusals.length > 0 && plan.change_consent === null && (
        <Notice variant="danger">
          {t.refused}
          {refusals.map((reason) => (
            <p key={reason}>{reason}</p>
          ))}
        </Notice>
      )}
      <DescriptionList
        facts={[
          [t.version, isUpdate ? t.fromTo(current, version) : version],
          [t.publisher, plan.publisher],
          [t.source, sourceText(plan.source)],
          [t.license, plan.license],
          [t.size, fileSize(plan.size)],
          [t.trust, <Trust key="trust" plan={plan} />],
          [t.runtime, t.runtimes[plan.runtime]],
        ]}
      />
      {plan.trust === 'unsigned' && <Notice variant="warning">{t.unsignedAbout}</Notice>}
      {plan.has_scripts && <Notice>{t.scripts}</Notice>}
      {plan.kind !== 'bundle' && (
        <>
          <h3>{t.permissions}</h3>
          {isUpdate && isSame && <Muted>{t.samePermissions}</Muted>}
          <PermissionList permissions={permissions} added={current === null ? [] : changes.added} />
          {changes.removed.length > 0 && (
            <>
              <h3>{t.gonePermissions}</h3>
              <PermissionList permissions={changes.removed} />
            </>
          )}
          <Muted>{t.permissionsAbout}</Muted>
        </>
      )}
    </>
  );
}

/** Who stood for it, and who would. */
function IdentityChange({ changes: { signer, source, trust } }: { readonly changes: Member['changes'] }) {
  const t = pluginsTexts();
  if (signer === null && source === null && trust === null) return null;
  const key = (id: string | null) => (id === null ? t.nobody : t.signedBy(id));
  return (
    <Notice variant="warning">
      {t.ownerChanges}
      <ul>
        {signer !== null && (
          <li>
            {t.signer}: {t.fromTo(key(signer.before), key(signer.after))}
          </li>
        )}
        {source !== null && (
          <li>
            {t.source}: {t.fromTo(sourceText(source.before), sourceText(source.after))}
          </li>
        )}
        {trust !== null && (
          <li>
            {t.trust}: {t.fromTo(t.trusts[trust.before], t.trusts[trust.after])}
          </li>
        )}
      </ul>
      {t.ownerChangesAbout}
    </Notice>
  );
}

function sourceText(source: string): string {
  return source === 'upload' ? pluginsTexts().uploaded : source;
}

/** Who stands for it. */
export function Trust({ plan: { trust, signer } }: { readonly plan: Pick<Member, 'trust' | 'signer'> }) {
  const t = pluginsTexts();
  return (
    <>
      {t.trusts[trust]}
      {signer !== null && <div className={styles.path}>{t.signedBy(signer)}</div>}
    </>
  );
}
