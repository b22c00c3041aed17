import type { ErrorTexts } from '#http';

/** What its errors say besides English. */
export const errorTexts: ErrorTexts = {
  blocked: {
    zh: '运维人员已禁止此插件或此版本：{message}',
    es: 'Quien administra el servidor bloqueó este complemento o esta versión: {message}',
    fr: 'La personne qui administre le serveur a bloqué ce module ou cette version : {message}',
    de: 'Der Betreiber des Servers hat dieses Plugin oder diese Version gesperrt: {message}',
  },
  consent_changed: {
    zh: '插件包与您同意时看到的不同。请重新查看。',
    es: 'El paquete no es el que se mostró al dar el consentimiento. Mírelo de nuevo.',
    fr: 'Le paquet n’est pas celui montré avant le consentement. Regardez-le à nouveau.',
    de: 'Das Paket ist nicht das, dem zugestimmt wurde. Sehen Sie es noch einmal an.',
  },
  invalid_settings: {
    zh: '插件的设置不正确：{message}',
    es: 'Un ajuste del complemento no es correcto: {message}',
    fr: 'Un paramètre du module n’est pas correct : {message}',
    de: 'Eine Einstellung des Plugins ist nicht richtig: {message}',
  },
  key_id_needed: {
    zh: '请同时提供注册表密钥的 ID。',
    es: 'Indique también el id de la clave del registro.',
    fr: 'Donnez aussi l’id de la clé du registre.',
    de: 'Geben Sie auch die ID des Schlüssels der Registry an.',
  },
  no_block: {
    zh: '禁用列表中没有这一项。',
    es: 'La lista de bloqueos no tiene esa entrada.',
    fr: 'La liste de blocage n’a pas cette entrée.',
    de: 'Die Sperrliste hat keinen solchen Eintrag.',
  },
  no_earlier_version: {
    zh: '此工作空间没有可退回的早期版本。',
    es: 'No hay una versión anterior a la que volver.',
    fr: 'Il n’y a pas de version antérieure à laquelle revenir.',
    de: 'Es gibt keine frühere Version, zu der man zurückgehen kann.',
  },
  no_key: {
    zh: '没有此 ID 的受信任密钥。',
    es: 'No hay ninguna clave de confianza con ese id.',
    fr: 'Aucune clé de confiance n’a cet id.',
    de: 'Keinem Schlüssel mit dieser ID wird vertraut.',
  },
  not_found: {
    zh: '此工作空间未安装这个插件。',
    es: 'El complemento no está instalado en este espacio de trabajo.',
    fr: 'Le module n’est pas installé dans cet espace de travail.',
    de: 'Das Plugin ist in diesem Arbeitsbereich nicht installiert.',
  },
  owner_needed: {
    zh: '插件的签名者、来源或信任级别将改变：只有工作空间的所有者可以同意。',
    es: 'Cambiaría quién responde por el complemento: solo quien es propietario del espacio de trabajo puede consentirlo.',
    fr: 'Le signataire, la source ou la confiance du module changerait : seule la personne propriétaire de l’espace de travail peut y consentir.',
    de: 'Signatur, Quelle oder Vertrauen des Plugins würden sich ändern: Dem können nur Eigentümer des Arbeitsbereichs zustimmen.',
  },
  refused: {
    zh: '运维人员的规则不允许安装此插件包：{message}',
    es: 'Las reglas del servidor no permiten instalar este paquete: {message}',
    fr: 'Les règles du serveur ne permettent pas d’installer ce paquet : {message}',
    de: 'Die Regeln des Servers erlauben dieses Paket nicht: {message}',
  },
  scope_reserved: {
    zh: '此命名空间属于服务器自带的插件，不能授予任何密钥。',
    es: 'Ese ámbito es de los complementos del propio servidor: no se puede confiar a ninguna clave.',
    fr: 'Cette portée appartient aux modules du serveur : elle ne peut être confiée à aucune clé.',
    de: 'Dieser Namensraum gehört den Plugins des Servers: Er kann keinem Schlüssel anvertraut werden.',
  },
  scopes_needed: {
    zh: '请说明信任此密钥的命名空间，例如 @acme。',
    es: 'Indique para qué ámbitos se confía en la clave, por ejemplo @acme.',
    fr: 'Indiquez pour quelles portées la clé est reconnue, par exemple @acme.',
    de: 'Geben Sie an, für welche Namensräume dem Schlüssel vertraut wird, etwa @acme.',
  },
  secret_needed: {
    zh: '密钥将发往新的地址。请重新输入密钥。',
    es: 'El secreto iría a otra dirección. Introdúzcalo de nuevo.',
    fr: 'Le secret irait à une autre adresse. Saisissez-le à nouveau.',
    de: 'Das Geheimnis ginge an eine andere Adresse. Geben Sie es neu ein.',
  },
};
