import type { ErrorTexts } from '#http';

/** What its errors say besides English. */
export const errorTexts: ErrorTexts = {
  last_one: {
    zh: '不能删除最后一个工作空间。请先新建一个。',
    es: 'No se puede eliminar el último espacio de trabajo. Cree antes otro.',
    fr: 'Le dernier espace de travail ne peut pas être supprimé. Créez-en d’abord un autre.',
    de: 'Der letzte Arbeitsbereich kann nicht gelöscht werden. Legen Sie zuerst einen anderen an.',
  },
  plan_limit: {
    zh: '套餐的额度已用完。请删除一些内容或选择更大的套餐。（{message}）',
    es: 'Se alcanzó lo que permite el plan. Elimine algo o elija un plan mayor. ({message})',
    fr: 'La limite de l’offre est atteinte. Supprimez quelque chose ou choisissez une offre plus grande. ({message})',
    de: 'Die Grenze des Tarifs ist erreicht. Löschen Sie etwas oder wählen Sie einen größeren Tarif. ({message})',
  },
};
