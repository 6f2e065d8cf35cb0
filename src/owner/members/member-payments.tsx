import { formatDay, formatMoney } from '#ui/format.ts';
import { Table } from '#ui/tables/table.tsx';
import * as common from '#ui/words/messages.ts';
import type { MemberPage } from './members-admin.contract.ts';
import * as m from './words/messages.ts';

const columns = [common.date, m.paid_for, m.amount, common.status];
const statusWords = { paid: m.paid, open: m.unpaid, refunded: m.refunded, disputed: m.disputed };

/** A member's payments, newest first. */
export function MemberPayments({ payments }: Pick<MemberPage, 'payments'>) {
  if (payments.length === 0) return <p className="text-muted">{m.no_payments_yet()}</p>;
  return (
    <Table label={m.payments()} columns={columns}>
      {payments.map((payment) => (
        <tr key={`${payment.kind} ${payment.paid_at} ${payment.name}`}>
          <td className="whitespace-nowrap">{formatDay(payment.paid_at)}</td>
          <td className="min-w-40">
            {payment.name ?? m.deleted_plan()}
            {payment.mode !== 'live' && <span className="block text-muted">{m.test_payment()}</span>}
          </td>
          <td className="whitespace-nowrap tabular-nums">{formatMoney(payment.amount, payment.currency)}</td>
          <td className={payment.status === 'paid' ? '' : 'font-semibold text-signal'}>
            {statusOf(payment)}
          </td>
        </tr>
      ))}
    </Table>
  );
}

const statusOf = ({ status, refunded_amount, currency }: MemberPage['payments'][number]) =>
  status === 'paid' && refunded_amount > 0
    ? m.paid_refunded_in_part({ amount: formatMoney(refunded_amount, currency) })
    : statusWords[status]();
