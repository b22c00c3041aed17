import type { texts as english } from './en.ts';

export const texts: typeof english = {
  pastRun: 'Valores de una ejecución anterior',
  valuesOf: (when, state) => `Los nodos tienen los valores de la ejecución del ${when} (${state}).`,
  backToRun: 'Volver a la ejecución',
  goOnFromHere: 'Seguir desde aquí con el borrador',
  leaveRun: 'Mostrar los últimos valores del borrador',
  chooseToGoOn: 'Elija un nodo que se ejecutó y que no esté en un marco.',
};
