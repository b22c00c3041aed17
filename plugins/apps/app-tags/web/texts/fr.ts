import { plural } from '#plugins/ui/web/contract.ts';

export const texts = {
  name: 'Nom',
  create: 'Ajouter',
  save: 'Enregistrer',
  saved: 'Enregistré.',
  cancel: 'Annuler',
  remove: 'Supprimer',
  deleted: (name: string) => `${name} est supprimé.`,
  tags: 'Étiquettes',
  tagsAbout: 'Ce qui distingue les applications.',
  tag: 'Étiquette',
  addTag: 'Ajouter une étiquette',
  renameTag: "Renommer l'étiquette",
  noTags: "Pas encore d'étiquettes",
  noTagsAbout: 'Les étiquettes regroupent les applications et filtrent leur liste.',
  apps: 'Applications',
  deleteTag: (name: string) => `Supprimer l'étiquette ${name} ?`,
  deleteTagAbout: (count: number) =>
    count === 0
      ? "Aucune application ne l'a."
      : plural(count, {
          one: 'Elle est retirée de 1 application.',
          other: `Elle est retirée de ${count} applications.`,
        }),
  actionsOf: (name: string) => `Actions de ${name}`,
};
