/** The contents of a delivery report (RFC 3464). */
export type DeliveryReport = {
  recipients: { address: string; action: string; status: string; diagnostic: string }[];
  /** The Message-ID of the email itself, if the report includes its headers. */
  messageId: string | undefined;
};

type Entity = { headers: Map<string, string[]>; body: string };
const maxDepth = 4;
/** Parsing limits, because anyone can send a report. In characters. */
const maxHeaderLength = 65_536;
const maxAddresses = 50;
const maxAddressLength = 2_000;
const maxParts = 50;
const maxGroups = 50;
/**
 * For the boundary between parts: RFC 2046 allows 70. Searching for a long one can take time in proportion to
 * its length times the message's.
 */
const maxBoundaryLength = 200;

function parseEntity(text: string): Entity {
  const end = /\r?\n\r?\n/.exec(text);
  const head = text.slice(0, Math.min(end?.index ?? text.length, maxHeaderLength));
  return { headers: parseHeaders(head), body: end ? text.slice(end.index + end[0].length) : '' };
}

function parseHeaders(text: string): Map<string, string[]> {
  const headers = new Map<string, string[]>();
  for (const line of text.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const colon = line.indexOf(':');
    if (colon < 1) continue;
    const name = line.slice(0, colon).trim().toLowerCase();
    const value = line.slice(colon + 1).trim();
    const values = headers.get(name);
    if (values) values.push(value);
    else headers.set(name, [value]);
  }
  return headers;
}

const first = ({ headers }: Entity, name: string) => headers.get(name)?.[0] ?? '';
const typeOf = (entity: Entity) =>
  (first(entity, 'content-type').split(';')[0] ?? '').trim().toLowerCase() || 'text/plain';

function bodyOf(entity: Entity): string {
  const encoding = first(entity, 'content-transfer-encoding').toLowerCase();
  if (encoding === 'base64') return Buffer.from(entity.body, 'base64').toString('utf8');
  if (encoding !== 'quoted-printable') return entity.body;
  return entity.body
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

function* partsOf(entity: Entity): Generator<Entity> {
  const boundary = /boundary\s*=\s*(?:"([^"]+)"|([^\s;]+))/i.exec(first(entity, 'content-type'));
  const mark = boundary?.[1] ?? boundary?.[2];
  if (mark === undefined || mark.length > maxBoundaryLength) return;
  const text = `\n${entity.body}`;
  const edge = `\n--${mark}`;
  let at = text.indexOf(edge);
  while (at !== -1) {
    const next = text.indexOf(edge, at + edge.length);
    const piece = text.slice(at + edge.length, next === -1 ? undefined : next);
    if (!piece.startsWith('--')) yield parseEntity(piece.replace(/^[^\n]*\n/, ''));
    at = next;
  }
}

function allParts(entity: Entity, depth = 0, found: Entity[] = []): Entity[] {
  found.push(entity);
  if (depth < maxDepth && typeOf(entity).startsWith('multipart/'))
    for (const part of partsOf(entity)) {
      if (found.length >= maxParts) break;
      allParts(part, depth + 1, found);
    }
  return found;
}

/** `rfc822; name@example.com` and `smtp; 550 No` without the type in front. */
const withoutType = (text: string) => text.replace(/^\s*[\w-]+\s*;\s*/, '');

/** Headers in which mail servers record the recipient's address. */
const addressHeaders = [
  'to',
  'delivered-to',
  'x-original-to',
  'envelope-to',
  'x-envelope-to',
  'x-forwarded-to',
];

/** @returns the addresses that a message was sent to, and a function that finds the report in it. */
export function parseMessage(raw: string): {
  addresses: string[];
  findReport(): DeliveryReport | undefined;
} {
  const message = parseEntity(raw.replace(/^\s+/, ''));
  const addresses = addressHeaders
    .flatMap((name) => message.headers.get(name) ?? [])
    .slice(0, maxAddresses)
    .map((text) => text.slice(0, maxAddressLength));
  return { addresses, findReport: () => findReport(message) };
}

function findReport(message: Entity): DeliveryReport | undefined {
  const parts = allParts(message);
  const status = parts.find((part) => /^message\/(global-)?delivery-status$/.test(typeOf(part)));
  if (!status) return undefined;
  const groups = bodyOf(status)
    .trim()
    .split(/\r?\n\s*\r?\n/, maxGroups)
    .map(parseHeaders);
  const returned = parts.find((part) =>
    /^(message\/(global|rfc822)|message\/global-headers|text\/rfc822-headers)$/.test(typeOf(part)),
  );
  const messageId = returned && first(parseEntity(bodyOf(returned)), 'message-id');
  const recipients = groups
    .filter((group) => group.has('final-recipient') || group.has('action'))
    .map((group) => ({
      address: withoutType(group.get('final-recipient')?.[0] ?? ''),
      action: (group.get('action')?.[0] ?? '').toLowerCase(),
      status: /\d\.\d{1,3}\.\d{1,3}/.exec(group.get('status')?.[0] ?? '')?.[0] ?? '',
      diagnostic: withoutType(group.get('diagnostic-code')?.[0] ?? ''),
    }));
  return { recipients, messageId };
}
