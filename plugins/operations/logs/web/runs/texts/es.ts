import type { texts as english } from './en.ts';

export const texts: typeof english = {
  graph: 'Grafo de la ejecución',
  graphOf: (when) => `Grafo de la ejecución del ${when}`,
  loadingGraph: 'Cargando el grafo',
  notYet: 'No se ejecutó',
  passed: 'La ejecución pasó por aquí',
  differs: 'difiere',
  times: (count) => `${count} ×`,
  elapsed: 'Tiempo hasta aquí',
  tokens: 'Tokens hasta aquí',
  price: 'Precio hasta aquí',
  notRunAbout: 'En este momento no se ha ejecutado.',
  toStart: 'Al principio',
  keys: '[ y ] avanzan un evento; Inicio y Fin llevan al primero y al último.',
  canvasAbout: 'El grafo tal como era cuando empezó la ejecución.',
  onlyNode: (node) => `Solo se compara ${node}.`,
  allNodes: 'Comparar todos los nodos',
  pinned: (nodes: string) => `Fijados en esta ejecución: ${nodes}. Dieron su salida fijada y no se ejecutaron.`,
};
