import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { Facts, fileSize } from '#plugins/studio/web/contract.tsx';
import { Notice } from '#plugins/ui/web/contract.ts';
import type { Plan } from './package-answers.ts';
import { PermissionList } from './permission-list.tsx';
import styles from './plugins.module.css';
import { pluginsTexts } from './plugins-texts.ts';

type Member = Schemas['PluginPlanMember'];

/** What is consented to. */
export function PlanView({ plan }: { readonly plan: Plan }) {
  const t = pluginsTexts();
  return (
    <div className={styles.plan}>
      <PlanOf plan={plan} />
      {plan.members.length > 0 && (
        <>
          <p className={styles.text}>{t.membersAbout}</p>
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
      {refusals.length > 0 && (
        <Notice look="bad">
          {t.refused}
          {refusals.map((reason) => (
            <p key={reason}>{reason}</p>
          ))}
        </Notice>
      )}
      <Facts
        facts={[
          [t.version, isUpdate ? t.fromTo(current, version) : version],
          [t.publisher, plan.publisher],
          [t.source, plan.source],
          [t.license, plan.license],
          [t.size, fileSize(plan.size)],
          [t.trust, <Trust key="trust" plan={plan} />],
          [t.runtime, t.runtimes[plan.runtime]],
        ]}
      />
      {plan.trust === 'unsigned' && <Notice look="warn">{t.unsignedAbout}</Notice>}
      {plan.has_scripts && <Notice>{t.scripts}</Notice>}
      {plan.kind !== 'bundle' && (
        <>
          <h3>{t.permissions}</h3>
          {isUpdate && isSame && <p className={styles.text}>{t.samePermissions}</p>}
          <PermissionList permissions={permissions} added={current === null ? [] : changes.added} />
          {changes.removed.length > 0 && (
            <>
              <h3>{t.gonePermissions}</h3>
              <PermissionList permissions={changes.removed} />
            </>
          )}
          <p className={styles.text}>{t.permissionsAbout}</p>
        </>
      )}
    </>
  );
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
