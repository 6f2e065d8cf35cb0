import { connect, isIP, type Socket } from 'node:net';
import type { Transporter, TransportOptions } from 'nodemailer';
import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import {
  createGuardedLookup,
  hostOf,
  isClosedHost,
  PrivateAddressError,
} from '../http/guarded-fetch.server.ts';
import * as m from '../words/messages.ts';
import { createEndOfData, type HandOver } from './smtp-end-of-data.server.ts';

export type MailServer = {
  /** `smtp:` or `smtps:`, with user and password, and nodemailer's options as its query. */
  url: string;
  /** Allowed hosts in private networks; `any` for a server that the operator has set. */
  openHosts: readonly string[] | 'any';
};

/** How the site currently sends email. */
export type MailSettings = {
  /** Without one, emails are kept in the outbox. */
  server: MailServer | undefined;
  from: string;
  /** For emails to many members. */
  perMinute: number;
  /** Where reports about them come back; empty where they go to `from`. */
  bounceAddress: string;
};
export type LoadMailSettings = () => Promise<MailSettings>;

/** How long a server may take after the last byte of an email (RFC 5321, 4.5.3.2.6). Hanging up sooner could deliver the email twice. */
const answerMilliseconds = 600_000;
export const smtpTimeouts = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 60_000 };
const localHosts = ['localhost', '127.0.0.1', '::1'];

/** The address as nodemailer takes it. Passwords require TLS, unless the server is this machine, whose certificate nobody checks. */
function smtpAddress({ url: given, openHosts }: MailServer): URL {
  const url = new URL(given);
  const isLocal = localHosts.includes(hostOf(url).toLowerCase());
  if (url.username && url.protocol === 'smtp:' && !isLocal && !url.searchParams.has('requireTLS'))
    url.searchParams.set('requireTLS', 'true');
  if (isLocal && openHosts !== 'any') url.searchParams.set('tls.rejectUnauthorized', 'false');
  return url;
}

/** A socket to a host that the site may connect to. @throws PrivateAddressError */
function openSocket({ url, openHosts }: MailServer): Promise<Socket> | undefined {
  if (openHosts === 'any') return undefined;
  const address = new URL(url);
  const host = hostOf(address).toLowerCase();
  if (isIP(host) && isClosedHost(host, openHosts)) return Promise.reject(new PrivateAddressError(host));
  const port = Number(address.port || (address.protocol === 'smtps:' ? 465 : 587));
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const socket = connect({ host, port, lookup: createGuardedLookup(openHosts) });
  socket.setTimeout(smtpTimeouts.connectionTimeout, () =>
    socket.destroy(new Error(m.connection_timed_out())),
  );
  socket.once('error', reject).once('connect', () => {
    socket.off('error', reject).setTimeout(0);
    resolve(socket);
  });
  return promise;
}

type GetSocket = (
  options: object,
  done: (error: Error | null, options?: { connection: Socket } | false) => void,
) => void;
const socketGetter =
  (server: MailServer): GetSocket =>
  (_options, done) => {
    const opening = openSocket(server);
    if (!opening) return done(null, false);
    opening.then((connection) => done(null, { connection }), done);
  };

/** For single emails: a connection each. */
export async function createSmtpTransport(server: MailServer): Promise<Transporter> {
  // Loaded with the first email.
  const { createTransport } = await import('nodemailer');
  const url = smtpAddress(server).href;
  return createTransport({ url, ...smtpTimeouts, getSocket: socketGetter(server) } as TransportOptions);
}

type Options = SMTPConnection.Options & { auth?: { user: string; pass: string } };
type Sent = { response: string };
/** A connection for many emails, one after the other. */
export type MailConnection = {
  /** @param handOver called once the server has taken sender, recipient and all but the last bytes. An error of it ends the connection, and the email is not sent. */
  send(envelope: { from: string; to: string }, message: Buffer, handOver: HandOver): Promise<Sent>;
  readonly isOpen: boolean;
  close(): void;
};

/** @throws Error of nodemailer, with the server's answer */
export async function openMailConnection(server: MailServer): Promise<MailConnection> {
  const [{ default: Connection }, { parseConnectionUrl }] = await Promise.all([
    import('nodemailer/lib/smtp-connection'),
    import('nodemailer/lib/shared'),
  ]);
  const options: Options = parseConnectionUrl(smtpAddress(server).href);
  const socket = await openSocket(server);
  const connection = new Connection({
    ...options,
    ...smtpTimeouts,
    socketTimeout: answerMilliseconds,
    ...(socket && { connection: socket }),
  });
  let isOpen = true;
  const { promise: broken, reject: fail } = Promise.withResolvers<never>();
  broken.catch(() => undefined);
  connection.on('error', fail);
  connection.once('end', () => {
    isOpen = false;
    // What the server said before that counts.
    setImmediate(() => fail(new Error(m.mail_server_closed_connection())));
  });
  const call = <Result>(begin: (done: (error: Error | null | undefined, result?: Result) => void) => void) =>
    Promise.race([
      broken,
      new Promise<Result>((resolve, reject) =>
        begin((error, result) => (error ? reject(error) : resolve(result as Result))),
      ),
    ]);
  const close = () => {
    isOpen = false;
    connection.close();
  };
  try {
    await call<void>((done) => connection.connect((error) => done(error)));
    const { auth } = options;
    if (auth && connection.allowsAuth)
      await call<boolean>((done) => connection.login({ credentials: auth }, done));
  } catch (error) {
    close();
    throw error;
  }
  return {
    async send({ from, to }, message, handOver) {
      // nodemailer alone knows which socket it is after the change to TLS.
      const { _socket: socket } = connection;
      if (!socket) throw new Error(m.mail_server_closed_connection());
      const { content, release } = createEndOfData(socket, message, handOver);
      const sending = call<Sent>((done) => connection.send({ from, to: [to] }, content, done as never));
      return sending.finally(release);
    },
    get isOpen() {
      return isOpen;
    },
    close,
  };
}
