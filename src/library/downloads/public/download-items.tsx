import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Bot, Braces, FileDown } from 'lucide-react';
import type { downloadFormats } from '#constants';
import { invalidateDailyUse } from '#library/catalog/public/invalidate-daily-use.ts';
import { api } from '#platform/client/api-client.ts';
import { MenuItem } from '#ui/overlays/menu.tsx';
import { toastError } from '#ui/overlays/toasts.tsx';
import { saveFile } from '#ui/save-file.ts';
import * as m from '../words/messages.ts';

type Format = (typeof downloadFormats)[number];

const formats = [
  {
    format: 'markdown',
    icon: FileDown,
    get label() {
      return m.download_as_markdown();
    },
  },
  {
    format: 'json',
    icon: Braces,
    get label() {
      return m.download_as_json();
    },
  },
  {
    format: 'skill',
    icon: Bot,
    get label() {
      return m.download_as_agent_skill();
    },
  },
] as const;

type Props = { collection: 'prompts' | 'playbooks'; slug: string };

/** Menu items for the file formats. Each download counts as a copy. */
export function DownloadItems({ collection, slug }: Props) {
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: async (format: Format) => {
      const answer = await api[':collection'][':slug'].download.$get({
        param: { collection, slug },
        query: { format },
      });
      const name = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1];
      saveFile(await answer.blob(), name ?? slug);
    },
    onError: toastError,
    onSettled: () => invalidateDailyUse(client),
  });
  return formats.map(({ format, icon: Icon, label }) => (
    <MenuItem key={format} onSelect={() => mutate(format)}>
      <Icon className="size-4" aria-hidden="true" />
      {label}
    </MenuItem>
  ));
}
