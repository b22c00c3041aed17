import type { ErrorTexts } from '#http';

/** What its errors say besides English. */
export const errorTexts: ErrorTexts = {
  closed_catalogue: {
    zh: '此提供商的模型是固定的，不能添加。',
    es: 'Los modelos de este proveedor son fijos; no se pueden añadir.',
    fr: 'Les modèles de ce fournisseur sont fixes ; on ne peut en ajouter.',
    de: 'Die Modelle dieses Anbieters stehen fest; es lassen sich keine hinzufügen.',
  },
  completion_request_error: {
    zh: '模型调用失败：{message}',
    es: 'La llamada al modelo falló: {message}',
    fr: 'L’appel du modèle a échoué : {message}',
    de: 'Der Aufruf des Modells schlug fehl: {message}',
  },
  default_set: {
    zh: '这是此提供商的默认凭据。请先将另一组设为默认。',
    es: 'Son las credenciales predeterminadas. Haga antes que otras lo sean.',
    fr: 'Ce sont les identifiants par défaut. Choisissez-en d’abord d’autres.',
    de: 'Das sind die Standard-Zugangsdaten. Machen Sie zuerst andere zum Standard.',
  },
  invalid_credentials: {
    zh: '凭据不正确：{message}',
    es: 'Las credenciales no son correctas: {message}',
    fr: 'Les identifiants ne sont pas corrects : {message}',
    de: 'Die Zugangsdaten sind nicht richtig: {message}',
  },
  model_currently_not_support: {
    zh: '提供商没有这个模型，或它已停用。请换一个或启用它。',
    es: 'El proveedor no tiene ese modelo o está desactivado. Elija otro o actívelo.',
    fr: 'Le fournisseur n’a pas ce modèle, ou il est désactivé. Choisissez-en un autre ou activez-le.',
    de: 'Der Anbieter hat dieses Modell nicht, oder es ist abgeschaltet. Wählen Sie ein anderes, oder schalten Sie es ein.',
  },
  model_exists: {
    zh: '此提供商已有这个模型。',
    es: 'El proveedor ya tiene ese modelo.',
    fr: 'Le fournisseur a déjà ce modèle.',
    de: 'Der Anbieter hat dieses Modell schon.',
  },
  no_model_list: {
    zh: '此提供商不提供模型列表。请按名称添加。',
    es: 'El proveedor no da una lista de modelos. Añádalos por su nombre.',
    fr: 'Le fournisseur ne donne pas de liste de modèles. Ajoutez-les par leur nom.',
    de: 'Der Anbieter nennt keine Liste seiner Modelle. Fügen Sie sie mit Namen hinzu.',
  },
  provider_not_initialize: {
    zh: '提供商未安装、未设置凭据，或拒绝了凭据。请进行设置。',
    es: 'El proveedor no está instalado, no tiene credenciales o las rechaza. Configúrelo.',
    fr: 'Le fournisseur n’est pas installé, n’a pas d’identifiants ou les refuse. Configurez-le.',
    de: 'Der Anbieter ist nicht installiert, hat keine Zugangsdaten oder lehnt sie ab. Richten Sie ihn ein.',
  },
  provider_quota_exceeded: {
    zh: '提供商账户的额度已用完。',
    es: 'La cuenta del proveedor agotó su cuota.',
    fr: 'Le compte chez le fournisseur a épuisé son quota.',
    de: 'Das Konto beim Anbieter hat sein Kontingent aufgebraucht.',
  },
  set_in_use: {
    zh: '有模型使用这组凭据。请确认，或为它们换用其他凭据。',
    es: 'Hay modelos que usan estas credenciales. Confirme o asígneles otras.',
    fr: 'Des modèles utilisent ces identifiants. Confirmez, ou donnez-leur-en d’autres.',
    de: 'Modelle nutzen diese Zugangsdaten. Bestätigen Sie, oder geben Sie ihnen andere.',
  },
  too_many_models: {
    zh: '此提供商的模型已达上限。请移除一些。',
    es: 'El proveedor tiene tantos modelos como se permiten. Quite algunos.',
    fr: 'Le fournisseur a autant de modèles que permis. Retirez-en.',
    de: 'Der Anbieter hat so viele Modelle wie erlaubt. Entfernen Sie einige.',
  },
  unknown_model: {
    zh: '没有这个模型。',
    es: 'Ese modelo no existe.',
    fr: 'Ce modèle n’existe pas.',
    de: 'Dieses Modell gibt es nicht.',
  },
  unknown_provider: {
    zh: '没有安装这个模型提供商。',
    es: 'Ese proveedor de modelos no está instalado.',
    fr: 'Ce fournisseur de modèles n’est pas installé.',
    de: 'Dieser Modellanbieter ist nicht installiert.',
  },
  unknown_set: {
    zh: '没有这组凭据。',
    es: 'Esas credenciales no existen.',
    fr: 'Ces identifiants n’existent pas.',
    de: 'Diese Zugangsdaten gibt es nicht.',
  },
};
