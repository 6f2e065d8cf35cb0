import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/**
 * How the server treats the next emails: accepts them; greylists; refuses the sender, the recipient or the email itself; hangs up in the
 * middle of the text, or after all of it; or accepts them without answering.
 */
type Mood =
  | 'take'
  | 'greylist'
  | 'refuse-sender'
  | 'refuse'
  | 'refuse-text'
  | 'drop'
  | 'drop-answer'
  | 'hold';
type Taken = {
  from: string;
  recipients: string[];
  raw: string;
  isEncrypted: boolean;
  user: string | undefined;
};

const account = { user: 'promptory', password: 'p@ss word' };

/**
 * A real SMTP server with TLS (self-signed) and an optional password.
 * @param answerMilliseconds how long it takes to answer a whole email
 */
export async function startSmtpListener({
  withPassword = false,
  port = 0,
  host = '127.0.0.1',
  answerMilliseconds = 0,
} = {}) {
  const taken: Taken[] = [];
  /** Emails that were received completely, but not answered. */
  const unanswered: string[] = [];
  /** Callbacks that answer those emails. */
  const held: (() => void)[] = [];
  const hangsUpAt = new Set<string>();
  let mood: Mood = 'take';
  let attempts = 0;
  const refusal = (code: number, message: string) =>
    Object.assign(new Error(message), { responseCode: code });
  const hangUp = ({ id }: { id: string }) =>
    server.connections.forEach((connection) => {
      if (connection.id === id) connection._socket.destroy();
    });
  const server = new SMTPServer({
    authOptional: !withPassword,
    logger: false,
    onAuth({ username, password }, _session, callback) {
      if (username === account.user && password === account.password) callback(null, { user: username });
      else callback(new Error('Wrong password'));
    },
    onMailFrom(_address, _session, callback) {
      if (mood === 'refuse-sender') callback(refusal(550, 'This sender is not allowed here'));
      else callback();
    },
    onRcptTo({ address }, session, callback) {
      attempts += 1;
      if (hangsUpAt.has(address)) return hangUp(session);
      if (mood === 'greylist') callback(refusal(451, 'Greylisted, try again later'));
      else if (mood === 'refuse') callback(refusal(550, 'No such mailbox'));
      else callback();
    },
    onData(stream, session, callback) {
      if (mood === 'drop') {
        stream.resume();
        return hangUp(session);
      }
      const chunks: Buffer[] = [];
      stream.on('data', (chunk) => chunks.push(chunk));
      stream.on('end', () => {
        if (mood === 'refuse-text') return callback(refusal(554, 'This looks like spam'));
        if (mood === 'drop-answer') {
          unanswered.push(Buffer.concat(chunks).toString('utf8'));
          return hangUp(session);
        }
        taken.push({
          from: session.envelope.mailFrom ? session.envelope.mailFrom.address : '',
          recipients: session.envelope.rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString('utf8'),
          isEncrypted: session.secure,
          user: session.user,
        });
        if (mood === 'hold') held.push(callback);
        else if (answerMilliseconds > 0) setTimeout(callback, answerMilliseconds);
        else callback();
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(port, host, () => resolve()));
  const address = (server.server.address() as AddressInfo).port;
  const credentials = withPassword
    ? `${encodeURIComponent(account.user)}:${encodeURIComponent(account.password)}@`
    : '';
  return {
    port: address,
    url: `smtp://${credentials}127.0.0.1:${address}/?requireTLS=true&tls.rejectUnauthorized=false`,
    taken,
    unanswered,
    /** The server hangs up when one of these addresses is named. */
    hangsUpAt,
    attempts: () => attempts,
    held,
    set(next: Mood) {
      mood = next;
    },
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
