import { connect, isIP, type Socket } from 'node:net';
import type { Transporter } from 'nodemailer';
import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import {
  createGuardedLookup,
  hostOf,
  isClosedHost,
  PrivateAddressError,
} from '../http/guarded-fetch.server.ts';
import type { Sender } from '../text/sender-address.ts';
import * as m from '../words/messages.ts';
import { createEndOfData, type HandOver } from './smtp-end-of-data.server.ts';

export type MailServer = {
  /** An `smtp:` or `smtps:` URL with user and password, and nodemailer's options as its query. */
  url: string;
  /** The hosts in private networks that are allowed; `any` if the operator has set the server. */
  openHosts: readonly string[] | 'any';
};

/** How the site currently sends email. */
export type MailSettings = {
  /** If undefined, emails are kept in the outbox. */
  server: MailServer | undefined;
  from: Sender;
  /** The limit for bulk emails. */
  perMinute: number;
  /** The address for bounces; empty if they go to `from`. */
  bounceAddress: string;
};
export type LoadMailSettings = () => Promise<MailSettings>;

/**
 * How long a server may take to respond after the last byte of an email (RFC 5321, 4.5.3.2.6). Disconnecting earlier
 * could deliver the email twice.
 */
const answerMilliseconds = 600_000;
const smtpTimeouts = { connectionTimeout: 15_000, greetingTimeout: 15_000 };
const localHosts = ['localhost', '127.0.0.1', '::1'];

/** The URL for nodemailer. Passwords require TLS, unless the server is on this machine, where certificates aren't checked. */
function smtpAddress({ url: given, openHosts }: MailServer): URL {
  const url = new URL(given);
  const isLocal = localHosts.includes(hostOf(url).toLowerCase());
  if (url.username && url.protocol === 'smtp:' && !isLocal && !url.searchParams.has('requireTLS'))
    url.searchParams.set('requireTLS', 'true');
  if (isLocal && openHosts !== 'any') url.searchParams.set('tls.rejectUnauthorized', 'false');
  return url;
}

/** Opens a socket to a host, if the site may connect to it. @throws PrivateAddressError */
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

/** Opens a connection for each email. `answerWithin` is in milliseconds. */
export async function createSmtpTransport(
  server: MailServer,
  answerWithin = answerMilliseconds,
): Promise<Transporter> {
  // Loaded with the first email.
  const { createTransport } = await import('nodemailer');
  const url = smtpAddress(server).href;
  return createTransport({
    url,
    ...smtpTimeouts,
    socketTimeout: answerWithin,
    getSocket: socketGetter(server),
  });
}

type Options = SMTPConnection.Options & { auth?: { user: string; pass: string } };
type Sent = { response: string };
/** A connection for many emails, sent one at a time. */
export type MailConnection = {
  /**
   * @param handOver called once the server has accepted the sender, the recipient and all but the last bytes. If it
   * throws, the connection ends and the email isn't sent
   */
  send(envelope: { from: string; to: string }, message: Buffer, handOver: HandOver): Promise<Sent>;
  readonly isOpen: boolean;
  close(): void;
};

/** @throws Error of nodemailer, with the server's reply */
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
    // If the server said something before closing, report that instead.
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
      // After the switch to TLS, only nodemailer knows which socket it uses.
      const { _socket: socket } = connection;
      if (!socket) throw new Error(m.mail_server_closed_connection());
      const { content, release } = createEndOfData(socket, message, handOver);
      const sending = call<Sent>((done) => connection.send({ from, to: [to] }, content, done));
      return sending.finally(release);
    },
    get isOpen() {
      return isOpen;
    },
    close,
  };
}
