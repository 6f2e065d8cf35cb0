import { api } from '#platform/client/api-client.ts';
import { queryKeys } from '#platform/client/query-keys.ts';
import { useRecordToEdit } from '#ui/saving/use-record-to-edit.ts';
import { PlaybookModal } from './playbook-modal.tsx';

export function EditPlaybook({ id, close }: { id: string; close: () => void }) {
  const load = async () => (await api.admin.playbooks[':id'].$get({ param: { id } })).json();
  const playbook = useRecordToEdit(queryKeys.admin.playbooks.one(id), load, close);
  return playbook ? <PlaybookModal playbook={playbook} close={close} /> : null;
}
