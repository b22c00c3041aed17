/** What the server wrote into the page (`Pages.render`, `data`). */
export function readPageData<Data>(): Data {
  return JSON.parse(document.getElementById('page-data')?.textContent ?? 'null') as Data;
}
