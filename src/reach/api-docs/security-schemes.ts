import type { Scope } from '#constants';

const scopes: Record<Scope, string> = {
  'library:read': 'Read prompts and playbooks',
  'library:copy': 'Copy prompts, which counts against the daily limit',
  'engagement:write': 'Vote, save favorites, comment and record views',
  'runs:write': 'Start runs of playbooks, and change them',
  'catalog:write': 'Change the catalog; only for admins and editors',
};

/** How a request can say whose it is, for the OpenAPI document. */
export const securitySchemes = {
  accessToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description:
      'The `access_token` of POST /auth/v1/token?grant_type=password, with `email` and `password` in its JSON body.',
  },
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'A key of POST /keys or the page /settings/keys, with the scopes that the endpoint names.',
  },
  oauth: {
    type: 'oauth2',
    description:
      'For programs that others use: the authorization code flow with PKCE, and `resource` set to the address of this API.',
    flows: {
      authorizationCode: {
        authorizationUrl: '/oauth/authorize',
        tokenUrl: '/oauth/token',
        refreshUrl: '/oauth/token',
        scopes,
      },
    },
  },
  keyAsPassword: {
    type: 'http',
    scheme: 'basic',
    description: 'For feed readers: an API key as the password, with any user name.',
  },
} as const;
