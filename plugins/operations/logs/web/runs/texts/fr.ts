import type { texts as english } from './en.ts';

export const texts: typeof english = {
  graph: 'Graphe de l’exécution',
  graphOf: (when) => `Graphe de l’exécution du ${when}`,
  loadingGraph: 'Chargement du graphe',
  notYet: 'Pas exécuté',
  passed: 'L’exécution est passée par ici',
  differs: 'diffère',
  times: (count) => `${count} ×`,
  elapsed: 'Temps écoulé',
  tokens: 'Jetons jusqu’ici',
  price: 'Prix jusqu’ici',
  notRunAbout: 'Il n’a pas été exécuté à ce moment.',
  toStart: 'Au début',
  keys: '[ et ] avancent d’un événement ; Début et Fin mènent au premier et au dernier.',
  canvasAbout: 'Le graphe tel qu’il était au début de l’exécution.',
  onlyNode: (node) => `Seul ${node} est comparé.`,
  allNodes: 'Comparer tous les nœuds',
  pinned: (nodes: string) =>
    `Épinglés pendant l’exécution : ${nodes}. Ils ont donné leur sortie épinglée sans être exécutés.`,
  noOutputsYet: 'À ce moment, l’exécution n’a pas de sortie.',
  compareOrigin: 'Comparer avec l’exécution d’origine',
  forkOf: 'Reprend',
  originRun: 'une exécution antérieure',
  withDraft: 'Avec le brouillon tel qu’il est maintenant',
  withDraftAbout: 'Désactivé : avec la version qui a été exécutée.',
};
