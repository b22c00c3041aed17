import type { ErrorTexts } from '#http';

/** What its errors say besides English. */
export const errorTexts: ErrorTexts = {
  already_a_member: {
    zh: '此人已是工作空间的成员。',
    es: 'Esta persona ya pertenece al espacio de trabajo.',
    fr: 'Cette personne fait déjà partie de l’espace de travail.',
    de: 'Diese Person gehört dem Arbeitsbereich schon an.',
  },
  no_account: {
    zh: '没有使用此地址的账户。',
    es: 'No hay ninguna cuenta con esta dirección.',
    fr: 'Aucun compte n’a cette adresse.',
    de: 'Mit dieser Adresse gibt es kein Konto.',
  },
  no_invitation: {
    zh: '此邀请已被接受、已撤回或已过期。请申请新的邀请。',
    es: 'Esta invitación se aceptó, se retiró o caducó. Pida una nueva.',
    fr: 'Cette invitation a été acceptée, retirée, ou a expiré. Demandez-en une nouvelle.',
    de: 'Diese Einladung wurde angenommen, zurückgezogen oder ist abgelaufen. Bitten Sie um eine neue.',
  },
  no_member: {
    zh: '工作空间没有这个成员。',
    es: 'El espacio de trabajo no tiene ese miembro.',
    fr: 'L’espace de travail n’a pas ce membre.',
    de: 'Der Arbeitsbereich hat kein solches Mitglied.',
  },
  no_workspace: {
    zh: '您不属于这个工作空间。',
    es: 'No pertenece a ese espacio de trabajo.',
    fr: 'Vous ne faites pas partie de cet espace de travail.',
    de: 'Sie gehören diesem Arbeitsbereich nicht an.',
  },
  not_a_member: {
    zh: '您不属于任何工作空间，或不属于这一个。',
    es: 'No pertenece a ningún espacio de trabajo, o no a este.',
    fr: 'Vous ne faites partie d’aucun espace de travail, ou pas de celui-ci.',
    de: 'Sie gehören keinem Arbeitsbereich an, oder nicht diesem.',
  },
  other_address: {
    zh: '此邀请属于另一个地址。请用那个地址登录。',
    es: 'La invitación es para otra dirección. Inicie sesión con esa.',
    fr: 'L’invitation est pour une autre adresse. Connectez-vous avec celle-là.',
    de: 'Die Einladung gilt einer anderen Adresse. Melden Sie sich mit dieser an.',
  },
  owned: {
    zh: '工作空间有且只有一个所有者，不能移除或降级。请先转让所有权。',
    es: 'Un espacio de trabajo tiene un propietario, que no se puede quitar ni degradar. Transfiera antes la propiedad.',
    fr: 'Un espace de travail a un propriétaire, qui ne peut être ni retiré ni rétrogradé. Transférez d’abord la propriété.',
    de: 'Ein Arbeitsbereich hat einen Eigentümer, der weder entfernt noch herabgestuft wird. Übertragen Sie zuerst das Eigentum.',
  },
  too_many_invitations: {
    zh: '未处理的邀请已达上限。请先撤回几个。',
    es: 'El espacio tiene tantas invitaciones abiertas como se permiten. Retire algunas.',
    fr: 'L’espace a autant d’invitations ouvertes que permis. Retirez-en.',
    de: 'Es gibt so viele offene Einladungen wie erlaubt. Ziehen Sie einige zurück.',
  },
  too_many_workspaces: {
    zh: '工作空间数量已达账户上限。请先退出一个。',
    es: 'La cuenta tiene tantos espacios de trabajo como se permiten. Abandone uno.',
    fr: 'Le compte a autant d’espaces de travail que permis. Quittez-en un.',
    de: 'Das Konto hat so viele Arbeitsbereiche wie erlaubt. Verlassen Sie einen.',
  },
  workspace_deleted: {
    zh: '此工作空间已删除。请先恢复。',
    es: 'El espacio de trabajo está eliminado. Restáurelo antes.',
    fr: 'L’espace de travail est supprimé. Restaurez-le d’abord.',
    de: 'Der Arbeitsbereich ist gelöscht. Stellen Sie ihn zuerst wieder her.',
  },
  wrong_setup_code: {
    zh: '设置码不正确。服务器启动时会显示它。',
    es: 'El código de configuración no es correcto. El servidor lo muestra al arrancar.',
    fr: 'Le code d’installation n’est pas correct. Le serveur l’affiche à son démarrage.',
    de: 'Der Einrichtungscode ist nicht richtig. Der Server zeigt ihn beim Start.',
  },
};
