import { buildPlaybook } from './build.ts';
import { admin, type Member, site, start } from './plans-site.ts';

export const quote = (body: object, member?: Member) =>
  site.api('POST', '/api/v1/offers/quote', { body, ...(member ? { token: member.token } : {}) });
export const subscribe = (member: Member, code: string, request: object = {}) =>
  start(member, { type: 'subscription', tierId: 1, code, ...request });
export const buy = (member: Member, playbook: { id: string }, code: string) =>
  start(member, { type: 'playbook', playbookId: playbook.id, code });
export const buildSold = (price = 1_900) =>
  buildPlaybook(site, { tier_access: 2, is_purchasable: true, price });
export const statsOf = async (id: string) => {
  const { body } = await admin('GET', '/offers');
  const offer = body.items.find((item: { id: string }) => item.id === id);
  return { redemptions: offer.redemptions, held: offer.held, given: offer.given };
};
export const refusal = ({ status, body }: { status: number; body: { error: string } }) => [
  status,
  body.error,
];
