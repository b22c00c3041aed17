import type { ErrorTexts } from '#http';

/** What its errors say besides English. */
export const errorTexts: ErrorTexts = {
  dataset_in_use: {
    zh: '有应用正在使用此知识库。确认后仍会删除。（{message}）',
    es: 'Hay aplicaciones que usan la base. Confirme para eliminarla igualmente. ({message})',
    fr: 'Des applications utilisent cette base. Confirmez pour la supprimer tout de même. ({message})',
    de: 'Apps nutzen diese Wissensbasis. Bestätigen Sie, um sie trotzdem zu löschen. ({message})',
  },
  dataset_name_duplicate: {
    zh: '已有同名知识库。请换一个名称。',
    es: 'Otra base tiene este nombre. Elija otro.',
    fr: 'Une autre base porte ce nom. Choisissez-en un autre.',
    de: 'Eine andere Wissensbasis hat diesen Namen. Wählen Sie einen anderen.',
  },
  forbidden: {
    zh: '只有创建者或工作空间的所有者可以更改可见范围。',
    es: 'Solo quien la creó o el propietario del espacio puede cambiar quién la ve.',
    fr: 'Seul son créateur ou le propriétaire de l’espace peut changer qui la voit.',
    de: 'Nur wer sie angelegt hat, oder der Eigentümer des Arbeitsbereichs ändert, wer sie sieht.',
  },
  invalid_param: {
    zh: '知识库、元数据字段或标签的设置不正确：{message}',
    es: 'Un ajuste de la base, de un metadato o de una etiqueta no es correcto: {message}',
    fr: 'Un paramètre de la base, d’une métadonnée ou d’une étiquette n’est pas correct : {message}',
    de: 'Eine Einstellung der Wissensbasis, eines Metadatums oder Schlagworts ist nicht richtig: {message}',
  },
  not_found: {
    zh: '没有这个知识库、元数据字段或标签，或您无权查看。',
    es: 'Esa base, metadato o etiqueta no existe o no es visible para usted.',
    fr: 'Cette base, métadonnée ou étiquette n’existe pas, ou ne vous est pas visible.',
    de: 'Diese Wissensbasis, dieses Metadatum oder Schlagwort gibt es nicht, oder es ist für Sie nicht sichtbar.',
  },
};
