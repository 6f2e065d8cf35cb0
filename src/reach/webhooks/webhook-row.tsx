import { webhookRules } from '#constants';
import { Button } from '#ui/button.tsx';
import { formatRelative, formatTime } from '#ui/format.ts';
import * as common from '#ui/words/messages.ts';
import { eventLabel } from './event-label.ts';
import type { WebhookItem } from './webhooks.contract.ts';
import * as m from './words/messages.ts';

type Props = {
  webhook: WebhookItem;
  onTurn: () => void;
  onOpen: (kind: 'form' | 'deliveries' | 'rotate' | 'delete') => void;
};

/** A webhook in the list, with its state and actions. */
export function WebhookRow({ webhook, onTurn, onOpen }: Props) {
  const { url, note, events, is_enabled, former_until } = webhook;
  const small = { variant: 'secondary', size: 'small' } as const;
  const about = <span className="sr-only"> {url}</span>;
  const isOk = is_enabled && webhook.failing_since === null;
  return (
    <li className="py-4">
      <p className="font-semibold [overflow-wrap:anywhere]">{url}</p>
      {note && (
        <p dir="auto" className="mt-1 text-sm [overflow-wrap:anywhere]">
          {note}
        </p>
      )}
      <p className="mt-1 text-sm text-muted">
        <span className={isOk ? '' : 'font-semibold text-signal'}>{stateOf(webhook)}</span>
        {' · '}
        {events.map(eventLabel).join(', ')}
      </p>
      {former_until && (
        <p className="mt-1 text-[0.8125rem] text-muted">
          {m.secret_before_until({ when: formatTime(former_until) })}
        </p>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        <Button {...small} onClick={() => onOpen('deliveries')}>
          {m.deliveries()}
          {about}
        </Button>
        <Button {...small} aria-label={m.edit_name({ name: url })} onClick={() => onOpen('form')}>
          {common.edit()}
        </Button>
        <Button {...small} onClick={() => onOpen('rotate')}>
          {m.new_secret()}
          {about}
        </Button>
        <Button {...small} onClick={onTurn}>
          {is_enabled ? m.turn_off() : m.turn_on()}
          {about}
        </Button>
        <Button {...small} className="text-signal" onClick={() => onOpen('delete')}>
          {common.delete_it()}
          {about}
        </Button>
      </div>
    </li>
  );
}

function stateOf({ is_enabled, failing_since, gave_up_at }: WebhookItem): string {
  if (gave_up_at) return m.turned_off_by_site({ when: formatRelative(gave_up_at), count: webhookRules.days });
  if (!is_enabled) return m.turned_off();
  return failing_since ? m.failing_since({ when: formatTime(failing_since) }) : m.working();
}
