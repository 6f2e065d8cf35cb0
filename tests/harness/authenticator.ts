import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

type Encodable = number | string | Buffer | Map<number | string, Encodable>;
const head = (major: number, length: number) =>
  length < 24
    ? Buffer.from([(major << 5) | length])
    : length < 256
      ? Buffer.from([(major << 5) | 24, length])
      : Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
function encode(value: Encodable): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([head(5, value.size), ...[...value].flat().map(encode)]);
}
const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();

type Options = {
  /** The origin, as the browser would send it. */
  origin: string;
  /** Whether it verifies the user by fingerprint, face or code. */
  verifies?: boolean;
};

/** A WebAuthn authenticator with one credential. `counter` can be set back, like that of a copied authenticator. */
export function createAuthenticator({ origin, verifies = true }: Options) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(32);
  const key = new Map<number, Encodable>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Buffer.from(x, 'base64url')],
    [-3, Buffer.from(y, 'base64url')],
  ]);
  let userHandle = '';
  const self = {
    counter: 0,
    origin,
    id: id.toString('base64url'),
    create({ challenge, rp, user }: { challenge: string; rp: { id?: string }; user: { id: string } }) {
      userHandle = user.id;
      const authData = Buffer.concat([
        ...[dataOf(rp.id ?? '', 0x40), Buffer.alloc(16), Buffer.from([0, id.length])],
        ...[id, encode(key)],
      ]);
      const attestation = new Map<string, Encodable>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ]);
      return answer({
        clientDataJSON: clientData('webauthn.create', challenge).toString('base64url'),
        attestationObject: encode(attestation).toString('base64url'),
      });
    },
    use({ challenge, rpId }: { challenge: string; rpId?: string }, handle = userHandle) {
      self.counter += 1;
      const data = dataOf(rpId ?? '', 0);
      const client = clientData('webauthn.get', challenge);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      return answer({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: handle,
      });
    },
  };
  const clientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: self.origin, crossOrigin: false }));
  function dataOf(rpId: string, flag: number) {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(self.counter);
    return Buffer.concat([sha256(rpId), Buffer.from([1 | (verifies ? 4 : 0) | flag]), counter]);
  }
  const answer = <Response>(response: Response) => ({
    id: self.id,
    rawId: self.id,
    type: 'public-key' as const,
    response,
    clientExtensionResults: {},
  });
  return self;
}
