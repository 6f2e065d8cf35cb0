import { isIPv6 } from 'node:net';
import { z } from 'zod';
import { defaultModel } from '#constants';
import { addressOfSender } from './text/sender-address.ts';

const oneOf = <const Values extends readonly [string, ...string[]]>(...values: Values) =>
  z.enum(values, { error: `must be ${values.join(' or ')}` });

/** A / or # in a password ends the host of a URL early. */
const incomplete =
  'is not a complete URL, or a password or key in it is not percent-encoded (/ is written %2F, # is %23, and % is %25)';

/** Keys of object stores are decoded here. The libraries for the database and the email server accept an unencoded %. */
function isDecodable(url: string): boolean {
  const { username, password } = new URL(url);
  try {
    decodeURIComponent(`${username}${password}`);
    return true;
  } catch {
    return false;
  }
}

/** Some programs include the quotes when they read a file of variables. */
export const isQuoted = (value: string | undefined) => /^(["']).*\1$/s.test(value?.trim() ?? '');
/** A text that must not be in quotes, for variables that accept almost any text. */
const unquoted = (what: string) =>
  z.string().refine((value) => !isQuoted(value), { error: `must be ${what}` });

const optionalUrl = (...protocols: string[]) =>
  z
    .string()
    .trim()
    .refine((value) => protocols.some((protocol) => value.toLowerCase().startsWith(protocol)), {
      error: `must be a URL that starts with ${protocols.join(' or ')}`,
      abort: true,
    })
    .refine(URL.canParse, { error: incomplete, abort: true })
    .optional();

/** Values that the tracing library knows. For others it only logs a warning, which is easily missed. */
const otelNames = (...values: string[]) =>
  z
    .string()
    .refine((value) => value.split(',').every((name) => values.includes(name.trim())), {
      error: `must be ${values.join(' or ')}`,
    })
    .optional();
const otlpProtocol = oneOf('http/protobuf', 'http/json', 'grpc').optional();

const flag = (on: string, off: string, preset: string) =>
  oneOf(on, off)
    .default(preset)
    .transform((value) => value === on);

/** Hosts in a local network are allowed too, as in no-reply@localhost. */
const localEmail = z.email({ pattern: z.regexes.html5Email });

/** Accepts values that aren't URLs, because `optionalUrl` refuses them. */
const isOrigin = (url: string) => {
  if (!URL.canParse(url)) return true;
  const { pathname, search, hash, username } = new URL(url);
  return `${pathname}${search}${hash}${username}` === '/';
};
/** The URL under which visitors load pictures, if MEDIA_URL names one. */
const picturesOf = (mediaUrl: string) =>
  URL.canParse(mediaUrl) ? (new URL(mediaUrl).searchParams.get('public') ?? undefined) : undefined;
const isHttps = (url = '') => URL.canParse(url) && new URL(url).protocol === 'https:';
/** Pages may load pictures of this machine without https. */
const isPlainHttp = (url = '') =>
  URL.canParse(url) && new URL(url).protocol === 'http:' && !isLocal(new URL(url).hostname);
const hasHost = (url: string) => !URL.canParse(url) || new URL(url).hostname !== '';

const hosts = z
  .string()
  .regex(/^[a-z0-9.:_-]+(,[a-z0-9.:_-]+)*$/i, 'must be host names or addresses separated by commas')
  .default('')
  .transform((value) => value.toLowerCase().split(',').filter(Boolean))
  .refine((names) => names.every((name) => !name.includes(':') || isIPv6(name)), {
    error: 'must not include ports: all ports of a host are allowed',
  });

const schema = z
  .object({
    NODE_ENV: oneOf('development', 'production', 'test').default('production'),
    PORT: z.coerce
      .number({ error: 'must be a number from 0 to 65535' })
      .int()
      .min(0)
      .max(65535)
      .default(3000),
    HOST: unquoted('an address of this machine').default('127.0.0.1'),
    PUBLIC_URL: optionalUrl('http:', 'https:').refine((value) => value === undefined || isOrigin(value), {
      error: 'must be a scheme and a host, without a path',
    }),
    DATA_DIR: unquoted('a folder').default('./data'),
    DATABASE_URL: optionalUrl('postgres:', 'postgresql:'),
    DATABASE_DIRECT_URL: optionalUrl('postgres:', 'postgresql:'),
    DATABASE_READ_URL: optionalUrl('postgres:', 'postgresql:'),
    PREPARED_STATEMENTS: flag('on', 'off', 'on'),
    APP_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
    ADMIN_EMAIL: z.email('must be an email address').toLowerCase().optional(),
    ADMIN_PASSWORD: z.string().min(6, 'must have at least 6 characters').max(72).optional(),
    SIGNUP: oneOf('open', 'invite', 'closed').optional(),
    STARTER: oneOf('demo', 'none').optional(),
    SMTP_URL: optionalUrl('smtp:', 'smtps:').refine((value) => value === undefined || hasHost(value), {
      error: 'must name a host, such as smtp://mail.example.com:587',
    }),
    MAIL_FROM: z
      .string()
      .refine((value) => localEmail.safeParse(addressOfSender(value)).success, {
        error: 'must be an email address, alone or as Name <address>',
      })
      .optional(),
    MEDIA_URL: z
      .string()
      .trim()
      .regex(/^(file:|(s3|bunny):\/\/.+)$/, { error: 'must be file:, s3://… or bunny://…', abort: true })
      .refine((value) => URL.canParse(value) && isDecodable(value), { error: incomplete })
      .default('file:'),
    BACKUP_URL: optionalUrl('s3:').refine((value) => value === undefined || isDecodable(value), {
      error: incomplete,
    }),
    BACKUP_EVERY: z
      .string()
      .regex(/^[1-9]\d{0,3}[hd]$/, 'must be a number of hours or days, such as 12h or 1d')
      .default('1d')
      .transform((value) => Number.parseInt(value, 10) * (value.endsWith('d') ? 24 : 1)),
    BACKUP_KEEP: z.coerce
      .number({ error: 'must be a number from 1 to 1000' })
      .int()
      .min(1)
      .max(1000)
      .default(14),
    LLM_BASE_URL: optionalUrl('http:', 'https:'),
    LLM_API_KEY: unquoted('a key').optional(),
    LLM_MODEL: unquoted('the name of a model').default(defaultModel),
    STRIPE_API_BASE: optionalUrl('http:', 'https:'),
    SIGN_IN_PROVIDERS_BASE: optionalUrl('http:', 'https:'),
    PAYMENTS: oneOf('sandbox', 'off').optional(),
    WEB_CONCURRENCY: z.coerce
      .number({ error: 'must be a number from 1 to 64' })
      .int()
      .min(1)
      .max(64)
      .default(1),
    TRUST_PROXY: flag('true', 'false', 'false'),
    RATE_LIMITS: flag('on', 'off', 'on'),
    PRIVATE_HOSTS: hosts,
    PRIVATE_PROGRAM_HOSTS: hosts,
    METRICS_TOKEN: unquoted('a token').min(16, 'must have at least 16 characters').optional(),
    // The tracing library reads all other OTEL_ variables itself.
    OTEL_SDK_DISABLED: z.string().toLowerCase().pipe(oneOf('true', 'false')).optional(),
    OTEL_TRACES_EXPORTER: otelNames('otlp', 'console', 'none'),
    OTEL_EXPORTER_OTLP_PROTOCOL: otlpProtocol,
    OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: otlpProtocol,
    OTEL_TRACES_SAMPLER: oneOf(
      'always_on',
      'always_off',
      'traceidratio',
      'parentbased_always_on',
      'parentbased_always_off',
      'parentbased_traceidratio',
    ).optional(),
    OTEL_EXPORTER_OTLP_ENDPOINT: optionalUrl('http:', 'https:'),
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: optionalUrl('http:', 'https:'),
    LOG_LEVEL: oneOf('debug', 'info', 'warn', 'error').default('info'),
  })
  .refine((env) => env.ADMIN_EMAIL === undefined || env.ADMIN_PASSWORD !== undefined, {
    error: 'requires ADMIN_PASSWORD too (set both or neither)',
    path: ['ADMIN_EMAIL'],
  })
  .refine((env) => env.ADMIN_PASSWORD === undefined || env.ADMIN_EMAIL !== undefined, {
    error: 'requires ADMIN_EMAIL too (set both or neither)',
    path: ['ADMIN_PASSWORD'],
  })
  .refine(({ PUBLIC_URL, MEDIA_URL }) => !isHttps(PUBLIC_URL) || !isPlainHttp(picturesOf(MEDIA_URL)), {
    error:
      "names a public address without https, from which browsers don't load pictures on the pages of an https site: use an https address",
    path: ['MEDIA_URL'],
  });

/** The validated environment; `.env.example` describes every variable. */
export type Env = Omit<z.output<typeof schema>, 'PAYMENTS'> & { PAYMENTS: 'sandbox' | 'off' };

/**
 * Validates the environment. An empty value counts as unset.
 * @throws Error that lists every invalid variable, one per line.
 */
export function readEnv(source: Record<string, string | undefined>): Env {
  const set = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  const result = schema.safeParse(set);
  if (result.success) {
    // In the sandbox anyone can unlock everything, so it is only on by default if no one else can reach the site.
    const { HOST, PUBLIC_URL, TRUST_PROXY } = result.data;
    const isTrial =
      set.NODE_ENV !== 'production' &&
      !TRUST_PROXY &&
      isLocal(HOST) &&
      (PUBLIC_URL === undefined || isLocal(new URL(PUBLIC_URL).hostname));
    return { ...result.data, PAYMENTS: result.data.PAYMENTS ?? (isTrial ? 'sandbox' : 'off') };
  }
  const lines = result.error.issues.map(({ path, message }) => {
    const name = path.join('.');
    return `  ${name}: ${message}${isQuoted(set[name]) ? ', without quotes around it' : ''}`;
  });
  throw new Error(`The environment has invalid values:\n${lines.join('\n')}\nSee .env.example.`);
}

/**
 * The site's URL as browsers write it: lowercase, without the default port and trailing slash.
 * @param port the port actually listened on, if it was chosen automatically
 */
export const publicUrlOf = ({ PUBLIC_URL, PORT }: Env, port = PORT): string =>
  PUBLIC_URL === undefined ? `http://localhost:${port}` : new URL(PUBLIC_URL).origin;

/** Whether a host name or address refers to this machine only. */
const isLocal = (host: string) => ['localhost', '127.0.0.1', '::1', '[::1]'].includes(host.toLowerCase());
