import type { Role } from '#constants';
import * as m from '../words/messages.ts';

const words = {
  member: m.role_member,
  editor: m.role_editor,
  support: m.role_support,
  admin: m.role_admin,
} satisfies Record<Role, () => string>;

export const roleName = (role: Role): string => words[role]();
