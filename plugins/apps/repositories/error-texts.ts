import type { ErrorTexts } from '#http';

/** What its errors say besides English. */
export const errorTexts: ErrorTexts = {
  busy: {
    zh: '分支在查看期间不断被更改；稍后会重试。',
    es: 'La rama cambió una y otra vez mientras se consultaba. Se volverá a intentar más tarde.',
    fr: 'La branche a changé sans cesse pendant la lecture. Une nouvelle tentative aura lieu plus tard.',
    de: 'Der Branch wurde währenddessen immer wieder geändert. Es wird später noch einmal versucht.',
  },
  invalid: {
    zh: '输入有误：{message}',
    es: 'No es correcto: {message}',
    fr: 'Ce n’est pas correct : {message}',
    de: 'Das ist nicht richtig: {message}',
  },
  linked: {
    zh: '此分支的这个文件夹已经链接到该工作区：请更改现有链接，或选择其他文件夹。',
    es: 'Esta carpeta de la rama ya está enlazada con este espacio: cambie ese enlace o elija otra carpeta.',
    fr: 'Ce dossier de la branche est déjà lié à cet espace : modifiez ce lien ou choisissez un autre dossier.',
    de: 'Dieser Ordner des Branches ist schon verbunden: Ändern Sie diese Verbindung, oder wählen Sie einen anderen Ordner.',
  },
  no_app: {
    zh: '该仓库没有这个应用，或者它现在不需要这项操作。',
    es: 'El repositorio no tiene esta aplicación, o no espera esto.',
    fr: 'Le dépôt n’a pas cette application, ou elle n’attend pas cela.',
    de: 'Das Repository hat keine solche App, oder sie wartet nicht darauf.',
  },
  no_branch: {
    zh: '仓库中已没有该分支：请重新推送，或在链接设置中选择其他分支。',
    es: 'El repositorio ya no tiene esa rama: vuelva a subirla o elija otra en los ajustes.',
    fr: 'Le dépôt n’a plus cette branche : poussez-la de nouveau ou choisissez-en une autre dans les réglages.',
    de: 'Das Repository hat diesen Branch nicht mehr: Übertragen Sie ihn wieder, oder wählen Sie in den Einstellungen einen anderen.',
  },
  no_conflict: {
    zh: '这些位置已不再冲突：请重新查看该应用。',
    es: 'Estos lugares ya no están en conflicto: vuelva a mirar la aplicación.',
    fr: 'Ces endroits ne sont plus en conflit : regardez de nouveau l’application.',
    de: 'Diese Stellen stehen nicht mehr im Konflikt: Sehen Sie sich die App noch einmal an.',
  },
  no_environment: {
    zh: '分支中没有该环境文件：{message}',
    es: 'La rama no tiene ese archivo de entorno: {message}',
    fr: 'La branche n’a pas ce fichier d’environnement : {message}',
    de: 'Der Branch hat diese Umgebungsdatei nicht: {message}',
  },
  no_hook: {
    zh: '此地址没有 Webhook，或调用未使用其密钥签名。',
    es: 'En esta dirección no hay ningún webhook, o la llamada no está firmada con su secreto.',
    fr: 'Il n’y a pas de webhook à cette adresse, ou l’appel n’est pas signé avec son secret.',
    de: 'An dieser Adresse gibt es keinen Webhook, oder der Aufruf ist nicht mit seinem Geheimnis signiert.',
  },
  no_interface: {
    zh: '该服务器没有相应的接口：请手动填写地址和密钥。',
    es: 'El servidor no tiene interfaz para ello: indíquele la dirección y el secreto a mano.',
    fr: 'Le serveur n’a pas d’interface pour cela : donnez-lui l’adresse et le secret à la main.',
    de: 'Der Server hat dafür keine Schnittstelle: Tragen Sie Adresse und Geheimnis dort von Hand ein.',
  },
  not_found: {
    zh: '该工作区没有这个仓库。',
    es: 'El espacio no tiene este repositorio.',
    fr: 'L’espace n’a pas ce dépôt.',
    de: 'Der Workspace hat kein solches Repository.',
  },
  too_many: {
    zh: '该工作区的仓库数量已达上限：请取消链接其中一个。',
    es: 'El espacio ya tiene tantos repositorios como puede: desenlace uno.',
    fr: 'L’espace a autant de dépôts que permis : déliez-en un.',
    de: 'Der Workspace hat so viele Repositorys, wie er haben darf: Trennen Sie eines.',
  },
  too_many_guesses: {
    zh: '来自您网络的未获准调用过多；请稍后重试。',
    es: 'Desde su red llegaron demasiadas llamadas no admitidas. Inténtelo más tarde.',
    fr: 'Trop d’appels refusés sont venus de votre réseau. Réessayez plus tard.',
    de: 'Aus Ihrem Netz kamen zu viele Aufrufe, die nicht angenommen wurden. Versuchen Sie es später noch einmal.',
  },
  too_many_documents: {
    zh: '文件夹中的文档过多：{message}',
    es: 'La carpeta tiene demasiados documentos: {message}',
    fr: 'Le dossier contient trop de documents : {message}',
    de: 'Der Ordner hat zu viele Dokumente: {message}',
  },
  unknown_branch: {
    zh: '仓库没有该分支：请检查名称，或先推送它。',
    es: 'El repositorio no tiene esa rama: compruebe su nombre o súbala primero.',
    fr: 'Le dépôt n’a pas cette branche : vérifiez son nom ou poussez-la d’abord.',
    de: 'Das Repository hat keinen solchen Branch: Prüfen Sie den Namen, oder übertragen Sie ihn zuerst.',
  },
};
