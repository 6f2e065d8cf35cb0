import { api } from '#platform/client/api-client.ts';
import { queryKeys } from '#platform/client/query-keys.ts';
import { useRecordToEdit } from '#ui/saving/use-record-to-edit.ts';
import { PromptModal } from './prompt-modal.tsx';

export function EditPrompt({ id, close }: { id: string; close: () => void }) {
  const load = async () => (await api.admin.prompts[':id'].$get({ param: { id } })).json();
  const prompt = useRecordToEdit(queryKeys.admin.prompts.one(id), load, close);
  return prompt ? <PromptModal prompt={prompt} close={close} /> : null;
}
