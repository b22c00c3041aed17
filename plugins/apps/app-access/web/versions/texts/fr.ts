import type { texts as english } from './en.ts';

export const texts: typeof english = {
  graph: 'Les différences, sur le canevas',
  loadingGraph: 'Chargement du canevas…',
  by: (names: string) => `par ${names}`,
  show: (name: string) => `Montrer ${name} sur le canevas`,
  counts: {
    added: (count: number) => `${count} ${count > 1 ? 'ajouts' : 'ajout'}`,
    changed: (count: number) => `${count} ${count > 1 ? 'modifications' : 'modification'}`,
    removed: (count: number) => `${count} ${count > 1 ? 'retraits' : 'retrait'}`,
  },
  backToStudio: 'Retour au studio',
  toApi: 'API et clés',
  toEmbed: 'Intégrer à d’autres sites',
  openPage: 'Ouvrir la page',
  copyLink: 'Copier le lien',
  linkCopied: 'Le lien est copié.',
  switchPageOn: 'Activer la page web',
  changedMeanwhile:
    'Le brouillon a changé pendant que vous l’examiniez ; rien n’a donc été publié. Regardez ce qui est nouveau, puis publiez.',
  restoreTitle: 'Restaurer cette version ?',
  restoreAbout:
    'Le brouillon a des variables que cette version n’a pas, ou d’autres valeurs secrètes. Les valeurs secrètes du brouillon sont perdues : annuler ramène tout sauf celles-ci.',
};
