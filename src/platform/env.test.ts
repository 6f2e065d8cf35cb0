import { describe, expect, test } from 'vitest';
import { publicUrlOf, readEnv } from './env.server.ts';

const problemsOf = (source: Record<string, string>) => {
  try {
    readEnv(source);
    return '';
  } catch (error) {
    return (error as Error).message;
  }
};

describe('the environment', () => {
  test('may be empty: a site for this machine with a sandbox for payments', () => {
    expect(readEnv({})).toMatchObject({
      NODE_ENV: 'production',
      PORT: 3000,
      HOST: '127.0.0.1',
      DATA_DIR: './data',
      MEDIA_URL: 'file:',
      WEB_CONCURRENCY: 1,
      TRUST_PROXY: false,
      RATE_LIMITS: true,
      LOG_LEVEL: 'info',
      PAYMENTS: 'sandbox',
    });
  });

  test('has no pictures without https on a site with https, because browsers would not load them', () => {
    const withPictures = (PUBLIC_URL: string, address: string) =>
      problemsOf({ PUBLIC_URL, MEDIA_URL: `s3://key:secret@s3.example.com/bucket?public=${address}` });
    expect(withPictures('https://ink.example', 'http://pictures.example')).toContain(
      'MEDIA_URL: names a public address without https',
    );
    expect(withPictures('https://ink.example', 'https://pictures.example')).toBe('');
    expect(withPictures('https://ink.example', 'http://localhost:9000')).toBe('');
    expect(withPictures('http://ink.example', 'http://pictures.example')).toBe('');
  });

  test('of an https site names MEDIA_URL if it cannot be read', () => {
    const problems = problemsOf({ PUBLIC_URL: 'https://example.com', MEDIA_URL: 's3://a b/c' });
    expect(problems).toContain('MEDIA_URL');
  });

  test('takes an empty value for none', () => {
    expect(
      readEnv({ PORT: '', PUBLIC_URL: '', ADMIN_EMAIL: '', ADMIN_PASSWORD: '', TRUST_PROXY: '' }),
    ).toEqual(readEnv({}));
  });

  test.each([
    ['PORT', ['-1', '65536', '1.5', 'x', '3000a']],
    [
      'PUBLIC_URL',
      [
        'example.com',
        'localhost:3000',
        'ftp://example.com',
        '/',
        'https://example.com/library',
        'https://example.com?a',
      ],
    ],
    ['DATABASE_URL', ['mysql://x/y', 'x', 'http://x']],
    ['APP_SECRET', ['x', 'x'.repeat(31)]],
    ['SMTP_URL', ['http://mail.example', 'mail.example', 'mail.example:587', 'smtp:']],
    ['MAIL_FROM', ['nobody', 'Library <nobody>', 'nonsense <<>>']],
    ['MEDIA_URL', ['/folder', 'ftp://x', 's3://', 'bunny://']],
    ['LLM_BASE_URL', ['localhost:11434', 'file:///x']],
    ['WEB_CONCURRENCY', ['0', '65', '1.5', 'many']],
    ['TRUST_PROXY', ['yes', '1', 'TRUE']],
    ['PRIVATE_HOSTS', ['a b', '[::1]', 'n8n:5678', 'n8n,10.0.0.7:80']],
    ['RATE_LIMITS', ['true', 'no']],
    ['NODE_ENV', ['staging']],
    ['STARTER', ['other']],
    ['LOG_LEVEL', ['trace']],
    ['PAYMENTS', ['live', 'on']],
    ['OTEL_SDK_DISABLED', ['maybe', '1']],
    ['OTEL_TRACES_EXPORTER', ['foo', 'otlp,foo']],
    ['OTEL_EXPORTER_OTLP_PROTOCOL', ['foo', 'http']],
    ['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', ['foo']],
    ['OTEL_TRACES_SAMPLER', ['foo']],
  ])('names %s where its value cannot be used', (name, values) => {
    for (const value of values) {
      const problems = problemsOf({ [name]: value });
      expect([value, problems]).toEqual([value, expect.stringContaining(`  ${name}: `)]);
      expect(problems.split('\n')).toHaveLength(3);
    }
  });

  test.each([
    ['DATABASE_URL', 'postgres://promptory:a/b@localhost/promptory'],
    ['DATABASE_URL', 'postgres://promptory:a#b@localhost/promptory'],
    ['BACKUP_URL', 's3://key:se/cret@s3.example.com/bucket?region=eu'],
    ['BACKUP_URL', 's3://key:se%cret@s3.example.com/bucket?region=eu'],
    ['MEDIA_URL', 'bunny://100%@storage.example.com/zone?public=https://example.com'],
    ['MEDIA_URL', 's3://key:se/cret@s3.example.com/bucket?region=eu&public=https://example.com'],
    ['SMTP_URL', 'smtp://user:pass#word@mail.example.com:587'],
  ])('says of %s that a password or key in it is percent-encoded', (name, value) => {
    const problems = problemsOf({ [name]: value });
    expect(problems).toContain(
      `  ${name}: is not a complete URL, or a password or key in it is not percent-encoded`,
    );
    expect(problems.split('\n')).toHaveLength(3);
  });

  test('says of a value in quotes that they have to go', () => {
    const values = { PUBLIC_URL: '"https://example.com"', TRUST_PROXY: "'true'", BACKUP_EVERY: '2w' };
    expect(problemsOf(values).split('\n').slice(1, -1)).toEqual([
      '  PUBLIC_URL: must be a URL that starts with http: or https:, without quotes around it',
      '  BACKUP_EVERY: must be a number of hours or days, such as 12h or 1d',
      '  TRUST_PROXY: must be true or false, without quotes around it',
    ]);
    // Also for variables that accept almost any text.
    const texts = {
      DATA_DIR: '"/srv/data"',
      HOST: "'0.0.0.0'",
      LLM_API_KEY: '"key"',
      LLM_MODEL: "'model'",
      METRICS_TOKEN: "'a token of some length'",
    };
    expect(problemsOf(texts).split('\n').slice(1, -1)).toEqual([
      '  HOST: must be an address of this machine, without quotes around it',
      '  DATA_DIR: must be a folder, without quotes around it',
      '  LLM_API_KEY: must be a key, without quotes around it',
      '  LLM_MODEL: must be the name of a model, without quotes around it',
      '  METRICS_TOKEN: must be a token, without quotes around it',
    ]);
  });

  test('takes a URL with spaces at its ends', () => {
    expect(
      readEnv({
        DATABASE_URL: ' postgres://u:p@localhost/db ',
        MEDIA_URL: 'file: ',
        PUBLIC_URL: ' https://a.example\t',
      }),
    ).toMatchObject({
      DATABASE_URL: 'postgres://u:p@localhost/db',
      MEDIA_URL: 'file:',
      PUBLIC_URL: 'https://a.example',
    });
  });

  test.each([
    ['https://prompts.example.com/', 'https://prompts.example.com'],
    ['HTTPS://Prompts.Example.com', 'https://prompts.example.com'],
    ['https://prompts.example.com:443', 'https://prompts.example.com'],
    ['http://localhost:4000', 'http://localhost:4000'],
  ])('reads %s as browsers name it', (PUBLIC_URL, url) => {
    expect(publicUrlOf(readEnv({ PUBLIC_URL }))).toBe(url);
  });

  test('takes the values that the tracing library knows, several exporters too', () => {
    const values = {
      OTEL_SDK_DISABLED: 'TRUE',
      OTEL_TRACES_EXPORTER: 'otlp, console',
      OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
      OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    };
    expect(readEnv(values)).toMatchObject({ ...values, OTEL_SDK_DISABLED: 'true' });
  });

  test.each([...['hello@example.com', 'Promptory <no-reply@localhost>', '"Acme, Inc." <hi@acme.com>']])(
    'takes %s as the sender of emails',
    (sender) => {
      expect(readEnv({ MAIL_FROM: sender }).MAIL_FROM).toBe(sender);
    },
  );

  test('names everything that is wrong at once, and never shows a value', () => {
    const problems = problemsOf({
      PORT: 'x',
      APP_SECRET: 'short secret',
      ADMIN_EMAIL: 'nobody',
      SMTP_URL: 'http://u:pw@x',
    });
    for (const name of ['PORT', 'APP_SECRET', 'ADMIN_EMAIL', 'SMTP_URL']) expect(problems).toContain(name);
    expect(problems).not.toMatch(/short secret|pw@x/);
  });

  test('wants address and password of the first admin together', () => {
    const [ADMIN_EMAIL, ADMIN_PASSWORD] = ['Owner@Example.com', 'a password'];
    expect(problemsOf({ ADMIN_EMAIL })).toContain('  ADMIN_EMAIL: requires ADMIN_PASSWORD too');
    expect(problemsOf({ ADMIN_PASSWORD })).toContain('  ADMIN_PASSWORD: requires ADMIN_EMAIL too');
    expect(readEnv({ ADMIN_EMAIL, ADMIN_PASSWORD }).ADMIN_EMAIL).toBe('owner@example.com');
    for (const bad of ['short', 'x'.repeat(73)])
      expect(problemsOf({ ADMIN_EMAIL, ADMIN_PASSWORD: bad })).toContain('ADMIN_PASSWORD');
  });

  test('reads switches and numbers', () => {
    expect(
      readEnv({ TRUST_PROXY: 'true', RATE_LIMITS: 'off', PORT: '0', WEB_CONCURRENCY: '4', NODE_ENV: 'test' }),
    ).toMatchObject({ TRUST_PROXY: true, RATE_LIMITS: false, PORT: 0, WEB_CONCURRENCY: 4, NODE_ENV: 'test' });
  });

  test.each([
    ['http://localhost:3000', 'sandbox'],
    ['http://127.0.0.1', 'sandbox'],
    ['http://[::1]:8080', 'sandbox'],
    ['https://localhost.example.com', 'off'],
    ['http://10.0.0.5', 'off'],
  ])('lets the sandbox stand in by itself only on this machine: at %s it is %s', (PUBLIC_URL, payments) => {
    expect(readEnv({ PUBLIC_URL }).PAYMENTS).toBe(payments);
    expect(readEnv({ PUBLIC_URL, PAYMENTS: 'off' }).PAYMENTS).toBe('off');
    expect(readEnv({ PUBLIC_URL, PAYMENTS: 'sandbox' }).PAYMENTS).toBe('sandbox');
  });
});
