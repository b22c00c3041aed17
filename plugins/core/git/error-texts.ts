import type { ErrorTexts } from '#http';

/** What its errors say besides English. */
export const errorTexts: ErrorTexts = {
  broken: {
    zh: '代码仓库的回应不完整或无法读取。请重试。',
    es: 'La respuesta del repositorio está incompleta o no se puede leer. Inténtelo de nuevo.',
    fr: 'La réponse du dépôt est incomplète ou illisible. Réessayez.',
    de: 'Die Antwort des Repositorys ist unvollständig oder nicht lesbar. Versuchen Sie es noch einmal.',
  },
  busy: {
    zh: '等待读取的代码仓库过多。请稍后重试。',
    es: 'Hay demasiados repositorios en espera. Inténtelo de nuevo en un momento.',
    fr: 'Trop de dépôts attendent d’être lus. Réessayez dans un instant.',
    de: 'Zu viele Repositorys warten darauf, gelesen zu werden. Versuchen Sie es gleich noch einmal.',
  },
  invalid_request: {
    zh: '代码仓库的地址、分支或路径无法使用：{message}',
    es: 'La dirección, la rama o la ruta del repositorio no sirve: {message}',
    fr: 'L’adresse, la branche ou le chemin du dépôt ne convient pas : {message}',
    de: 'Adresse, Branch oder Pfad des Repositorys ist nicht brauchbar: {message}',
  },
  no_commit: {
    zh: '代码仓库中已没有该提交或文件。',
    es: 'El repositorio ya no contiene ese commit o archivo.',
    fr: 'Le dépôt ne contient plus ce commit ou ce fichier.',
    de: 'Das Repository enthält diesen Commit oder diese Datei nicht mehr.',
  },
  no_folder: {
    zh: '代码仓库在该提交中没有此文件夹。',
    es: 'El repositorio no tiene esa carpeta en este commit.',
    fr: 'Le dépôt n’a pas ce dossier dans ce commit.',
    de: 'Das Repository hat diesen Ordner in diesem Commit nicht.',
  },
  not_allowed: {
    zh: '托管服务不允许此账户这样做：{message}',
    es: 'El servidor no permite eso a esta cuenta: {message}',
    fr: 'L’hébergeur ne le permet pas à ce compte : {message}',
    de: 'Der Host erlaubt das diesem Konto nicht: {message}',
  },
  not_found: {
    zh: '该地址没有代码仓库，或此账户看不到它：{message}',
    es: 'No hay ningún repositorio en esa dirección, o esta cuenta no puede verlo: {message}',
    fr: 'Il n’y a pas de dépôt à cette adresse, ou ce compte ne le voit pas : {message}',
    de: 'Unter dieser Adresse gibt es kein Repository, oder dieses Konto sieht es nicht: {message}',
  },
  too_large: {
    zh: '代码仓库过大：{message}',
    es: 'El repositorio es demasiado grande: {message}',
    fr: 'Le dépôt est trop volumineux : {message}',
    de: 'Das Repository ist zu groß: {message}',
  },
  unavailable: {
    zh: '托管服务繁忙或出现故障。请稍后重试。',
    es: 'El servidor está ocupado o falla. Inténtelo de nuevo más tarde.',
    fr: 'L’hébergeur est occupé ou en panne. Réessayez plus tard.',
    de: 'Der Host ist ausgelastet oder gestört. Versuchen Sie es später noch einmal.',
  },
  unsupported: {
    zh: '无法使用该代码仓库或其服务器：{message}',
    es: 'El repositorio o su servidor no se puede usar: {message}',
    fr: 'Le dépôt ou son serveur ne peut pas être utilisé : {message}',
    de: 'Das Repository oder sein Server kann nicht verwendet werden: {message}',
  },
  wrong_host_key: {
    zh: '该主机的密钥与已确认的不同，未向其发送任何内容：{message}',
    es: 'El servidor muestra otra clave que la confirmada; no se le ha enviado nada: {message}',
    fr: 'L’hôte présente une autre clé que celle confirmée ; rien ne lui a été envoyé : {message}',
    de: 'Der Host zeigt einen anderen Schlüssel als den bestätigten; ihm wurde nichts gesendet: {message}',
  },
};
