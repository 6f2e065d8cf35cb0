import type { Fixture } from './fixture.ts';
import { invalid } from './refusal.ts';

/** The fields that contain an id, and the fixture's map with their objects. */
const targets = {
  customer: 'customers',
  subscription: 'subscriptions',
  latest_invoice: 'invoices',
  latest_charge: 'charges',
  invoice: 'invoices',
  charge: 'charges',
  payment_intent: 'intents',
  default_payment_method: 'cards',
  product: 'products',
  discounts: 'discounts',
  coupon: 'coupons',
} as const satisfies Record<string, keyof Fixture>;
const maximumDepth = 4;

/** A copy of an answer with objects instead of ids in the given fields. @throws StripeRefusal for fields that can't be expanded */
export function expanded(fixture: Fixture, answer: unknown, paths: string[] = []): unknown {
  const copy = structuredClone(answer);
  for (const path of paths) {
    const parts = path.split('.');
    if (parts.length > maximumDepth)
      throw invalid(
        `You cannot expand more than ${maximumDepth} levels of a property. Property: ${path}`,
        'expand',
      );
    expandPath(fixture, copy, parts, path);
  }
  return copy;
}

function expandPath(fixture: Fixture, place: unknown, [name = '', ...rest]: string[], path: string): void {
  if (Array.isArray(place)) {
    for (const item of place) expandPath(fixture, item, [name, ...rest], path);
    return;
  }
  const fields = place as Record<string, unknown>;
  if (name === 'applies_to' && fields.object === 'coupon') {
    const products = fixture.couponProducts.get(String(fields.id));
    if (products) fields.applies_to = { products };
    return;
  }
  if (!(name in fields)) throw invalid(`This property cannot be expanded (${path}).`, 'expand');
  const value = fields[name];
  const isListOfIds = Array.isArray(value) && typeof value[0] === 'string';
  if (typeof value === 'string' || isListOfIds) {
    const target = targets[name as keyof typeof targets];
    if (!target) throw invalid(`This property cannot be expanded (${path}).`, 'expand');
    const find = (id: string) => structuredClone(fixture[target].get(id) ?? { id, deleted: true });
    fields[name] = typeof value === 'string' ? find(value) : value.map(find);
  }
  if (rest.length > 0 && fields[name]) expandPath(fixture, fields[name], rest, path);
}
