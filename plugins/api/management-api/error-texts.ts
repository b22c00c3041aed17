import type { ErrorTexts } from '#http';

/** What its errors say besides English. */
export const errorTexts: ErrorTexts = {
  invalid_value: {
    zh: '分叉的某个值写法有误：{message}',
    es: 'Un valor de la bifurcación está mal indicado: {message}',
    fr: 'Une valeur de la bifurcation est mal indiquée : {message}',
    de: 'Ein Wert für die Abzweigung ist falsch angegeben: {message}',
  },
  no_person: {
    zh: '收藏属于个人。请登录。',
    es: 'Los favoritos son de una persona. Inicie sesión.',
    fr: 'Les favoris sont ceux d’une personne. Connectez-vous.',
    de: 'Favoriten gehören einer Person. Melden Sie sich an.',
  },
  no_workspace: {
    zh: '工作空间已不存在。',
    es: 'El espacio de trabajo ya no existe.',
    fr: 'L’espace de travail n’existe plus.',
    de: 'Den Arbeitsbereich gibt es nicht mehr.',
  },
  provider_in_use: {
    zh: '有应用正在使用此提供商，或它是默认提供商。确认后仍会移除。',
    es: 'Hay aplicaciones que usan el proveedor, o es el predeterminado. Confirme para quitarlo igualmente.',
    fr: 'Des applications utilisent ce fournisseur, ou il est par défaut. Confirmez pour le retirer tout de même.',
    de: 'Apps nutzen diesen Anbieter, oder er ist der Standard. Bestätigen Sie, um ihn trotzdem zu entfernen.',
  },
};
