import { type Archive, resolveName } from '#plugins/text-extraction/worker/archive.ts';
import { attributeOf, walkXml } from '#plugins/text-extraction/worker/xml.ts';

export interface Relation {
  /** Last word of the relation's type: `slide`, `worksheet`, `notesSlide` … */
  readonly type: string;
  /** Name of the part it leads to. */
  readonly target: string;
}

/** The relations of a part of an Office Open XML file, by id; those that lead outside are left out. */
export function readRelations(archive: Archive, part: string): ReadonlyMap<string, Relation> {
  const slash = part.lastIndexOf('/') + 1;
  const name = `${part.slice(0, slash)}_rels/${part.slice(slash)}.rels`;
  const relations = new Map<string, Relation>();
  const content = archive.read(name);
  if (content === undefined) return relations;
  walkXml(content, name, {
    open(element, attributes) {
      if (element !== 'Relationship' || attributeOf(attributes, 'TargetMode') === 'External') return;
      const type = attributeOf(attributes, 'Type')?.split('/').at(-1) ?? '';
      const target = resolveName(part, attributeOf(attributes, 'Target') ?? '');
      relations.set(attributeOf(attributes, 'Id') ?? '', { type, target });
    },
  });
  return relations;
}
