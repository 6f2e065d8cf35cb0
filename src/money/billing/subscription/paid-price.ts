/**
 * A charge for a price and a period, or a credit with a negative amount, in the currency's minor unit. `due` is the part to pay after
 * discounts and with taxes, if it was stored.
 */
export type InvoiceLine = { priceId: string; amount: number; due?: number; startsAt: Date; endsAt: Date };

export type InvoiceState = {
  createdAt: Date;
  isPaid: boolean;
  /** Whether the money has gone back: while a dispute is open, or for good. */
  reversal: 'none' | 'disputed' | 'dispute_lost' | 'refunded';
  lines: InvoiceLine[];
};

/** The price that is paid for; `until` is null if the subscription itself has the end. */
type PaidPrice = { priceId: string; until: Date | null };

type Rule = {
  counts: (invoice: InvoiceState, changes: boolean) => boolean;
  /** Whether the earlier price remains beyond the time that a change credited, because the change may still count. */
  isExpected?: (change: InvoiceState) => boolean;
  /** Whether a period that isn't paid gives only what counted before it. */
  looksBack?: boolean;
};

/**
 * The price that a subscription is currently paid for, considering only invoices that count; undefined if nothing is paid. Goes back from
 * the newest invoice: if a change of plan (which credits the earlier price) doesn't count, the earlier price remains for the time that was
 * credited; if the invoice of the period itself doesn't count, nothing remains. A change that begins a period of its own, and was charged,
 * doesn't depend on what came before it.
 */
export function paidPrice(
  { priceId, invoices }: { priceId: string; invoices: InvoiceState[] },
  now: Date,
  { counts, isExpected = () => false, looksBack = false }: Rule,
): PaidPrice | undefined {
  let paid: PaidPrice = { priceId, until: null };
  let reached = priceId;
  let at = looksBack ? lastCharged(invoices, now) : now;
  for (const invoice of newestFirst(invoices)) {
    const charge = chargeInForce(invoice, at);
    if (!charge) continue;
    const credit = creditOf(invoice, charge);
    if (!credit) {
      if (at.getTime() === now.getTime() && !counts(invoice, false)) return undefined;
      if (!looksBack || invoice.isPaid || paid.priceId !== reached) return paid;
      at = lastCharged(invoices, new Date(charge.startsAt.getTime() - 1));
      continue;
    }
    if (charge.priceId !== reached) continue;
    reached = credit.priceId;
    if (counts(invoice, true)) {
      if (beginsPeriod(charge, credit) && totalOf(invoice) > 0) return paid;
      continue;
    }
    const until = isExpected(invoice) || at < now ? null : credit.endsAt;
    if (until && until <= now) return undefined;
    paid = { priceId: credit.priceId, until };
  }
  return paid;
}

/** Within the same second, a change comes after the invoice that it changed. */
export const newestFirst = <Invoice extends InvoiceState>(invoices: Invoice[]) =>
  invoices.toSorted(
    (a, b) =>
      b.createdAt.getTime() - a.createdAt.getTime() ||
      Number(isChange(b)) - Number(isChange(a)) ||
      Number(isKept(b)) - Number(isKept(a)),
  );
/** Whether an invoice is for a change of plan, which credits the earlier price. */
export const isChange = ({ lines }: InvoiceState) => lines.some(({ amount }) => amount < 0);

export const chargesOf = ({ lines }: InvoiceState) => lines.filter(({ amount }) => amount >= 0);

/** The charge of an invoice for the time that contains `now`. */
export const chargeInForce = (invoice: InvoiceState, now: Date) =>
  chargesOf(invoice)
    .filter(({ startsAt, endsAt }) => startsAt <= now && now < endsAt)
    .sort((a, b) => b.endsAt.getTime() - a.endsAt.getTime())[0];

/** The last moment up to `time` that was charged for: while the invoice of a new period is a draft, that of the period before. */
function lastCharged(invoices: InvoiceState[], time: Date): Date {
  const ends = invoices
    .flatMap(chargesOf)
    .filter(({ startsAt }) => startsAt <= time)
    .map(({ endsAt }) => endsAt.getTime() - 1);
  return ends.length === 0 ? time : new Date(Math.min(time.getTime(), Math.max(...ends)));
}

/** Whether an invoice pays for the current time. */
export const isInForce = (invoice: InvoiceState, now: Date) => chargeInForce(invoice, now) !== undefined;

/** The credit of a change of plan for the unused time of the earlier price. */
const creditOf = ({ lines }: InvoiceState, charge: InvoiceLine) =>
  lines.find(
    ({ amount, startsAt, endsAt }) => amount < 0 && startsAt < charge.endsAt && charge.startsAt < endsAt,
  );

/** Whether a change of plan, to another interval, also begins a new period. */
const beginsPeriod = (charge: InvoiceLine, credit: InvoiceLine) =>
  charge.endsAt.getTime() !== credit.endsAt.getTime();

/** Negative if the credits of a change are worth more than its charges. */
const totalOf = ({ lines }: InvoiceState) => lines.reduce((sum, { amount, due = amount }) => sum + due, 0);

export const isKept = ({ reversal }: InvoiceState) => reversal === 'none';
