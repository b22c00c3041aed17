export const texts = {
  hint: 'Type / or {{ to insert a variable',
  unknown: 'not there: no node before this one has it',
};
