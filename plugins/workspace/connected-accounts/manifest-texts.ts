import type { InLanguages } from '#http';

interface ManifestTexts {
  readonly title: string;
  readonly about: string;
  readonly goOn: string;
}

/** What the page says that leads to GitHub. */
export const manifestTexts: InLanguages<ManifestTexts> = {
  en: {
    title: 'Create a GitHub App for this workspace',
    about:
      'GitHub asks for a name and creates it. Its id and keys come back here by themselves. It may read and write files, pull requests and checks of the repositories that you choose.',
    goOn: 'Go on to GitHub',
  },
  de: {
    title: 'Eine GitHub App für diesen Arbeitsbereich erstellen',
    about:
      'GitHub fragt nach einem Namen und erstellt sie. ID und Schlüssel kommen von selbst hierher. Sie darf Dateien, Pull Requests und Checks der Repositorys lesen und schreiben, die Sie auswählen.',
    goOn: 'Weiter zu GitHub',
  },
  es: {
    title: 'Crear una GitHub App para este espacio de trabajo',
    about:
      'GitHub pide un nombre y la crea. Su id y sus claves llegan aquí solos. Podrá leer y escribir archivos, pull requests y checks de los repositorios que elija.',
    goOn: 'Ir a GitHub',
  },
  fr: {
    title: 'Créer une GitHub App pour cet espace de travail',
    about:
      'GitHub demande un nom et la crée. Son identifiant et ses clés reviennent ici d’eux-mêmes. Elle peut lire et écrire les fichiers, pull requests et checks des dépôts que vous choisissez.',
    goOn: 'Continuer vers GitHub',
  },
  zh: {
    title: '为此工作空间创建 GitHub App',
    about: 'GitHub 会询问名称并创建它，其 ID 和密钥会自动返回这里。它可以读写您选择的仓库中的文件、拉取请求和检查。',
    goOn: '前往 GitHub',
  },
};
