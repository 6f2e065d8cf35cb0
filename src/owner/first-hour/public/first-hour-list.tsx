import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Check, Circle } from 'lucide-react';
import { Link } from 'react-router';
import { api } from '#platform/client/api-client.ts';
import { showSaved } from '#platform/client/show-saved.ts';
import { Button } from '#ui/button.tsx';
import { focusOn } from '#ui/keep-row-focus.ts';
import { toast, toastError } from '#ui/overlays/toasts.tsx';
import * as common from '#ui/words/messages.ts';
import type { FirstHour, FirstStep } from '../first-hour.contract.ts';
import * as m from '../words/messages.ts';
import { firstHourQuery } from './first-hour-query.ts';

/** What the current payment mode means, until the step is done. */
const aboutPayments = ({ payments }: FirstHour) =>
  ({
    off: m.step_payments_off,
    sandbox: m.step_payments_sandbox,
    test: m.step_payments_test,
    live: m.step_payments_live,
  })[payments]();

/** Why the email step isn't done, once there is an email server. */
const aboutEmail = ({ is_sender_missing }: FirstHour) =>
  is_sender_missing ? m.step_email_sender() : m.step_email_about();

/** What happens to backups, until one is made. */
const aboutBackups = ({ backups }: FirstHour) => {
  if (!backups.is_on) return m.step_backup_about();
  return backups.is_late ? m.step_backup_late() : m.step_backup_waiting();
};

/** Where each step is done; those without a path are set in the environment. */
const steps: Record<FirstStep, { name: () => string; about: (site: FirstHour) => string; to?: string }> = {
  name: { name: m.step_name, about: m.step_name_about, to: '/admin/site' },
  logo: { name: m.step_logo, about: m.step_logo_about, to: '/admin/site' },
  import: { name: m.step_import, about: m.step_import_about, to: '/admin/imports' },
  plans: { name: m.step_plans, about: m.step_plans_about, to: '/admin/pricing' },
  payments: { name: m.step_payments, about: aboutPayments, to: '/admin/settings#payments' },
  email: { name: m.step_email, about: aboutEmail, to: '/admin/settings#email' },
  support: { name: m.step_support, about: m.step_support_about, to: '/admin/settings#branding' },
  legal: { name: m.step_legal, about: m.step_legal_about, to: '/admin/pages' },
  address: { name: m.step_address, about: m.step_address_about },
  backup: { name: m.step_backup, about: aboutBackups },
};

/** Hides the list, or shows it again. */
function useDismissal() {
  const client = useQueryClient();
  const dismissal = useMutation({
    mutationFn: async (is_dismissed: boolean) =>
      (await api.admin['first-hour'].$put({ json: { is_dismissed } })).json(),
    onSuccess(saved) {
      showSaved(client, firstHourQuery.queryKey, saved);
      if (document.activeElement === document.body) focusOn(document.querySelector('h1'));
      if (saved.is_dismissed) toast.withUndo(m.list_hidden(), common.undo(), () => dismissal.mutate(false));
    },
    onError: toastError,
  });
  return dismissal;
}

const doneIn = ({ steps: all }: FirstHour) => all.filter(({ is_done }) => is_done).length;

/** Brings the list back after it was hidden, while anything is left to do. */
export function ShowFirstHourList() {
  const { data } = useQuery(firstHourQuery);
  const { mutate, isPending } = useDismissal();
  if (!data?.is_dismissed || doneIn(data) === data.steps.length) return null;
  return (
    <Button
      size="small"
      variant="quiet"
      className="mt-6 -ml-3"
      disabled={isPending}
      onClick={() => {
        mutate(false);
        scrollTo({ top: 0 });
      }}
    >
      {m.show_before_you_go_live()}
    </Button>
  );
}

/** The steps left before the site goes live. Hidden once all are done, or when dismissed. */
export function FirstHourList() {
  const client = useQueryClient();
  const { data } = useQuery(firstHourQuery);
  const hide = useDismissal();
  const test = useMutation({
    mutationFn: async () => (await api.admin['test-email'].$post()).json(),
    onSuccess({ to, is_in_outbox }) {
      if (is_in_outbox) toast.warning(m.test_email_in_outbox());
      else toast.success(m.test_email_sent({ to }));
      void client.invalidateQueries({ queryKey: firstHourQuery.queryKey });
    },
    onError: toastError,
  });
  if (!data || data.is_dismissed) return null;
  const done = doneIn(data);
  if (done === data.steps.length) return null;
  return (
    <section
      aria-labelledby="first-hour"
      className="mb-10 rounded-md border border-line bg-surface p-5 sm:p-6"
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="first-hour" className="text-xl">
          {m.before_you_go_live()}
        </h2>
        <span className="text-sm text-muted">{m.n_of_n_done({ done, all: data.steps.length })}</span>
      </div>
      <ol className="mt-4 divide-y divide-line">
        {data.steps.map(({ id, is_done }) => {
          const { name, about, to } = steps[id];
          const Icon = is_done ? Check : Circle;
          return (
            <li key={id} className="flex flex-wrap items-start gap-x-3 gap-y-2 py-3">
              <Icon
                className={is_done ? 'mt-0.5 size-5 text-accent' : 'mt-0.5 size-5 text-muted'}
                aria-hidden="true"
              />
              <div className="min-w-0 flex-1 max-sm:basis-[calc(100%-2rem)]">
                <p className="font-semibold">
                  {to ? (
                    <Link to={to} className="text-accent underline underline-offset-4">
                      {name()}
                    </Link>
                  ) : (
                    name()
                  )}
                  <span className="sr-only"> ({is_done ? common.done() : m.to_do()})</span>
                </p>
                <p className="text-sm text-muted">{about(data)}</p>
              </div>
              {id === 'email' && (
                <Button
                  size="small"
                  variant="secondary"
                  className="max-sm:ml-8"
                  disabled={test.isPending}
                  onClick={() => test.mutate()}
                >
                  {m.send_test_email()}
                </Button>
              )}
            </li>
          );
        })}
      </ol>
      <Button
        size="small"
        variant="quiet"
        className="mt-1 -ml-3"
        disabled={hide.isPending}
        onClick={() => hide.mutate(true)}
      >
        {m.hide_this_list()}
      </Button>
    </section>
  );
}
