import type { ErrorTexts } from '#http';

/** What its errors say besides English. */
export const errorTexts: ErrorTexts = {
  invalid: {
    zh: '输入有误：{message}',
    es: 'No es correcto: {message}',
    fr: 'Ce n’est pas correct : {message}',
    de: 'Das ist nicht richtig: {message}',
  },
  no_branch: {
    zh: '仓库中没有这个分支：请推送它，或选择其他分支。',
    es: 'El repositorio no tiene esa rama: súbala o elija otra.',
    fr: 'Le dépôt n’a pas cette branche : poussez-la ou choisissez-en une autre.',
    de: 'Das Repository hat diesen Branch nicht: Pushen Sie ihn, oder wählen Sie einen anderen.',
  },
  no_file: {
    zh: '分支中没有可以读取的这个文件：请从列表中选择。',
    es: 'La rama no tiene ese archivo, o no se puede leer: elija uno de la lista.',
    fr: 'La branche n’a pas ce fichier, ou il ne peut pas être lu : choisissez-en un dans la liste.',
    de: 'Der Branch hat diese Datei nicht, oder sie kann nicht gelesen werden: Wählen Sie eine aus der Liste.',
  },
  no_repository: {
    zh: '此工作区没有链接这个仓库：请选择其他仓库，或先链接它。',
    es: 'El espacio de trabajo no tiene enlazado ese repositorio: elija otro o enlácelo.',
    fr: 'L’espace de travail n’a pas lié ce dépôt : choisissez-en un autre ou liez-le.',
    de: 'Der Arbeitsbereich hat dieses Repository nicht verbunden: Wählen Sie ein anderes, oder verbinden Sie es.',
  },
};
