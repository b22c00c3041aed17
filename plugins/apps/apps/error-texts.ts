import type { ErrorTexts } from '#http';

/** What its errors say besides English. */
export const errorTexts: ErrorTexts = {
  draft_changed: {
    zh: '您打开之后，有人保存了草稿。请重新加载后再更改。',
    es: 'Alguien guardó el borrador después de que usted lo abriera. Vuelva a cargarlo y repita el cambio.',
    fr: 'Quelqu’un a enregistré le brouillon après que vous l’avez ouvert. Rechargez-le et refaites la modification.',
    de: 'Jemand hat den Entwurf gespeichert, nachdem Sie ihn geöffnet haben. Laden Sie ihn neu und ändern Sie ihn dann.',
  },
  draft_has_errors: {
    zh: '草稿中有错误。请先修正，或仍然发布。',
    es: 'El borrador tiene errores. Corríjalos o publíquelo de todos modos.',
    fr: 'Le brouillon contient des erreurs. Corrigez-les, ou publiez-le malgré tout.',
    de: 'Der Entwurf hat Fehler. Beheben Sie sie, oder veröffentlichen Sie ihn trotzdem.',
  },
  mode_differs: {
    zh: '文档属于另一种类型的应用。请将其导入为新的应用。',
    es: 'El documento es de una aplicación de otro tipo. Impórtelo como aplicación aparte.',
    fr: 'Le document est d’une application d’un autre type. Importez-le comme application à part.',
    de: 'Das Dokument gehört zu einer App anderer Art. Importieren Sie es als eigene App.',
  },
  no_node: {
    zh: '草稿中没有这个节点。',
    es: 'El borrador no tiene ese nodo.',
    fr: 'Le brouillon n’a pas ce nœud.',
    de: 'Der Entwurf hat keinen solchen Knoten.',
  },
  no_tag: {
    zh: '工作空间没有这个标签。',
    es: 'El espacio de trabajo no tiene esa etiqueta.',
    fr: 'L’espace de travail n’a pas cette étiquette.',
    de: 'Der Arbeitsbereich hat kein solches Schlagwort.',
  },
  not_found: {
    zh: '没有这个应用、版本或密钥，可能已被删除。',
    es: 'No existe esa aplicación, versión o clave; puede que se eliminara.',
    fr: 'Cette application, version ou clé n’existe pas ; elle a peut-être été supprimée.',
    de: 'Diese App, diese Version oder diesen Schlüssel gibt es nicht; vielleicht wurde gelöscht.',
  },
  not_published: {
    zh: '应用从未发布，因此不能暂停或恢复。请先发布。',
    es: 'La aplicación nunca se publicó, así que no se puede pausar ni reanudar. Publíquela.',
    fr: 'L’application n’a jamais été publiée ; elle ne peut être ni suspendue ni reprise. Publiez-la.',
    de: 'Die App wurde nie veröffentlicht und kann daher weder pausieren noch fortfahren. Veröffentlichen Sie sie.',
  },
  source_changed: {
    zh: '应用文档时有人更改了应用。请重新生成计划。',
    es: 'Alguien cambió la aplicación mientras se aplicaban documentos. Haga el plan de nuevo.',
    fr: 'Quelqu’un a modifié l’application pendant l’application des documents. Refaites le plan.',
    de: 'Jemand hat die App geändert, während Dokumente angewandt wurden. Erstellen Sie den Plan neu.',
  },
  tag_exists: {
    zh: '已有同名标签。请换一个名称。',
    es: 'Ya hay una etiqueta con este nombre. Elija otro.',
    fr: 'Une étiquette porte déjà ce nom. Choisissez-en un autre.',
    de: 'Ein Schlagwort hat diesen Namen schon. Wählen Sie einen anderen.',
  },
  too_many_keys: {
    zh: '应用的密钥已达上限。请撤销一个不再使用的密钥。',
    es: 'La aplicación tiene tantas claves como se permiten. Revoque una que ya no se use.',
    fr: 'L’application a autant de clés que permis. Révoquez-en une qui ne sert plus.',
    de: 'Die App hat so viele Schlüssel wie erlaubt. Widerrufen Sie einen, der nicht mehr gebraucht wird.',
  },
  pin_too_large: {
    zh: '要固定的输出太长。请固定一个更短的示例。',
    es: 'La salida que quiere fijar es demasiado larga. Fije un ejemplo más corto.',
    fr: 'La sortie à épingler est trop longue. Épinglez un exemple plus court.',
    de: 'Die Ausgabe ist zu lang, um angeheftet zu werden. Heften Sie ein kürzeres Beispiel an.',
  },
  too_many_pins: {
    zh: '草稿中固定的输出已达上限。请先取消固定一些。',
    es: 'El borrador tiene tantas salidas fijadas como puede. Quite antes algunas.',
    fr: 'Le brouillon a autant de sorties épinglées que possible. Détachez-en d’abord.',
    de: 'Der Entwurf hat so viele angeheftete Ausgaben, wie er haben kann. Lösen Sie zuerst einige.',
  },
};
