import type { texts as english } from './en.ts';

export const texts: typeof english = {
  hint: 'Escriba / o {{ para insertar una variable',
  unknown: 'no existe: ningún nodo anterior la tiene',
};
