import type { texts as english } from './en.ts';

export const texts: typeof english = {
  conflict: 'Ambos han cambiado el mismo lugar',
  conflictAbout: 'Elija en cada campo. «Deshacer» recupera lo que no elija.',
  yours: 'Lo suyo',
  theirs: 'Lo de la otra persona',
  somebody: 'Otra persona',
  keepAllMine: 'Conservar todo lo mío',
  takeAllTheirs: 'Tomar todo lo de la otra persona',
  onlyHere: 'Distinto',
  removedHere: 'Eliminado',
  emptyHere: 'Vacío',
  placeLost: 'El lugar de este cambio se eliminó. Copie su texto si lo necesita.',
  wholeNode: 'Todo el nodo',
  cardPlace: 'Lugar en el lienzo',
  edgesOf: 'Conexiones',
  keepMine: 'Conservar lo mío',
  takeTheirs: 'Tomar lo suyo',
};
