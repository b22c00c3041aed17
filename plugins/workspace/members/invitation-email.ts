import type { InLanguages } from '#http';

/** What an invitation tells: who invites to which workspace (empty: it is gone), as what. */
export interface InvitationFacts {
  readonly inviter: string;
  readonly workspace: string;
  readonly role: string;
  readonly link: string;
}

type Text = (facts: InvitationFacts) => { readonly subject: string; readonly text: string };
type Roles = Readonly<Record<string, string>>;

const chinese: Roles = { owner: '所有者', admin: '管理员', editor: '编辑', member: '成员' };
const spanish: Roles = { owner: 'propietario', admin: 'administrador', editor: 'editor', member: 'miembro' };
const french: Roles = { owner: 'propriétaire', admin: 'administrateur', editor: 'éditeur', member: 'membre' };
const german: Roles = { owner: 'Eigentümer', admin: 'Admin', editor: 'Bearbeiter', member: 'Mitglied' };

/** The e-mail with which somebody is invited. */
export const invitationEmail: InLanguages<Text> = {
  en: ({ inviter, workspace, role, link }) => ({
    subject: `You are invited to ${workspace || 'a workspace'}`,
    text: `${inviter} invites you to the workspace ${workspace || 'a workspace'} as ${role}.\n\nAccept within a week:\n${link}\n\nIf you don't know what this is about, do nothing.`,
  }),
  zh: ({ inviter, workspace, role, link }) => ({
    subject: workspace === '' ? '您受邀加入一个工作空间' : `您受邀加入 ${workspace}`,
    text: `${inviter} 邀请您以${chinese[role] ?? role}身份加入工作空间 ${workspace}。\n\n请在一周内接受邀请：\n${link}\n\n如果您不清楚这是什么，请忽略此邮件。`,
  }),
  es: ({ inviter, workspace, role, link }) => ({
    subject: `Invitación a ${workspace || 'un espacio de trabajo'}`,
    text: `${inviter} le invita al espacio de trabajo ${workspace} como ${spanish[role] ?? role}.\n\nAcepte en el plazo de una semana:\n${link}\n\nSi no sabe de qué se trata, no haga nada.`,
  }),
  fr: ({ inviter, workspace, role, link }) => ({
    subject: `Invitation à rejoindre ${workspace || 'un espace de travail'}`,
    text: `${inviter} vous invite à rejoindre l’espace de travail ${workspace} en tant que ${french[role] ?? role}.\n\nAcceptez dans la semaine :\n${link}\n\nSi vous ne savez pas de quoi il s’agit, ne faites rien.`,
  }),
  de: ({ inviter, workspace, role, link }) => ({
    subject: `Einladung zu ${workspace || 'einem Arbeitsbereich'}`,
    text: `${inviter} lädt Sie in den Arbeitsbereich ${workspace} ein, als ${german[role] ?? role}.\n\nNehmen Sie innerhalb einer Woche an:\n${link}\n\nWenn Sie nicht wissen, worum es geht, brauchen Sie nichts zu tun.`,
  }),
};
