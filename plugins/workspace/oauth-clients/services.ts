/** A service at which an operator can register a client. */
export interface OAuthService {
  readonly id: string;
  readonly label: string;
  readonly baseUrl: string;
  /** Whether there are others of its kind, at addresses of their own. */
  readonly hasOwnServers: boolean;
  /** Where clients are registered, after the address of the service. */
  readonly registration: string;
}

/** In the order in which people are offered them. */
export const services: readonly OAuthService[] = [
  {
    id: 'google',
    label: 'Google',
    baseUrl: 'https://accounts.google.com',
    hasOwnServers: false,
    registration: 'https://console.cloud.google.com/auth/clients',
  },
  {
    id: 'microsoft',
    label: 'Microsoft',
    baseUrl: 'https://login.microsoftonline.com',
    hasOwnServers: false,
    registration: 'https://entra.microsoft.com/',
  },
  {
    id: 'github',
    label: 'GitHub',
    baseUrl: 'https://github.com',
    hasOwnServers: true,
    registration: '/settings/developers',
  },
  {
    id: 'gitlab',
    label: 'GitLab',
    baseUrl: 'https://gitlab.com',
    hasOwnServers: true,
    registration: '/-/user_settings/applications',
  },
];

/** The same, where the configuration says that one is elsewhere; `homes`: addresses by id, empty for the usual ones. */
export function servicesAt(homes: Readonly<Record<string, string>>): readonly OAuthService[] {
  return services.map((service) => {
    const home = service.hasOwnServers ? '' : (homes[service.id] ?? '');
    return home === '' ? service : { ...service, baseUrl: home };
  });
}
