/** How people who fill in a form see it named. */

/** What editors call new nodes of the kind, in each language: nobody chose it for those who fill the form in. */
const DEFAULTS = ['Human input', 'Menschliche Eingabe', 'Saisie humaine', 'Entrada humana', '人工输入'];

/** The title of a node that asks, where somebody gave it one; else what is said instead. */
export function formTitle(title: string, other: string): string {
  const begun = DEFAULTS.find((each) => title.startsWith(each));
  // A second one of the kind is numbered.
  return title === '' || (begun !== undefined && /^\s*\d*$/.test(title.slice(begun.length))) ? other : title;
}
