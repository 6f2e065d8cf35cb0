import { useState } from 'react';
import { type Role, roles } from '#constants';
import { roleName } from '#people/members/public/role-name.ts';
import { api } from '#platform/client/api-client.ts';
import { Button } from '#ui/button.tsx';
import { Select } from '#ui/forms/select.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import type { MemberPage } from './members-admin.contract.ts';
import { useMemberChange } from './use-member-change.ts';
import * as m from './words/messages.ts';

const about: Record<Role, () => string> = {
  member: m.members_use_the_library,
  editor: m.editors_change_the_catalog,
  support: m.support_looks_after_members,
  admin: m.admins_do_everything,
};

/** A member's role. A dialog says what a new one allows before it is saved. */
export function MemberRole({ member: { id, email, role, is_proved } }: { member: MemberPage }) {
  /** The role that was chosen and isn't saved. */
  const [other, setOther] = useState<Role>();
  const chosen = other ?? role;
  const [isAsking, setIsAsking] = useState(false);
  const assign = useMemberChange(
    id,
    (next: Role) => api.admin.members[':id'].role.$put({ param: { id }, json: { role: next } }),
    () => m.role_changed(),
  );
  return (
    <div className="flex flex-wrap items-start gap-4">
      <div className="w-full max-w-xs">
        <Select
          label={m.role()}
          hint={about[chosen]()}
          value={chosen}
          onChange={({ target }) =>
            setOther(roles.find((offered) => offered === target.value && offered !== role))
          }
          options={roles.map((offered) => ({ value: offered, label: roleName(offered) }))}
        />
      </div>
      <Button
        variant="secondary"
        className="sm:mt-7"
        disabled={chosen === role}
        onClick={() => setIsAsking(true)}
      >
        {m.change_role()}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        question={m.make_email_role({ email, role: roleName(chosen) })}
        confirmLabel={m.change_role()}
        variant="primary"
        isBusy={assign.isPending}
        onConfirm={() =>
          assign.mutate(chosen, { onSuccess: () => setOther(undefined), onSettled: () => setIsAsking(false) })
        }
      >
        {about[chosen]()}
        {!is_proved && chosen !== 'member' && (
          <span className="mt-3 block">{m.nobody_has_proved_this_address()}</span>
        )}
      </ConfirmDialog>
    </div>
  );
}
